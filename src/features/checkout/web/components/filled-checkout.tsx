import { type FormEvent, Suspense, useState } from 'react'
import { type ItemKind, orderKind } from '#features/cart/web/public.ts'
import type { ApiError } from '#kernel/client.ts'
import { formatCents } from '#kernel/format.ts'
import { useSession } from '#ui/calls/api.tsx'
import { useOnline } from '#ui/hooks/use-online.ts'
import { IconLock } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Checkbox } from '#ui/public/parts/field.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import page from '#ui/public/products/checkout-layout.module.css'
import { needsBillingAddress } from '../../rules/billing.ts'
import { addressIn, asksToSignIn, checkForm, formBody, placeErrors } from '../../rules/form.ts'
import type { Known } from '../load-known.ts'
import { isTaxed } from '../prices.ts'
import type { CartEntry } from '../use-cart-content.ts'
import { useCheckoutForm } from '../use-checkout-form.ts'
import { usePlaceOrder } from '../use-place-order.ts'
import { itemsOf, useQuote } from '../use-quote.ts'
import { AddressFields } from './address-fields.tsx'
import { BuyerSection } from './buyer-section.tsx'
import styles from './checkout-form.module.css'
import { BillingSection, CheckoutProblems, ConsentSection, ShortBillingSection } from './checkout-parts.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { SIGN_IN_TEXTS, SignInDialog } from './sign-in.ts'

type FilledProps = {
  kind: ItemKind
  known: Known
  entries: readonly CartEntry[]
  /** So many more are in the cart than one order holds. */
  left: number
  onGone: () => void
}

/** The checkout of a cart that holds something: the form beside the summary. */
export function FilledCheckout({ kind, known, entries, left, onGone }: FilledProps) {
  const { viewer, portal } = useSession()
  const isOnline = useOnline()
  const form = useCheckoutForm(known)
  const quote = useQuote(kind, entries)
  // What the order needs may have changed since it was quoted.
  const [isSent, setSent] = useState(false)
  const [signIn, setSignIn] = useState<string | null>(null)
  const [changedFrom, setChangedFrom] = useState<number | null>(null)
  const { quoted, total_cents: total } = quote
  const needsShipping = isSent || quote.needs_shipping
  const [isElsewhere, setElsewhere] = useState(() => form.values['shipping_address.address'] !== '')
  const hasShipping = needsShipping && isElsewhere
  // The server may know of a need that was not quoted.
  const [isAsked, setAsked] = useState(false)
  const needsAddress =
    isAsked || needsBillingAddress({ kind, is_taxed: isTaxed(portal, total), is_sent: needsShipping })
  const [wantsAddress, setWantsAddress] = useState(() => form.values['billing_address.address'] !== '')
  // An order of 0 has no invoice to put an address on.
  const isFree = total === 0
  const hasWholeAddress = wantsAddress && !isFree
  const isZipEnough = !needsAddress && !hasWholeAddress
  const asked = { isVisitor: viewer === null, hasShipping, isZipEnough }

  const refused = async (failure: ApiError): Promise<void> => {
    if (failure.status === 409) {
      setChangedFrom(total)
      quote.again()
      return
    }
    const { fields, others } = placeErrors(failure.errors)
    if (Object.keys(fields).some((name) => name.startsWith('shipping_address'))) setSent(true)
    if (Object.keys(fields).some((name) => /^billing_address\.(address|city|state)/.test(name))) setAsked(true)
    form.showErrors(fields)
    if (asksToSignIn(fields)) setSignIn(SIGN_IN_TEXTS.known)
    if (Object.keys(failure.errors).some((name) => name.startsWith('items'))) onGone()
    if (others.length > 0) setProblem({ title: 'This cannot be bought as it is', text: others.join(' ') })
    if (Object.keys(failure.errors).length === 0) await showFailure(failure)
  }
  const { place, isPlacing, problem, setProblem, showFailure } = usePlaceOrder({
    success_path: `/orders/success/${kind}`,
    onRefused: (failure) => refused(failure),
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPlacing || !quoted || !isOnline) return
    setProblem(null)
    setChangedFrom(null)
    const faults = checkForm(form.values, asked)
    form.showErrors(faults)
    if (Object.keys(faults).length > 0) return
    if (!(await form.mayUseAddresses(hasShipping, isZipEnough))) return
    const here = `${location.origin}${location.pathname}`
    const body = {
      kind: orderKind(kind, entries),
      items: itemsOf(entries.map((entry) => entry.line)),
      expected_total: quoted.total_cents / 100,
      ...(needsShipping && { shipping_address: addressIn(form.values, 'billing_address') }),
      ...formBody(form.values, asked),
      success_url: `${location.origin}/orders/success/${kind}`,
      cancel_url: here,
    }
    place(body)
  }

  return (
    <div className={page.columns}>
      <form
        ref={form.form}
        className={styles.form}
        aria-label="Checkout"
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        {left > 0 && (
          <Alert tone="info" title={`This order holds the first ${entries.length} of your cart`}>
            One order takes no more. The other {left} stay in the cart, and you pay them next.
          </Alert>
        )}
        <BuyerSection form={form} isFree={isFree} onSignIn={() => setSignIn(SIGN_IN_TEXTS.asked)} />
        {needsAddress ? (
          <BillingSection form={form} />
        ) : (
          <ShortBillingSection form={form} isFree={isFree} isWhole={hasWholeAddress} onWhole={setWantsAddress} />
        )}
        {needsShipping && (
          <Part id="checkout-shipping" title="Shipping address">
            <p>Something in this order is sent to you.</p>
            <Checkbox
              label="Send it to the billing address"
              checked={!isElsewhere}
              onChange={(event) => setElsewhere(!event.target.checked)}
            />
            {isElsewhere && <AddressFields form={form} kind="shipping_address" />}
          </Part>
        )}
        <ConsentSection form={form} title={isFree ? 'Before you order' : 'Before you pay'} terms="Terms of Use" />
        <div className={styles.pay}>
          <CheckoutProblems
            changed={
              changedFrom !== null && quoted
                ? { from: formatCents(changedFrom), to: formatCents(quoted.total_cents) }
                : null
            }
            problem={problem}
          >
            {quote.error && !quoted && (
              <Alert
                tone="danger"
                title="The total could not be computed"
                action={
                  <Button size="sm" variant="outline" onClick={quote.again}>
                    Try again
                  </Button>
                }
              >
                Please check your connection.
              </Alert>
            )}
          </CheckoutProblems>
          <Button type="submit" size="lg" isBlock icon={IconLock} isLoading={isPlacing} disabled={!quoted || !isOnline}>
            {isFree
              ? 'Complete the order'
              : `Pay ${formatCents(total)}${isTaxed(portal, total) ? ' plus sales tax' : ''}`}
          </Button>
          <p className={styles.small}>
            <IconLock size={16} />
            <span>
              {isOnline
                ? isFree
                  ? 'There is nothing to pay. You can start as soon as the order is complete.'
                  : 'You pay on the page of our payment provider. Your card never touches this site.'
                : 'You are offline. The order can be made as soon as you are connected again.'}
            </span>
          </p>
        </div>
      </form>
      <CheckoutSummary
        entries={entries}
        shipping={quote.shipping}
        hasShipping={quote.needs_shipping}
        quoted={quoted}
        total_cents={total}
      />
      {signIn && (
        <Suspense fallback={null}>
          <SignInDialog email={form.values.email} text={signIn} onClose={() => setSignIn(null)} />
        </Suspense>
      )}
    </div>
  )
}
