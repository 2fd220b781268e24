import { type FormEvent, useState } from 'react'
import { formatMoney } from '#kernel/format.ts'
import { useApi, useCall } from '#ui/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { Button } from '#ui/public/button.tsx'
import { Dialog } from '#ui/public/dialog.tsx'
import { Field, Input } from '#ui/public/field.tsx'
import { toast } from '#ui/public/toasts.tsx'
import { useRead } from '#ui/use-read.ts'
import { createPayment, price } from '../../contract.ts'
import { comesBack } from '../comes-back.ts'

const wholeNumber = (text: string): number | null => {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= 9999 ? number : null
}

/** What the credits are bought as: of a course, for a partner's company, or for the portal. */
const kindFor = (course: object | undefined, isPartner: boolean) => {
  if (course) return 'credits-on-course'
  return isPartner ? 'partner-subscription-credit' : 'credits-on-portal'
}

type BuyCreditsProps = {
  /** The course the credits are for; without one they are for every course of the portal. */
  course?: { id: number; title: string } | undefined
  /** For the company of the signed-in partner. */
  isPartner?: boolean
  onClose: () => void
}

/** Buys credits for one course, for the portal as a whole, or for a partner's company (ORD-037, PAR-015, UIX-025). */
export function BuyCreditsDialog({ course, isPartner = false, onClose }: BuyCreditsProps) {
  const api = useApi()
  const keyOf = useIdempotencyKey()
  const kind = kindFor(course, isPartner)
  const whose = isPartner ? 'your company' : 'the portal'
  const [text, setText] = useState(course ? '10' : '50')
  const [error, setError] = useState<string>()
  const quantity = wholeNumber(text)
  const items = [{ ...(course && { id: course.id }), quantity: quantity ?? 1 }]
  const quote = useRead(quantity === null ? null : String(quantity), () => api.call(price, { body: { kind, items } }))
  const quoted = quantity === null || quote.isReading ? undefined : quote.data?.data
  const total = quoted?.total
  const each = quoted?.items[0]?.unit_price
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
    const body = { kind, items, expected_total: total, ...comesBack(course ? 'course' : 'subscription') } as const
    buy.mutate({ body, options: { idempotency_key: keyOf(body) } })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={course ? `Buy credits of ${course.title}` : `Buy credits for ${whose}`}
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
        <Field
          label="Credits"
          hint={`${each === undefined ? '' : `${formatMoney(each)} each. `}${course ? 'One credit enrols one learner in this course.' : 'One credit enrols one learner in one course.'}`}
          error={error}
          isRequired
        >
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
