import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ItemForm, outlineQueries, useOutlineContext } from '#features/outline/web/public.ts'
import { coursePictures } from '#features/text-pictures/web/public.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { NumberField, SwitchField, TextField } from '#ui/app/form/fields.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { minutesText } from '../../rules/countdown.ts'
import { MOST_MINUTES } from '../../rules/time-limit.ts'
import { AUTHORED, type AuthoredItem, type AuthoredType, authoredQueries } from '../authoring.ts'
import { AttachedPools } from '../components/attached-pools.tsx'
import { ExamTabs } from '../components/exam-tabs.tsx'

type Props = { slug: string; type: AuthoredType; itemId: number }
type Values = {
  title: string
  description: string
  time_limit_minutes: number | ''
  attempts_number: number | ''
  passing_score: number | ''
  shuffle_questions: boolean
  allows_offline: boolean
}
const DEFAULTS: Values = {
  title: '',
  description: '',
  time_limit_minutes: '',
  attempts_number: '',
  passing_score: '',
  shuffle_questions: false,
  allows_offline: false,
}

/** What authors set of an exam or a knowledge check, and the pools it draws from (EXM-005, EXM-007, EXM-031, QPL-008). */
export function ExamSettingsScreen({ slug, type, itemId }: Props) {
  const api = useApi()
  const client = useQueryClient()
  const { data: course } = useSuspenseQuery(outlineQueries(api).course(slug)).data
  const { data: item } = useSuspenseQuery(authoredQueries(api, type).one(course.id, itemId)).data
  const { one, calls } = AUTHORED[type]
  const { changed } = useOutlineContext()
  const isExam = type === 'Exam'
  const { itemable } = item
  const onPools = (exam: AuthoredItem['itemable']) => {
    const record = { data: { ...item, itemable: exam } }
    client.setQueryData(authoredQueries(api, type).one(course.id, itemId).queryKey, record as never)
    void changed()
  }
  return (
    <>
      <ExamTabs slug={slug} type={type} itemId={itemId} />
      <ItemForm<Values>
        course={course}
        item={item}
        calls={calls}
        defaults={DEFAULTS}
        record={itemable as Partial<Values>}
      >
        {({ values }) => (
          <>
            <FormSection
              title="What learners read"
              text={`The title appears in the outline, the description before the ${one} starts.`}
            >
              <Wide>
                <TextField name="title" label="Title" maxLength={200} required />
              </Wide>
              <Wide>
                <RichTextField name="description" label="Description" pictures={coursePictures} />
              </Wide>
            </FormSection>
            <FormSection
              title="Rules"
              text="Anyone who is in an attempt now keeps the rules of its start; they hold from the next attempt on."
            >
              <NumberField
                name="time_limit_minutes"
                label="Time limit in minutes"
                description={limitText(values.time_limit_minutes)}
                placeholder="No limit"
                min={1}
                max={MOST_MINUTES}
                allowDecimal={false}
              />
              <NumberField
                name="attempts_number"
                label="Attempts"
                description="How often it can be taken; empty means any number of times."
                placeholder="Any number"
                min={1}
                max={1000}
                allowDecimal={false}
              />
              {isExam && (
                <NumberField
                  name="passing_score"
                  label="Pass mark"
                  description="The percentage of correct answers needed to pass."
                  suffix="%"
                  min={0}
                  max={100}
                  allowDecimal={false}
                  required
                />
              )}
              <Wide>
                <SwitchField
                  name="shuffle_questions"
                  label="Shuffle the questions"
                  description="Each attempt asks them in a different order."
                />
              </Wide>
              <Wide>
                <SwitchField
                  name="allows_offline"
                  label="Can be taken without a connection"
                  description={
                    values.time_limit_minutes === ''
                      ? 'Learners take it along on a device. The questions lie there without the right answers, and we grade it when the device connects.'
                      : 'Learners take it along on a device. The time is then counted by the clock of the device, which cannot be proved.'
                  }
                />
              </Wide>
            </FormSection>
          </>
        )}
      </ItemForm>
      <AttachedPools exam={itemable} one={one} isReadOnly={!course.abilities.update_content} onChanged={onPools} />
    </>
  )
}

const limitText = (minutes: number | '') =>
  minutes === ''
    ? 'Leave empty for no limit. Learners see the limit before they start.'
    : `${minutesText(Number(minutes))}, counted by our clock. Learners see the limit before they start.`
