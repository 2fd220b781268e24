import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Order, orderQueries } from '#features/orders/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatCents, formatMoney } from '#kernel/format.ts'
import { centsOf } from '#kernel/product/prices.ts'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { LoadingNote, SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input, RadioGroup, Textarea } from '#ui/public/parts/field.tsx'
import { refundOrder, type showRefundable } from '../../contract.ts'
import { consequencesOf } from '../../rules/consequences.ts'
import { moneyQueries } from '../queries.ts'
import styles from './refund-dialog.module.css'

type RefundDialogProps = {
  orderId: number
  orderNumber: string
  onClose: () => void
  onRefunded: () => void
}

/** Gives money of an order back, all that can go back or a part of it, and says before what goes with it (ORD-022, ORD-045). */
export function RefundDialog({ orderId, orderNumber, onClose, onRefunded }: RefundDialogProps) {
  // What is used and what has gone back may have changed since the page was read.
  const api = useApi()
  const { data: read, ...reading } = useQuery(orderQueries(api).one(orderId))
  const { data: refundable, ...looking } = useQuery({
    ...moneyQueries(api).refundable(orderId),
    staleTime: 0,
    gcTime: 0,
  })
  const order = read?.data
  const refund = refundable?.data
  const error = reading.error ?? looking.error
  const again = () => void Promise.all([reading.refetch(), looking.refetch()])
  const title = `Refund order ${orderNumber}`
  if (order && refund && refund.most > 0)
    return <Refunding order={order} refund={refund} title={title} onClose={onClose} onRefunded={onRefunded} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={title}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      {order && refund ? (
        <p>
          {refund.refunded < refund.total
            ? 'Nothing more can be refunded: the rest pays for credits that have been used.'
            : 'This order has been refunded in full.'}
        </p>
      ) : error ? (
        <Alert
          tone="danger"
          title="We could not load the order"
          action={
            <Button size="sm" variant="outline" onClick={again}>
              Try again
            </Button>
          }
        >
          Nothing was refunded.
        </Alert>
      ) : (
        <>
          <LoadingNote text="Reading the order" />
          <SkeletonText lines={4} />
        </>
      )}
    </Dialog>
  )
}

type Refund = Wire<typeof showRefundable>['data']
type RefundingProps = {
  order: Order
  refund: Refund
  title: string
  onClose: () => void
  onRefunded: () => void
}

const isAmount = (text: string) => /^\d+(\.\d{1,2})?$/.test(text) && Number(text) > 0

function Refunding({ order, refund, title, onClose, onRefunded }: RefundingProps) {
  const keyOf = useIdempotencyKey()
  const [kind, setKind] = useState('full')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const call = useCall(refundOrder, {
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
  const cents = kind === 'full' ? centsOf(refund.most) : isAmount(amount) ? centsOf(Number(amount)) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (call.isPending) return
    if (cents === null) {
      setError('Please enter an amount above 0 with at most two places.')
      return
    }
    setError(undefined)
    const body = { ...(kind === 'part' && { amount: cents / 100 }), ...(reason.trim() && { reason: reason.trim() }) }
    call.mutate({ params: { id: order.id }, body, options: { idempotency_key: keyOf({ id: order.id, body }) } })
  }
  const lines = cents === null ? [] : consequencesOf(order, refund, cents)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="refund" variant="danger" isLoading={call.isPending}>
            {cents === null ? 'Refund' : `Refund ${formatCents(cents)}`}
          </Button>
        </>
      }
    >
      <form id="refund" onSubmit={submit} noValidate className={styles.form}>
        <RadioGroup
          legend="How much"
          name="kind"
          value={kind}
          onChange={setKind}
          options={[
            {
              value: 'full',
              label: `Everything refundable: ${formatMoney(refund.most)}`,
              hint:
                refund.most < refund.total
                  ? `Of ${formatMoney(refund.total)} that were paid${
                      refund.refunded > 0 ? `; ${formatMoney(refund.refunded)} have gone back before` : ''
                    }.`
                  : 'The whole payment.',
            },
            { value: 'part', label: 'A part' },
          ]}
        />
        {kind === 'part' && (
          <Field label="Amount in USD" hint={`At most ${formatMoney(refund.most)}.`} error={error} isRequired>
            <Input
              name="amount"
              inputMode="decimal"
              value={amount}
              onChange={(event) => {
                setAmount(event.target.value.trim())
                setError(undefined)
              }}
            />
          </Field>
        )}
        <section aria-label="What this does" aria-live="polite" className={styles.effects}>
          {lines.length > 0 && (
            <>
              <h3>What this does</h3>
              <ul>
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )}
        </section>
        <Field label="Reason" hint="The buyer sees it in the e-mail.">
          <Textarea
            name="reason"
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
