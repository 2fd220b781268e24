import { type FormEvent, useState } from 'react'
import { formatMoney } from '#kernel/format.ts'
import { useCall } from '#ui/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { Button } from '#ui/public/button.tsx'
import { Dialog } from '#ui/public/dialog.tsx'
import { Field, Input, RadioGroup } from '#ui/public/field.tsx'
import { toast } from '#ui/public/toasts.tsx'
import { refundOrder } from '../../contract.ts'

type RefundDialogProps = {
  orderId: number
  orderNumber: string
  /** What was paid and has not gone back yet. */
  most: number
  onClose: () => void
  onRefunded: () => void
}

/** Gives money of an order back, all that can go back or a part of it (ORD-022, ORD-045). */
export function RefundDialog({ orderId, orderNumber, most, onClose, onRefunded }: RefundDialogProps) {
  const keyOf = useIdempotencyKey()
  const [kind, setKind] = useState('full')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const refund = useCall(refundOrder, {
    onSuccess: ({ data }) => {
      toast.success(
        data.status === 'pending'
          ? `${formatMoney(data.amount)} go back as soon as the payment provider answers.`
          : `${formatMoney(data.amount)} are on their way back.`,
      )
      onRefunded()
      onClose()
    },
    onError: (failure) => {
      if (!failure.errors.amount) return void toast.error(failure)
      setKind('part')
      setError(failure.errors.amount[0])
      return undefined
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (refund.isPending) return
    const part = Number(amount)
    if (kind === 'part' && !(/^\d+(\.\d{1,2})?$/.test(amount) && part > 0)) {
      setError('Please enter an amount above 0 with at most two places.')
      return
    }
    setError(undefined)
    const body = { ...(kind === 'part' && { amount: part }), ...(reason.trim() && { reason: reason.trim() }) }
    refund.mutate({ params: { id: orderId }, body, options: { idempotency_key: keyOf({ orderId, body }) } })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={`Refund order ${orderNumber}`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="refund" variant="danger" isLoading={refund.isPending}>
            Refund
          </Button>
        </>
      }
    >
      <form id="refund" onSubmit={submit} noValidate style={{ display: 'grid', gap: 'var(--space-4)' }}>
        <RadioGroup
          legend="How much"
          name="kind"
          value={kind}
          onChange={setKind}
          options={[
            {
              value: 'full',
              label: 'All that can go back',
              hint: `At most ${formatMoney(most)}; credits that are used are not refunded. What the order gave ends.`,
            },
            {
              value: 'part',
              label: 'A part',
              hint: 'What the order gave stays, apart from credits that are paid back.',
            },
          ]}
        />
        {kind === 'part' && (
          <Field label="Amount in USD" error={error} isRequired>
            <Input
              name="amount"
              inputMode="decimal"
              value={amount}
              onChange={(event) => setAmount(event.target.value.trim())}
            />
          </Field>
        )}
        <Field label="Reason" hint="The buyer reads it in the mail.">
          <Input name="reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
