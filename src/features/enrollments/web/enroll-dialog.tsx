import { besideField } from '#features/credits/web/public.ts'
import { lastMomentOf } from '#kernel/format/day.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { DateField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { createEnrollments } from '../contract.ts'
import { LearnerFields } from './learner-fields.tsx'
import { tellEnrolled } from './tell-enrolled.ts'

type EnrollDialogProps = {
  course: { id: number; title: string }
  /** How many people the available credits can enroll; null if that is not known. */
  credits: number | null
  isOpen: boolean
  onClose: () => void
  onEnrolled: () => void
}

const EMPTY = { user_ids: [] as string[], emails: [] as string[], due_on: '' }
const REFUSALS = ['user_id', 'user_ids', 'own_credits_not_enough', 'portal_credits_not_enough', 'role_not_held']

/** Enrolls learners, chosen or by e-mail, each with one credit (USR-019, CRD-023, CRD-032). */
export function EnrollDialog({ course, credits, isOpen, onClose, onEnrolled }: EnrollDialogProps) {
  const api = useApi()
  const { portal } = useSession()
  const keyFor = useIdempotencyKey()
  const left = credits === null ? '' : ` You have ${credits} left.`
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Enroll people"
      text={`In ${course.title}. Each person uses one credit.${left}`}
      saveLabel="Enroll"
      savedText={false}
      defaults={EMPTY}
      save={async ({ due_on: dueOn }, { user_ids: userIds, emails }) => {
        const body = {
          course_id: course.id,
          role_id: 'learner' as const,
          user_ids: userIds.map(Number),
          emails,
          ...(dueOn && { due_at: lastMomentOf(dueOn, portal.setting.time_zone).toISOString() }),
        }
        try {
          const { data } = await api.call(createEnrollments, { body }, { idempotency_key: keyFor(body) })
          tellEnrolled(data)
        } catch (error) {
          throw besideField(error, emails.length > 0 ? 'emails' : 'user_ids', REFUSALS)
        }
      }}
      onSaved={onEnrolled}
    >
      <LearnerFields />
      <Wide>
        <DateField name="due_on" label="Due date" description="Optional. They have until the end of this day." />
      </Wide>
    </FormDialog>
  )
}
