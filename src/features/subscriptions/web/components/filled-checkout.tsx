import { type FormEvent, Suspense, useState } from 'react'
import { reportCart, useCartActions } from '#features/cart/web/public.ts'
import { price } from '#features/checkout/contract.ts'
import {
  asksToSignIn,
  BillingSection,
  BuyerSection,
  CheckoutProblems,
  ConsentSection,
  checkForm,
  formBody,
  checkoutFormStyles as formStyles,
  type Known,
  placeErrors,
  SIGN_IN_TEXTS,
  SignInDialog,
  useCheckoutForm,
  usePlaceOrder,
} from '#features/checkout/web/public.ts'
import type { ApiError } from '#kernel/client.ts'
import { formatMoney } from '#kernel/format.ts'
import { LEGAL } from '#kernel/product/legal.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useRead } from '#ui/calls/use-read.ts'
import { IconCheck, IconLock } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { Field, Input, RadioGroup } from '#ui/public/parts/field.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import page from '#ui/public/products/checkout-layout.module.css'
import { trialFeature } from '../../rules/plan.ts'
import styles from '../screens/checkout-subscription.module.css'
import type { Plan } from './plan-cards.tsx'

type Period = 'monthly' | 'annual'

/** Whether the buyer names a portal that is made with the order: on the core portal, everybody who does not run it. */
const useNeedsPortal = (plan: Plan): boolean => {
  const { portal, viewer } = useSession()
  if (!portal.flags.is_core || plan.audience === 'partner') return false
  return !viewer?.abilities.includes('my-subscription.create') || viewer.current_role === 'partner'
}

/** The checkout of a plan: who buys, the address, the acceptances. */
export function FilledCheckout({ plan, period, known }: { plan: Plan; period: Period; known: Known }) {
  const api = useApi()
  const { viewer, portal } = useSession()
  const cart = useCartActions()
  const form = useCheckoutForm(known)
  const needsPortal = useNeedsPortal(plan)
  const portalName = form.values.portal_name
  const [signIn, setSignIn] = useState<string | null>(null)
  const [changedFrom, setChangedFrom] = useState<number | null>(null)
  const kind = plan.audience === 'partner' ? 'partner-subscription' : 'subscription'
  const itemsOf = (name: string) => [{ id: plan.id, type: period, ...(needsPortal && { portal_name: name }) }]
  // The price does not depend on the name, which may not be there yet.
  const quote = useRead(`${kind} ${plan.id} ${period} ${viewer?.user_id ?? ''}`, () =>
    api.call(price, { body: { kind, items: itemsOf('New portal') } }),
  )
  const quoted = quote.isReading ? undefined : quote.data?.data
  const asked = { isVisitor: viewer === null, hasShipping: false }

  const refused = async (failure: ApiError): Promise<void> => {
    if (failure.status === 409) {
      setChangedFrom(quoted?.total ?? null)
      quote.again()
      return
    }
    const { 'items.0.portal_name': named, ...rest } = failure.errors as Record<string, string[]>
    const { fields, others } = placeErrors(rest)
    form.showErrors({ ...fields, ...(named?.[0] && { portal_name: named[0] }) })
    if (asksToSignIn(fields)) setSignIn(SIGN_IN_TEXTS.known)
    if (others.length > 0) setProblem({ title: 'This cannot be bought as it is', text: others.join(' ') })
    else if (Object.keys(failure.errors).length === 0) await showFailure(failure)
  }
  const { place, isPlacing, problem, setProblem, showFailure } = usePlaceOrder({
    success_path: '/orders/success/subscription',
    onRefused: (failure) => refused(failure),
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPlacing || !quoted) return
    setProblem(null)
    setChangedFrom(null)
    const isNamed = !needsPortal || portalName.trim() !== ''
    const faults = { ...checkForm(form.values, asked), ...(!isNamed && { portal_name: 'This field is required.' }) }
    form.showErrors(faults)
    if (Object.keys(faults).length > 0) return
    if (!(await form.mayUseAddresses(false))) return
    reportCart('begin_checkout', [
      { kind: 'subscription', id: plan.id, title: plan.name, quantity: 1, unit_cents: Math.round(quoted.total * 100) },
    ])
    const body = {
      kind,
      items: itemsOf(portalName.trim()),
      expected_total: quoted.total,
      ...formBody(form.values, asked),
      success_url: `${location.origin}/orders/success/subscription`,
      cancel_url: `${location.origin}${location.pathname}`,
    } as const
    place(body)
  }

  const isTrial = quoted?.total === 0
  // Who has had a subscription before gets no trial any more.
  const features = plan.features.filter((feature) => !quoted || isTrial || feature !== trialFeature(plan.trial_days))
  const isTaxed = portal.setting.is_sales_tax_on
  const change = (type: string) => cart.add({ kind: 'subscription', id: plan.id, type: type as Period })
  return (
    <div className={page.columns}>
      <aside className={styles.summary} aria-label="Order summary">
        <h2>{plan.name}</h2>
        <RadioGroup
          legend="Billing"
          name="period"
          value={period}
          onChange={change}
          options={[
            {
              value: 'annual',
              label: `${formatMoney(plan.annual_price)} a year`,
              hint: 'One payment for the term of 12 months.',
            },
            {
              value: 'monthly',
              label: `${formatMoney(plan.monthly_price)} a month`,
              hint: 'Twelve payments in a term.',
            },
          ]}
        />
        <ul className={styles.features}>
          {features.map((feature) => (
            <li key={feature}>
              <IconCheck size={18} />
              <span>{feature}</span>
            </li>
          ))}
        </ul>
        {quoted && quoted.items.length > 1 && (
          <ul className={styles.lines} aria-label="What you pay today">
            {quoted.items.map((item) => (
              <li key={item.title}>
                <span>
                  {item.quantity > 1 ? `${item.title}, ${item.quantity} × ${formatMoney(item.unit_price)}` : item.title}
                </span>
                <span>{formatMoney(item.total)}</span>
              </li>
            ))}
          </ul>
        )}
        <p className={styles.total}>
          <span>Today</span>
          <strong>{quoted ? (isTrial ? 'Free' : formatMoney(quoted.total)) : '…'}</strong>
        </p>
        <p className={styles.small}>
          A subscription runs for terms of {LEGAL.subscription_term_months} months and begins a new one by itself. You
          can cancel at any time; a cancellation takes effect at the end of the running term, and the payments of that
          term stay due. In US dollars.
          {isTaxed && ' Sales tax is added on the payment page, by your address.'}
        </p>
      </aside>
      <form
        ref={form.form}
        className={formStyles.form}
        aria-label="Checkout"
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        {needsPortal && (
          <Part id="checkout-portal" title="Your portal">
            <Field
              label="Name of the portal"
              hint="Usually the name of your company. Your portal is made with the order, and you run it."
              error={form.errors.portal_name}
              isRequired
            >
              <Input {...form.text('portal_name')} maxLength={100} autoComplete="organization" />
            </Field>
          </Part>
        )}
        <BuyerSection form={form} isFree={isTrial} onSignIn={() => setSignIn(SIGN_IN_TEXTS.asked)} />
        <BillingSection form={form} />
        <ConsentSection
          form={form}
          title={isTrial ? 'Before you start' : 'Before you pay'}
          terms="Terms of Use and the subscription license"
        />
        <div className={formStyles.pay}>
          <CheckoutProblems
            changed={
              changedFrom !== null && quoted ? { from: formatMoney(changedFrom), to: formatMoney(quoted.total) } : null
            }
            problem={problem}
          >
            {quote.error && !quoted && <NotForSale error={quote.error as ApiError} />}
          </CheckoutProblems>
          <Button type="submit" size="lg" isBlock icon={IconLock} isLoading={isPlacing} disabled={!quoted}>
            {isTrial
              ? 'Start the trial'
              : quoted
                ? `Pay ${formatMoney(quoted.total)}${isTaxed ? ' plus sales tax' : ''}`
                : 'Pay'}
          </Button>
          <p className={styles.small}>
            {isTrial
              ? 'There is nothing to pay and no card to enter. The trial ends by itself.'
              : 'You pay on the page of our payment provider, which keeps the card for the following payments.'}
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

/** Why the plan cannot be bought by this person here. */
function NotForSale({ error }: { error: ApiError }) {
  const text = Object.values(error.errors ?? {}).flat()[0] ?? error.message
  return (
    <Alert
      tone="warning"
      title="This plan cannot be bought here"
      action={
        error.status === 401 ? (
          <LinkButton size="sm" href="/login">
            Sign in
          </LinkButton>
        ) : (
          <LinkButton size="sm" variant="outline" href="/cart">
            Back to the cart
          </LinkButton>
        )
      }
    >
      {error.status === 401 ? 'Plans are bought by those who run the portal. Please sign in.' : text}
    </Alert>
  )
}
