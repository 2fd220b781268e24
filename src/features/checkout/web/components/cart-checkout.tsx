import { type ItemKind, orderKind } from '#features/cart/web/public.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { KnownBuyer } from '../load-known.ts'
import type { CartEntry } from '../use-cart-content.ts'
import { useCheckoutForm } from '../use-checkout-form.ts'
import { itemsOf, useQuote } from '../use-quote.ts'
import { CheckoutSummary } from './checkout-summary.tsx'
import { OrderForm } from './order-form.tsx'

const TEXTS = {
  terms: 'Terms of Use',
  free: {
    title: 'Before you order',
    button: 'Complete the order',
    note: 'There is nothing to pay. You can start as soon as the order is complete.',
  },
  paid: 'You pay on our payment provider’s page. We never see your card.',
}

type CartCheckoutProps = {
  kind: ItemKind
  known: KnownBuyer
  entries: readonly CartEntry[]
  /** The number of items in the cart beyond what one order holds. */
  left: number
  onGone: () => void
}

/** The checkout of a cart that holds something. */
export function CartCheckout({ kind, known, entries, left, onGone }: CartCheckoutProps) {
  const form = useCheckoutForm(known)
  const { quoted, shipping, needs_shipping, total_cents, error, again } = useQuote(kind, entries)
  return (
    <OrderForm
      form={form}
      success={kind}
      order={{ kind: orderKind(kind, entries), items: itemsOf(entries.map((entry) => entry.line)) }}
      quote={{ quoted_cents: quoted?.total_cents ?? null, shown_cents: total_cents, needs_shipping, again }}
      texts={TEXTS}
      summary={
        <CheckoutSummary
          entries={entries}
          shipping={shipping}
          hasShipping={needs_shipping}
          quoted={quoted}
          total_cents={total_cents}
        />
      }
      problem={
        error &&
        !quoted && (
          <Alert
            tone="danger"
            title="We could not calculate the total"
            action={
              <Button size="sm" variant="outline" onClick={again}>
                Try again
              </Button>
            }
          >
            Please check your connection.
          </Alert>
        )
      }
      onGone={onGone}
    >
      {left > 0 && (
        <Alert tone="info" title={`This order includes the first ${entries.length} of your cart`}>
          One order takes no more. The other {left} stay in the cart, and you pay them next.
        </Alert>
      )}
    </OrderForm>
  )
}
