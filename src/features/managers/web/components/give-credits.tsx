import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { PersonField } from '#features/accounts/web/public.ts'
import { besideField } from '#features/credits/web/public.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { LearnerFields, tellEnrolled } from '#features/enrollments/web/public.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { NumberField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { giveCourseCredits } from '../../contract.ts'
import type { ManagedCourse } from '../use-course.ts'

type GiveCreditsProps = { course: ManagedCourse; isOpen: boolean; onClose: () => void; onGiven: () => void }

const DEFAULTS = {
  user_id: null as string | null,
  amount: 1 as number | '',
  user_ids: [] as string[],
  emails: [] as string[],
}
const NOBODY = 'Please choose a person.'
const SHORT = ['own_credits_not_enough', 'portal_credits_not_enough', 'amount']
const REFUSED = ['user_id', 'manager_id', 'role_not_held', 'role', 'user_ids']

const TARGETS = [
  { value: 'manager', label: 'A manager' },
  { value: 'learner', label: 'Learners' },
]

/**
 * Hands out credits of the course: to another manager, who spends them on people of their own, or to learners, each of
 * whom one credit enrolls (CRD-019, CRD-001).
 */
export function GiveCredits({ course, isOpen, onClose, onGiven }: GiveCreditsProps) {
  const api = useApi()
  const once = useOnce()
  const [target, setTarget] = useState('manager')
  const isManager = target === 'manager'

  const give = async ({ user_id: userId, amount }: typeof DEFAULTS) => {
    if (!userId) throw Object.assign(new Error(NOBODY), { errors: { user_id: [NOBODY] } })
    const body = { user_id: Number(userId), amount: Number(amount) }
    const args = { params: { slug: course.slug }, body }
    try {
      await once(body, (options) => api.call(giveCourseCredits, args, options))
      toast.success('The credits are given.')
    } catch (error) {
      throw besideField(besideField(error, 'amount', SHORT), 'user_id', REFUSED)
    }
  }
  const enroll = async ({ user_ids: userIds, emails }: typeof DEFAULTS) => {
    const field = emails.length > 0 ? 'emails' : 'user_ids'
    if (userIds.length + emails.length === 0) throw Object.assign(new Error(NOBODY), { errors: { user_ids: [NOBODY] } })
    const body = { course_id: course.id, role_id: 'learner' as const, user_ids: userIds.map(Number), emails }
    try {
      const { data } = await once(body, (options) => api.call(createEnrollments, { body }, options))
      tellEnrolled(data)
    } catch (error) {
      throw besideField(besideField(error, field, SHORT), field, REFUSED)
    }
  }

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Give credits"
      text={`${course.remaining.toLocaleString('en-US')} ${course.remaining === 1 ? 'credit' : 'credits'} left for ${course.title}.`}
      saveLabel="Give credits"
      savedText={false}
      defaults={DEFAULTS}
      sendsUnchanged
      save={(_, values) => (isManager ? give(values) : enroll(values))}
      onSaved={onGiven}
    >
      <Wide>
        <SegmentedControl fullWidth aria-label="To whom" data={TARGETS} value={target} onChange={setTarget} />
      </Wide>
      {isManager ? (
        <>
          <Wide>
            <PersonField
              name="user_id"
              label="Manager"
              description="They enroll their own people with these credits."
              holds="manager"
              required
            />
          </Wide>
          <NumberField name="amount" label="Credits" min={1} allowDecimal={false} required />
        </>
      ) : (
        <LearnerFields />
      )}
    </FormDialog>
  )
}
