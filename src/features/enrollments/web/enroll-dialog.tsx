import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { DateField } from '#ui/app/form/fields.tsx'
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

const EMPTY = { user_ids: [] as string[], emails: [] as string[], starts_on: '', due_on: '' }

/** Enrolls learners, chosen or by e-mail, each with one credit (USR-019, CRD-023, CRD-032). */
export function EnrollDialog({ course, credits, isOpen, onClose, onEnrolled }: EnrollDialogProps) {
  const enroll = useEnroll()
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
      save={async ({ starts_on, due_on }, { user_ids: userIds, emails }) => {
        const request = {
          course_id: course.id,
          role_id: 'learner' as const,
          user_ids: userIds.map(Number),
          emails,
          starts_on,
          due_on,
        }
        tellEnrolled(await enroll(request, { beside: emails.length > 0 ? 'emails' : 'user_ids', has_course: false }))
      }}
      onSaved={onEnrolled}
    >
      <LearnerFields />
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
