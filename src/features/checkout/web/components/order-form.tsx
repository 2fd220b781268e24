import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import type { ApiError } from '#kernel/client.ts'
import type { Args } from '#kernel/endpoint.ts'
import { formatCents } from '#kernel/format.ts'
import { useSession } from '#ui/calls/api.tsx'
import { useOnline } from '#ui/hooks/use-online.ts'
import { IconLock } from '#ui/icons.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Checkbox } from '#ui/public/parts/field.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import page from '#ui/public/products/checkout-layout.module.css'
import type { createPayment } from '../../contract.ts'
import { needsBillingAddress } from '../../rules/billing.ts'
import {
  addressIn,
  asksToSignIn,
  checkForm,
  type FieldTexts,
  type FormAsks,
  formBody,
  needsName,
  placeErrors,
} from '../../rules/form.ts'
import { isTaxed } from '../prices.ts'
import type { CheckoutForm } from '../use-checkout-form.ts'
import { usePlaceOrder } from '../use-place-order.ts'
import { AddressFields } from './address-fields.tsx'
import { BuyerSection } from './buyer-section.tsx'
import styles from './checkout-form.module.css'
import { BillingSection, CheckoutProblems, ConsentSection, ShortBillingSection } from './checkout-parts.tsx'
import { SIGN_IN_TEXTS, SignInDialog } from './sign-in.ts'

type Order = Pick<Args<typeof createPayment>['body'], 'kind' | 'items'>

type OrderFormProps = {
  form: CheckoutForm
  /** Which success page shows the finished order (CRT-028). */
  success: 'course' | 'bundle' | 'subscription'
  order: Order
  quote: {
    /** What the server computed; null until it has answered. */
    quoted_cents: number | null
    /** Shown until then, if the screen knows it. */
    shown_cents: number | null
    needs_shipping: boolean
    again: () => void
  }
  texts: {
    /** The acceptances in addition to the age. */
    terms: string
    /** For an order of 0: the heading of the acceptances, the button, and what happens next. */
    free: { title: string; button: string; note: string }
    /** How the payment is made. */
    paid: string
  }
  summary: ReactNode
  /** This checkout's own questions, above the buyer. */
  children?: ReactNode
  /** Why there is no total, above the button. */
  problem?: ReactNode
  /** What is missing or wrong in `children`, by field. */
  checkMore?: () => FieldTexts
  /** Fields of `children` by the names that the call gives their errors. */
  fieldNames?: Readonly<Record<string, string>>
  onOrder?: (totalCents: number) => void
  /** An item can no longer be bought. */
  onGone?: () => void
}

/** The errors of a call under the names that the form has for its fields. */
const renamed = (errors: ApiError['errors'], names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(errors).map(([name, texts]) => [names[name] ?? name, texts]))

/**
 * The form of every checkout next to its summary: the buyer, the addresses, the acceptances, the button (CRT-022 to
 * CRT-030).
 */
export function OrderForm(props: OrderFormProps) {
  const { form, success, order, quote, texts, summary, children, fieldNames = {} } = props
  const { viewer, portal } = useSession()
  const isOnline = useOnline()
  const [signIn, setSignIn] = useState<string | null>(null)
  const [changedFrom, setChangedFrom] = useState<number | null>(null)
  const { quoted_cents: quoted } = quote
  const total = quoted ?? quote.shown_cents
  const isFree = total === 0
  const tax = total !== null && isTaxed(portal, total) ? ' plus sales tax' : ''
  // What the order needs may have changed since it was quoted.
  const [isSent, setSent] = useState(false)
  const needsShipping = isSent || quote.needs_shipping
  const [isElsewhere, setElsewhere] = useState(() => form.values['shipping_address.address'] !== '')
  const hasShipping = needsShipping && isElsewhere
  // The server may know of a need that was not quoted.
  const [isAddressNeeded, setAddressNeeded] = useState(false)
  const needsAddress =
    isAddressNeeded || needsBillingAddress({ kind: order.kind, is_taxed: tax !== '', is_sent: needsShipping })
  const [wantsAddress, setWantsAddress] = useState(() => form.values['billing_address.address'] !== '')
  // An order of 0 has no invoice to put an address on.
  const hasWholeAddress = wantsAddress && !isFree
  const isZipEnough = !needsAddress && !hasWholeAddress
  const asks: FormAsks = {
    buyer: viewer ? (needsName(viewer) ? 'nameless' : 'known') : 'visitor',
    needsReceiptEmail: viewer !== null && viewer.email === null,
    hasShipping,
    isZipEnough,
  }

  const refused = async (failure: ApiError): Promise<void> => {
    if (failure.status === 409) {
      setChangedFrom(total)
      quote.again()
      return
    }
    const { fields, others } = placeErrors(renamed(failure.errors, fieldNames))
    if (Object.keys(fields).some((name) => name.startsWith('shipping_address'))) setSent(true)
    if (Object.keys(fields).some((name) => /^billing_address\.(address|city|state)/.test(name))) setAddressNeeded(true)
    form.showErrors(fields)
    if (asksToSignIn(fields)) setSignIn(SIGN_IN_TEXTS.known)
    if (Object.keys(failure.errors).some((name) => name.startsWith('items'))) props.onGone?.()
    if (others.length > 0) setProblem({ title: 'This order cannot be placed yet', text: others.join(' ') })
    if (Object.keys(failure.errors).length === 0) await showFailure(failure)
  }
  const { place, isPlacing, problem, setProblem, showFailure } = usePlaceOrder({
    success_path: `/orders/success/${success}`,
    onRefused: (failure) => refused(failure),
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPlacing || quoted === null || !isOnline) return
    setProblem(null)
    setChangedFrom(null)
    const faults = { ...props.checkMore?.(), ...checkForm(form.values, asks) }
    form.showErrors(faults)
    if (Object.keys(faults).length > 0) return
    if (!(await form.mayUseAddresses(hasShipping, isZipEnough))) return
    props.onOrder?.(quoted)
    place({
      ...order,
      expected_total: quoted / 100,
      ...(needsShipping && { shipping_address: addressIn(form.values, 'billing_address') }),
      ...formBody(form.values, asks),
      success_url: `${location.origin}/orders/success/${success}`,
      cancel_url: `${location.origin}${location.pathname}`,
    })
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
        {children}
        <BuyerSection form={form} isFree={isFree} onSignIn={() => setSignIn(SIGN_IN_TEXTS.asked)} />
        {needsAddress ? (
          <BillingSection form={form} />
        ) : (
          <ShortBillingSection form={form} isFree={isFree} isWhole={hasWholeAddress} onWhole={setWantsAddress} />
        )}
        {needsShipping && (
          <Part id="checkout-shipping" title="Shipping address">
            <p>This order includes something we ship to you.</p>
            <Checkbox
              label="Send it to the billing address"
              checked={!isElsewhere}
              onChange={(event) => setElsewhere(!event.target.checked)}
            />
            {isElsewhere && <AddressFields form={form} kind="shipping_address" />}
          </Part>
        )}
        <ConsentSection form={form} title={isFree ? texts.free.title : 'Before you pay'} terms={texts.terms} />
        <div className={styles.pay}>
          <CheckoutProblems
            changed={
              changedFrom !== null && quoted !== null
                ? { from: formatCents(changedFrom), to: formatCents(quoted) }
                : null
            }
            problem={problem}
          >
            {props.problem}
          </CheckoutProblems>
          <Button
            type="submit"
            size="lg"
            isBlock
            icon={IconLock}
            isLoading={isPlacing}
            disabled={quoted === null || !isOnline}
          >
            {isFree ? texts.free.button : total === null ? 'Pay' : `Pay ${formatCents(total)}${tax}`}
          </Button>
          <p className={styles.small}>
            <IconLock size={16} />
            <span>
              {isOnline
                ? isFree
                  ? texts.free.note
                  : texts.paid
                : 'You are offline. You can place the order when you are back online.'}
            </span>
          </p>
        </div>
      </form>
      {summary}
      {signIn && (
        <Suspense fallback={null}>
          <SignInDialog email={form.values.email} text={signIn} onClose={() => setSignIn(null)} />
        </Suspense>
      )}
    </div>
  )
}
