import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { PersonField } from '#features/accounts/web/public.ts'
import { besideField } from '#features/credits/web/public.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { useApi } from '#ui/api.tsx'
import { FormDialog, Wide } from '#ui/app/detail-form.tsx'
import { NumberField } from '#ui/app/fields.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { giveCourseCredits } from '../../contract.ts'
import type { ManagedCourse } from '../use-course.ts'

type GiveCreditsProps = { course: ManagedCourse; isOpen: boolean; onClose: () => void; onGiven: () => void }

const DEFAULTS = { user_id: null as string | null, amount: 1 as number | '' }
const NOBODY = 'Please choose a person.'
const SHORT = ['own_credits_not_enough', 'portal_credits_not_enough', 'amount']
const REFUSED = ['user_id', 'manager_id', 'role_not_held', 'role', 'user_ids']

const TARGETS = [
  { value: 'manager', label: 'A manager' },
  { value: 'learner', label: 'A learner' },
]

/**
 * Hands out credits of the course: to another manager, who spends them on people of their own, or to a learner, whom
 * one credit enrols (CRD-019, CRD-001).
 */
export function GiveCredits({ course, isOpen, onClose, onGiven }: GiveCreditsProps) {
  const api = useApi()
  const keyFor = useIdempotencyKey()
  const [target, setTarget] = useState('manager')
  const isManager = target === 'manager'

  const give = async (userId: number, amount: number) => {
    const body = { user_id: userId, amount }
    const args = { params: { slug: course.slug }, body }
    await api.call(giveCourseCredits, args, { idempotency_key: keyFor(body) })
  }
  const enrol = async (userId: number) => {
    const body = { course_id: course.id, role_id: 'learner' as const, user_ids: [userId] }
    await api.call(createEnrollments, { body }, { idempotency_key: keyFor(body) })
  }

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Give credits"
      text={`Of ${course.title}. There are ${course.remaining} left to give.`}
      saveLabel="Give credits"
      savedText={isManager ? 'The credits are given.' : 'The learner is enrolled.'}
      defaults={DEFAULTS}
      sendsUnchanged
      save={async (_, { user_id: userId, amount }) => {
        if (!userId) throw Object.assign(new Error(NOBODY), { errors: { user_id: [NOBODY] } })
        try {
          await (isManager ? give(Number(userId), Number(amount)) : enrol(Number(userId)))
        } catch (error) {
          throw besideField(besideField(error, isManager ? 'amount' : 'user_id', SHORT), 'user_id', REFUSED)
        }
      }}
      onSaved={onGiven}
    >
      {({ form }) => (
        <>
          <Wide>
            <SegmentedControl
              fullWidth
              aria-label="To whom"
              data={TARGETS}
              value={target}
              onChange={(value) => {
                setTarget(value)
                form.setFieldValue('user_id', null)
              }}
            />
          </Wide>
          <Wide>
            <PersonField
              key={target}
              name="user_id"
              label={isManager ? 'Manager' : 'Learner'}
              description={
                isManager
                  ? 'They enrol their own people with these credits.'
                  : 'One credit enrols this person in the course.'
              }
              holds={isManager ? 'manager' : 'learner'}
              required
            />
          </Wide>
          {isManager && <NumberField name="amount" label="Credits" min={1} allowDecimal={false} required />}
        </>
      )}
    </FormDialog>
  )
}
