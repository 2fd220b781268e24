import { giveCourseCredits, takeCourseCredits } from '#features/managers/contract.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { NumberField, SelectField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { usePortal } from '../use-portal.ts'

type Props = {
  course: { slug: string; title: string; available_credits: number }
  onClose: () => void
  onSaved: () => unknown
}

/** Moves credits between those of the portal and those of one course (PRT-050, CRD-028, CRD-029). */
export function CreditsDialog({ course, onClose, onSaved }: Props) {
  const api = useApi()
  const { portal, scope, again } = usePortal()
  const keyFor = useIdempotencyKey()
  const left = portal.credits?.remaining ?? 0
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Credits of ${course.title}`}
      text={`${course.available_credits.toLocaleString('en-US')} credits left for this course. ${portal.name} has ${left.toLocaleString('en-US')} more to hand out.`}
      saveLabel="Move credits"
      defaults={{ way: 'give', amount: null as number | null }}
      save={async (_, { way, amount }) => {
        const call = way === 'give' ? giveCourseCredits : (takeCourseCredits as unknown as typeof giveCourseCredits)
        const body = { amount: amount as number }
        const answer = await api.call(
          call,
          { ...scope, params: { slug: course.slug }, body },
          { idempotency_key: keyFor({ way, ...body }) },
        )
        await Promise.all([again(), onSaved()])
        return answer
      }}
    >
      <Wide>
        <SelectField
          name="way"
          label="Direction"
          allowDeselect={false}
          data={[
            { value: 'give', label: 'From the portal to this course' },
            { value: 'take', label: 'From this course back to the portal' },
          ]}
        />
      </Wide>
      <NumberField name="amount" label="Credits" min={1} allowDecimal={false} required />
    </FormDialog>
  )
}
