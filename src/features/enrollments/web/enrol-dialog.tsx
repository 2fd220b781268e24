import { PeopleField } from '#features/accounts/web/public.ts'
import { besideField } from '#features/credits/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi } from '#ui/api.tsx'
import { FormDialog, Wide } from '#ui/app/detail-form.tsx'
import { MomentField, TagsField } from '#ui/app/fields.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { toast } from '#ui/public/toasts.tsx'
import { createEnrollments } from '../contract.ts'

type EnrolDialogProps = {
  course: { id: number; title: string }
  /** How many people can be enrolled with the credits at hand; null where that is not known. */
  credits: number | null
  isOpen: boolean
  onClose: () => void
  onEnrolled: () => void
}

const EMPTY = { user_ids: [] as string[], emails: [] as string[], due_at: '' }
const REFUSALS = ['user_id', 'user_ids', 'own_credits_not_enough', 'portal_credits_not_enough', 'role_not_held']

const tell = ({ enrolled, refused }: Wire<typeof createEnrollments>['data']) => {
  const count = enrolled.length
  if (count > 0) toast.success(count === 1 ? 'One person is enrolled.' : `${count} people are enrolled.`)
  for (const { email, message } of refused) toast.warning(email ? `${email}: ${message}` : message)
}

/** Enrols learners, chosen or by e-mail, each with one credit (USR-019, CRD-023, CRD-032). */
export function EnrolDialog({ course, credits, isOpen, onClose, onEnrolled }: EnrolDialogProps) {
  const api = useApi()
  const keyFor = useIdempotencyKey()
  const left = credits === null ? '' : ` You have ${credits} left.`
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Enrol people"
      text={`In ${course.title}. Each person uses one credit.${left}`}
      saveLabel="Enrol"
      savedText={false}
      defaults={EMPTY}
      save={async ({ due_at: dueAt }, { user_ids: userIds, emails }) => {
        const body = {
          course_id: course.id,
          role_id: 'learner' as const,
          user_ids: userIds.map(Number),
          emails,
          ...(dueAt && { due_at: dueAt }),
        }
        try {
          const { data } = await api.call(createEnrollments, { body }, { idempotency_key: keyFor(body) })
          tell(data)
        } catch (error) {
          throw besideField(error, emails.length > 0 ? 'emails' : 'user_ids', REFUSALS)
        }
      }}
      onSaved={onEnrolled}
    >
      <Wide>
        <TagsField
          name="emails"
          label="New people by e-mail"
          description="Whoever has no account yet gets one, with a link to set a password. Press Enter after each address."
          placeholder="name@company.com"
          inputMode="email"
        />
      </Wide>
      <Wide>
        <PeopleField name="user_ids" label="People you know" holds="learner" />
      </Wide>
      <Wide>
        <MomentField name="due_at" label="Due" description="Optional: until when they should be done." />
      </Wide>
    </FormDialog>
  )
}
