import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MaterialField } from '#features/media/web/public.ts'
import { ItemForm, outlineQueries } from '#features/outline/web/public.ts'
import { coursePictures } from '#features/text-pictures/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ChoiceField } from '#ui/app/form/choice-field.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { NumberField, TextField } from '#ui/app/form/fields.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { assignmentItems } from '../../contract.ts'
import { TaskFiles } from '../components/task-files.tsx'

/** How learners may respond, as one choice (ASG-004). */
const WAYS = {
  both: { label: 'Text and files', restrict_user_to_upload: false, allow_text_response: true },
  text: { label: 'Text', restrict_user_to_upload: true, allow_text_response: true },
  files: { label: 'Files', restrict_user_to_upload: false, allow_text_response: false },
} as const
type Way = keyof typeof WAYS
const WAY_OPTIONS = Object.entries(WAYS).map(([value, { label }]) => ({ value, label }))

type Values = {
  title: string
  reqs: string
  file_uuid: string
  way: Way
  attempts: number | ''
  score: number | ''
}
const EMPTY: Values = {
  title: '',
  reqs: '',
  file_uuid: '',
  way: 'both',
  attempts: '',
  score: '',
}

type Assignment = Wire<typeof assignmentItems.show>['data']['itemable']

const valuesOf = (assignment: Assignment): Values => ({
  title: assignment.title,
  reqs: assignment.reqs ?? '',
  file_uuid: assignment.file?.uuid ?? '',
  way: !assignment.allow_text_response ? 'files' : assignment.restrict_user_to_upload ? 'text' : 'both',
  attempts: assignment.attempts ?? '',
  score: assignment.score,
})

const waysOf = (way: Way) => {
  const { restrict_user_to_upload, allow_text_response } = WAYS[way]
  return { restrict_user_to_upload, allow_text_response }
}

/** An assignment: the task with its files, and the rules of responses (ASG-001, ASG-004 to ASG-006, ASG-011). */
export function AuthorAssignmentScreen({ slug, id }: { slug: string; id: number }) {
  const api = useApi()
  const { data: course } = useSuspenseQuery(outlineQueries(api).course(slug)).data
  const { data: item } = useSuspenseQuery(api.query(assignmentItems.show, { params: { courseId: course.id, id } })).data
  const { itemable: assignment } = item
  const record = useMemo(() => valuesOf(assignment), [assignment])
  return (
    <ItemForm<Values>
      course={course}
      item={item}
      calls={assignmentItems}
      defaults={EMPTY}
      record={record}
      save={(update, { way, ...payload }) => update({ ...payload, ...(way && waysOf(way)) })}
    >
      <FormSection title="Task" text="What learners should do, and what they need for it.">
        <Wide>
          <TextField name="title" label="Title" maxLength={200} required />
        </Wide>
        <Wide>
          <RichTextField name="reqs" label="Requirements" minRows={6} pictures={coursePictures} />
        </Wide>
        <Wide>
          <MaterialField name="file_uuid" label="Task file" current={assignment.file} />
        </Wide>
      </FormSection>
      <FormSection title="Further files" text="Forms, examples, regulations. Each file is saved as soon as you add it.">
        <Wide>
          <TaskFiles course={course} item={item} />
        </Wide>
      </FormSection>
      <FormSection title="Responses" text="An instructor grades every response.">
        <Wide>
          <ChoiceField name="way" label="Learners respond with" options={WAY_OPTIONS} />
        </Wide>
        <NumberField
          name="attempts"
          label="Attempts"
          description="Leave empty for no limit"
          min={1}
          max={1000}
          allowDecimal={false}
          clampBehavior="none"
        />
        <NumberField
          name="score"
          label="Score to pass"
          description="From 0 to 100"
          min={0}
          max={100}
          allowDecimal={false}
          clampBehavior="none"
          required
        />
      </FormSection>
    </ItemForm>
  )
}
