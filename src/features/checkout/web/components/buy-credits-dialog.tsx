import { type FormEvent, useState } from 'react'
import { formatMoney } from '#kernel/format.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useRead } from '#ui/calls/use-read.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { price } from '../../contract.ts'
import { comesBack } from '../comes-back.ts'
import { usePlaceOrder } from '../use-place-order.ts'

const wholeNumber = (text: string): number | null => {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= 9999 ? number : null
}

/** What the credits are bought as: of a course, for a partner's company, or for the portal. */
const kindFor = (course: object | undefined, isPartner: boolean) => {
  if (course) return 'credits-on-course'
  return isPartner ? 'partner-subscription-credit' : 'credits-on-portal'
}

const buttonText = (total: number | undefined): string => {
  if (total === undefined) return 'Pay'
  return total === 0 ? 'Get the credits' : `Pay ${formatMoney(total)}`
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
  const success = course ? 'course' : 'subscription'
  const { place, isPlacing, problem, setProblem } = usePlaceOrder({
    success_path: `/orders/success/${success}`,
    onRefused: async (failure) => {
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
    if (total === undefined || isPlacing) return
    setProblem(null)
    const body = { kind, items, expected_total: total, ...comesBack(success) } as const
    place(body)
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
            isLoading={isPlacing}
            disabled={quantity !== null && total === undefined}
          >
            {buttonText(total)}
          </Button>
        </>
      }
    >
      <form id="buy-credits" onSubmit={submit} noValidate>
        <div role="alert">
          {problem && (
            <Alert tone="danger" title={problem.title}>
              {problem.text}
            </Alert>
          )}
        </div>
        <Field
          label="Credits"
          hint={`${each === undefined ? '' : `${formatMoney(each)} each. `}${course ? 'One credit enrolls one learner in this course.' : 'One credit enrolls one learner in one course.'}`}
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
