import { useQueryClient } from '@tanstack/react-query'
import { PersonField } from '#features/accounts/web/public.ts'
import { besideField, refreshCredits } from '#features/credits/web/public.ts'
import { giveCourseCredits, takeCourseCredits } from '#features/managers/contract.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { NumberField, SelectField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { usePortal } from '../use-portal.ts'

type Props = {
  course: { slug: string; title: string; available_credits: number }
  onClose: () => void
  onSaved: () => unknown
}

const WAYS = [
  { value: 'give', label: 'From the portal to this course' },
  { value: 'take', label: 'From this course back to the portal' },
]
const TO_MANAGER = { value: 'manager', label: 'To a manager of this course' }
const DONE = {
  give: 'The credits are moved to the course.',
  take: 'The credits are back in the portal.',
  manager: 'The manager has the credits.',
}
const SHORT = ['portal_credits_not_enough', 'own_credits_not_enough', 'amount']
const REFUSED = ['user_id', 'manager_id', 'role_not_held', 'role']
const NOBODY = 'Please choose a person.'

/** Moves credits between those of the portal, those of one course and those of a manager (PRT-050, CRD-028, CRD-029). */
export function CreditsDialog({ course, onClose, onSaved }: Props) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const { portal, scope, again } = usePortal()
  const once = useOnce()
  const left = portal.credits?.remaining ?? 0
  // People are looked for in the portal that one works in.
  const ways = session.portal.id === portal.id ? [...WAYS, TO_MANAGER] : WAYS
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Credits of ${course.title}`}
      text={`${course.available_credits.toLocaleString('en-US')} credits left for this course. ${portal.name} has ${left.toLocaleString('en-US')} more to hand out.`}
      saveLabel="Move credits"
      savedText={false}
      defaults={{ way: 'give' as keyof typeof DONE, user_id: null as string | null, amount: null as number | null }}
      save={async (_, { way, user_id: userId, amount }) => {
        if (way === 'manager' && !userId) throw Object.assign(new Error(NOBODY), { errors: { user_id: [NOBODY] } })
        const call = way === 'take' ? (takeCourseCredits as unknown as typeof giveCourseCredits) : giveCourseCredits
        const body = { amount: amount as number, ...(way === 'manager' && { user_id: Number(userId) }) }
        try {
          const request = { ...scope, params: { slug: course.slug }, body }
          await once({ way, ...body }, (options) => api.call(call, request, options))
        } catch (error) {
          throw besideField(besideField(error, 'amount', SHORT), 'user_id', REFUSED)
        }
        toast.success(DONE[way])
        void refreshCredits(client)
        await Promise.all([again(), onSaved()])
      }}
    >
      {({ values }) => (
        <>
          <Wide>
            <SelectField name="way" label="Direction" allowDeselect={false} data={ways} />
          </Wide>
          {values.way === 'manager' && (
            <Wide>
              <PersonField
                name="user_id"
                label="Manager"
                description="They enroll their own people with these credits."
                holds="manager"
                required
              />
            </Wide>
          )}
          <NumberField name="amount" label="Credits" min={1} allowDecimal={false} required />
        </>
      )}
    </FormDialog>
  )
}
