import { useRouter } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import type { ItemKind } from '#features/cart/web/public.ts'
import type { ApiError } from '#kernel/client.ts'
import { formatCents } from '#kernel/format.ts'
import { useCall, useSession } from '#ui/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { useOnline } from '#ui/hooks/use-online.ts'
import { IconLock } from '#ui/icons.tsx'
import { Alert } from '#ui/public/alert.tsx'
import { Anchor } from '#ui/public/anchor.tsx'
import { Button } from '#ui/public/button.tsx'
import { Checkbox } from '#ui/public/field.tsx'
import { createPayment } from '../../contract.ts'
import { asksToSignIn, checkForm, formBody, placeErrors } from '../../rules/form.ts'
import type { Known } from '../load-checkout.ts'
import page from '../screens/checkout.module.css'
import type { CartEntry } from '../use-cart-content.ts'
import { useCheckoutForm } from '../use-checkout-form.ts'
import { itemsOf, useQuote } from '../use-quote.ts'
import { AddressFields } from './address-fields.tsx'
import { BuyerSection } from './buyer-section.tsx'
import styles from './checkout-form.module.css'
import { CheckoutSummary } from './checkout-summary.tsx'

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx').then((file) => ({ default: file.SignInDialog })))

const COMPLETED = 3
const KNOWN_EMAIL = 'Your e-mail belongs to an account. Sign in, and everything you typed stays.'
const HAVE_ACCOUNT = 'Everything you typed stays.'

type Problem = { title: string; text: string }
type FilledProps = { kind: ItemKind; known: Known; entries: readonly CartEntry[]; onGone: () => void }

/** The checkout of a cart that holds something: the form beside the summary. */
export function FilledCheckout({ kind, known, entries, onGone }: FilledProps) {
  const router = useRouter()
  const { viewer } = useSession()
  const isOnline = useOnline()
  const form = useCheckoutForm(known)
  const quote = useQuote(kind, entries)
  const keyOf = useIdempotencyKey()
  const [hasShipping, setShipping] = useState(false)
  const [signIn, setSignIn] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [changedFrom, setChangedFrom] = useState<number | null>(null)
  const asked = { isVisitor: viewer === null, hasShipping }
  const { quoted, total_cents: total } = quote

  const pay = useCall(createPayment, {
    onSuccess: async ({ data }) => {
      if (data.url) {
        location.assign(data.url)
        // The button stays at work until the browser has left.
        return new Promise(() => {})
      }
      if (data.status === COMPLETED) {
        await router.navigate({ href: `/orders/success/${kind}?order=${data.id}` })
        return undefined
      }
      setProblem({
        title: 'The payment page could not be opened',
        text: `Your order ${data.number} is kept, and nothing was charged. Please try again in a moment.`,
      })
      return undefined
    },
    onError: (failure) => void refused(failure),
  })
  useReset(pay.reset)

  const refused = async (failure: ApiError) => {
    if (failure.status === 409) {
      setChangedFrom(total)
      quote.again()
      return
    }
    const { fields, others } = placeErrors(failure.errors)
    if (Object.keys(fields).some((name) => name.startsWith('shipping_address'))) setShipping(true)
    form.showErrors(fields)
    if (asksToSignIn(fields)) setSignIn(KNOWN_EMAIL)
    if (Object.keys(failure.errors).some((name) => name.startsWith('items'))) onGone()
    if (others.length > 0) setProblem({ title: 'This cannot be bought as it is', text: others.join(' ') })
    if (Object.keys(failure.errors).length === 0) {
      const { textOfError } = await import('#ui/public/error-text.ts')
      setProblem({ title: 'The order could not be made', text: textOfError(failure) })
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pay.isPending || !quoted || !isOnline) return
    setProblem(null)
    setChangedFrom(null)
    const faults = checkForm(form.values, asked)
    form.showErrors(faults)
    if (Object.keys(faults).length > 0) return
    if (!(await form.mayUseAddresses(hasShipping))) return
    const here = `${location.origin}${location.pathname}`
    const body = {
      kind,
      items: itemsOf(entries.map((entry) => entry.line)),
      expected_total: quoted.total_cents / 100,
      ...formBody(form.values, asked),
      success_url: `${location.origin}/orders/success/${kind}`,
      cancel_url: here,
    }
    pay.mutate({ body, options: { idempotency_key: keyOf(body) } })
  }

  return (
    <div className={page.columns}>
      <CheckoutSummary entries={entries} quoted={quoted} total_cents={total} />
      <form
        ref={form.form}
        className={styles.form}
        aria-label="Checkout"
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <BuyerSection form={form} onSignIn={() => setSignIn(HAVE_ACCOUNT)} />
        <section className={styles.section} aria-labelledby="checkout-billing">
          <h2 id="checkout-billing">Billing address</h2>
          <AddressFields form={form} kind="billing_address" />
        </section>
        {hasShipping && (
          <section className={styles.section} aria-labelledby="checkout-shipping">
            <h2 id="checkout-shipping">Shipping address</h2>
            <p>Something in this order is sent to you.</p>
            <AddressFields form={form} kind="shipping_address" />
          </section>
        )}
        <section className={styles.section} aria-labelledby="checkout-consent">
          <h2 id="checkout-consent">Before you pay</h2>
          <Checkbox
            name="has_accepted_terms"
            checked={form.values.has_accepted_terms}
            onChange={(event) => form.change('has_accepted_terms', event.target.checked)}
            error={form.errors.has_accepted_terms}
            isRequired
            label={
              <>
                I accept the{' '}
                <Anchor href="/terms" isNewTab>
                  Terms of Use
                </Anchor>
              </>
            }
          />
          <Checkbox
            name="is_of_age"
            checked={form.values.is_of_age}
            onChange={(event) => form.change('is_of_age', event.target.checked)}
            error={form.errors.is_of_age}
            isRequired
            label="I am 18 or older, or have parental consent"
          />
        </section>
        <div className={styles.pay}>
          <div role="alert">
            {changedFrom !== null && quoted && (
              <Alert tone="warning" title="The price has changed">
                The total is now {formatCents(quoted.total_cents)}; it was {formatCents(changedFrom)}. Nothing was
                ordered yet. Press the button again if this is fine for you.
              </Alert>
            )}
            {problem && (
              <Alert tone="danger" title={problem.title}>
                {problem.text}
              </Alert>
            )}
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
          </div>
          <Button
            type="submit"
            size="lg"
            isBlock
            icon={IconLock}
            isLoading={pay.isPending}
            disabled={!quoted || !isOnline}
          >
            {total === 0 ? 'Complete the order' : `Pay ${formatCents(total)}`}
          </Button>
          <p className={styles.small}>
            <IconLock size={16} />
            <span>
              {isOnline
                ? total === 0
                  ? 'There is nothing to pay. You can start as soon as the order is complete.'
                  : 'You pay on the page of our payment provider. Your card never touches this site.'
                : 'You are offline. The order can be made as soon as you are connected again.'}
            </span>
          </p>
        </div>
      </form>
      {signIn && (
        <Suspense fallback={null}>
          <SignInDialog email={form.values.email} text={signIn} onClose={() => setSignIn(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** A page that the browser brings back as it was left is not still at work. */
const useReset = (reset: () => void) => {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
}
