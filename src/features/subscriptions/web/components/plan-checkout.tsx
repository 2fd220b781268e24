import { reportCart, useCartActions } from '#features/cart/web/public.ts'
import { price } from '#features/checkout/contract.ts'
import { type KnownBuyer, OrderForm, useCheckoutForm } from '#features/checkout/web/public.ts'
import type { ApiError } from '#kernel/client.ts'
import { formatMoney } from '#kernel/format.ts'
import { LEGAL } from '#kernel/product/legal.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useRead } from '#ui/calls/use-read.ts'
import { IconCheck } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Field, Input, RadioGroup } from '#ui/public/parts/field.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import { trialFeature } from '../../rules/plan.ts'
import styles from '../screens/checkout-subscription.module.css'
import type { Plan } from './plan-cards.tsx'

type Period = 'monthly' | 'annual'

const TEXTS = {
  terms: 'Terms of Use and the subscription license',
  free: {
    title: 'Before you start',
    button: 'Start the trial',
    note: 'Nothing to pay, and no card needed. The trial ends automatically.',
  },
  paid: 'You pay on our payment provider’s page, which saves the card for future payments.',
}

/** Whether the buyer names a portal to create with the order: on the core portal, everyone who does not run it. */
const useNeedsPortal = (plan: Plan): boolean => {
  const { portal, viewer } = useSession()
  if (!portal.flags.is_core || plan.audience === 'partner') return false
  return !viewer?.abilities.includes('my-subscription.create') || viewer.current_role === 'partner'
}

/** The checkout of a plan: the billing period, and the portal that is made with the order. */
export function PlanCheckout({ plan, period, known }: { plan: Plan; period: Period; known: KnownBuyer }) {
  const api = useApi()
  const { viewer, portal } = useSession()
  const cart = useCartActions()
  const form = useCheckoutForm(known)
  const needsPortal = useNeedsPortal(plan)
  const portalName = form.values.portal_name.trim()
  const kind = plan.audience === 'partner' ? 'partner-subscription' : 'subscription'
  const itemsOf = (name: string) => [{ id: plan.id, type: period, ...(needsPortal && { portal_name: name }) }]
  // The price does not depend on the name, which may not be there yet.
  const quote = useRead(`${kind} ${plan.id} ${period} ${viewer?.user_id ?? ''}`, () =>
    api.call(price, { body: { kind, items: itemsOf('New portal') } }),
  )
  const quoted = quote.isReading ? undefined : quote.data?.data
  const cents = quoted ? Math.round(quoted.total * 100) : null
  const isTrial = cents === 0
  // Former subscribers get no trial.
  const features = plan.features.filter((feature) => !quoted || isTrial || feature !== trialFeature(plan.trial_days))
  const change = (type: string) => cart.add({ kind: 'subscription', id: plan.id, type: type as Period })
  return (
    <OrderForm
      form={form}
      success="subscription"
      order={{ kind, items: itemsOf(portalName) }}
      quote={{ quoted_cents: cents, shown_cents: null, needs_shipping: false, again: quote.again }}
      texts={TEXTS}
      checkMore={() => (needsPortal && portalName === '' ? { portal_name: 'This field is required.' } : {})}
      fieldNames={{ 'items.0.portal_name': 'portal_name' }}
      problem={quote.error && !quoted && <NotForSale error={quote.error as ApiError} />}
      onOrder={(unit_cents) =>
        reportCart('begin_checkout', [{ kind: 'subscription', id: plan.id, title: plan.name, quantity: 1, unit_cents }])
      }
      summary={
        <aside className={styles.summary} aria-label="Order summary">
          <h2>{plan.name}</h2>
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
                    {item.quantity > 1
                      ? `${item.title}, ${item.quantity} × ${formatMoney(item.unit_price)}`
                      : item.title}
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
            {portal.setting.is_sales_tax_on && ' Sales tax is added on the payment page, by your address.'}
          </p>
        </aside>
      }
    >
      <Part id="checkout-period" title="Billing period">
        <RadioGroup
          legend="How often you pay"
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
      </Part>
      {needsPortal && (
        <Part id="checkout-portal" title="Your portal">
          <Field
            label="Name of the portal"
            hint="Usually your company’s name. We create your portal with the order, and you run it."
            error={form.errors.portal_name}
            isRequired
          >
            <Input {...form.text('portal_name')} maxLength={100} autoComplete="organization" />
          </Field>
        </Part>
      )}
    </OrderForm>
  )
}

/** Why the plan cannot be bought by this person here. */
function NotForSale({ error }: { error: ApiError }) {
  const text = Object.values(error.errors ?? {}).flat()[0] ?? error.message
  return (
    <Alert
      tone="warning"
      title="You cannot buy this plan here"
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
      {error.status === 401 ? 'Only the people who run the portal can buy plans. Please sign in.' : text}
    </Alert>
  )
}
