import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { DateField, TextAreaField } from '#ui/app/form/fields.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { readNewPeople } from '../rules/new-people.ts'
import { LearnerFields } from './learner-fields.tsx'
import { tellEnrolled } from './tell-enrolled.ts'
import { useEnroll } from './use-enroll.ts'

type EnrollDialogProps = {
  course: { id: number; title: string }
  /** How many people the available credits can enroll; null if that is not known. */
  credits: number | null
  isOpen: boolean
  onClose: () => void
  onEnrolled: () => void
}

const EMPTY = { user_ids: [] as string[], emails: [] as string[], new_people: '', starts_on: '', due_on: '' }

/** The people without an e-mail that were typed; what cannot be read is said at the field. */
const peopleIn = (typed: string) => {
  const read = readNewPeople(typed)
  if ('problem' in read) throw Object.assign(new Error(read.problem), { errors: { new_people: [read.problem] } })
  return read.people
}

/** Enrolls learners, chosen, by e-mail or new without one, each with one credit (USR-019, CRD-023, CRD-032, BDG-004). */
export function EnrollDialog({ course, credits, isOpen, onClose, onEnrolled }: EnrollDialogProps) {
  const enroll = useEnroll()
  const { has_badges: hasBadges } = useSession().portal.setting
  const creditsText = credits === null ? '' : ` You have ${credits} left.`
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Enroll people"
      text={`In ${course.title}. Each person uses one credit.${creditsText}`}
      saveLabel="Enroll"
      savedText={false}
      defaults={EMPTY}
      save={async ({ starts_on, due_on }, { user_ids: userIds, emails, new_people: typed }) => {
        const people = peopleIn(typed)
        const request = {
          course_id: course.id,
          role_id: 'learner' as const,
          user_ids: userIds.map(Number),
          emails,
          ...(people.length > 0 && { new_people: people }),
          starts_on,
          due_on,
        }
        const beside = people.length > 0 ? 'new_people' : emails.length > 0 ? 'emails' : 'user_ids'
        tellEnrolled(await enroll(request, { beside, has_course: false }))
      }}
      onSaved={onEnrolled}
    >
      <LearnerFields />
      {hasBadges && (
        <Wide>
          <TextAreaField
            name="new_people"
            label="New people without an e-mail"
            description="One a line: first name, last name, badge number. Without a number we draw one. Print their badges on the list of people afterwards."
            placeholder="Ana, Ames, 10442"
            minRows={2}
          />
        </Wide>
      )}
      <Wide>
        <DateField
          name="starts_on"
          label="First day"
          description="Optional. They can enter from the beginning of this day; empty means now."
        />
      </Wide>
      <Wide>
        <DateField name="due_on" label="Due date" description="Optional. They have until the end of this day." />
      </Wide>
    </FormDialog>
  )
}
