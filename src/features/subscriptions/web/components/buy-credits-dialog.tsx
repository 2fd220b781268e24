import { type FormEvent, useState } from 'react'
import { createPayment, price } from '#features/checkout/contract.ts'
import { formatMoney } from '#kernel/format.ts'
import { useApi, useCall } from '#ui/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { Button } from '#ui/public/button.tsx'
import { Dialog } from '#ui/public/dialog.tsx'
import { Field, Input } from '#ui/public/field.tsx'
import { toast } from '#ui/public/toasts.tsx'
import { useRead } from '#ui/use-read.ts'
import { comesBack } from '../screens/my-subscription.tsx'

const wholeNumber = (text: string): number | null => {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= 9999 ? number : null
}

/** Buys credits for the portal as a whole (ORD-037). */
export function BuyCreditsDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const keyOf = useIdempotencyKey()
  const [text, setText] = useState('50')
  const [error, setError] = useState<string>()
  const quantity = wholeNumber(text)
  const items = [{ quantity: quantity ?? 1 }]
  const quote = useRead(quantity === null ? null : String(quantity), () =>
    api.call(price, { body: { kind: 'credits-on-portal', items } }),
  )
  const total = quantity === null || quote.isReading ? undefined : quote.data?.data.total
  const buy = useCall(createPayment, {
    onSuccess: ({ data }) => {
      if (!data.url) return undefined
      location.assign(data.url)
      return new Promise(() => {})
    },
    onError: (failure) => {
      if (failure.status === 409) quote.again()
      if (failure.errors['items.0.quantity']) setError(failure.errors['items.0.quantity'][0])
      else void toast.error(failure)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (quantity === null) {
      setError('Please enter a whole number from 1 to 9,999.')
      return
    }
    if (total === undefined || buy.isPending) return
    const body = { kind: 'credits-on-portal' as const, items, expected_total: total, ...comesBack() }
    buy.mutate({ body, options: { idempotency_key: keyOf(body) } })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title="Buy credits for the portal"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="buy-credits"
            isLoading={buy.isPending}
            disabled={quantity !== null && total === undefined}
          >
            {total === undefined ? 'Pay' : `Pay ${formatMoney(total)}`}
          </Button>
        </>
      }
    >
      <form id="buy-credits" onSubmit={submit} noValidate>
        <Field label="Credits" hint="One credit enrols one learner in one course." error={error} isRequired>
          <Input
            name="quantity"
            inputMode="numeric"
            value={text}
            onChange={(event) => {
              setText(event.target.value.trim())
              setError(undefined)
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
