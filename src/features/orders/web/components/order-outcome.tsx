import { lazy, Suspense, useState } from 'react'
import { useCart } from '#features/cart/web/public.ts'
import { chooseRole, ProviderInstead } from '#features/sessions/web/public.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconAlertCircle, IconArrowRight, IconCircleCheck, IconClock } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { type NextStep, nextSteps } from '../../rules/next-step.ts'
import { isWaiting } from '../../rules/waiting.ts'
import { invoiceHref } from '../invoice.ts'
import styles from '../screens/success.module.css'
import type { Order } from '../use-order-until-done.ts'

const OrderLines = lazy(() => import('./order-lines.tsx').then((file) => ({ default: file.OrderLines })))

type OrderOutcomeProps = {
  /** Undefined when it cannot be shown. */
  order: Order | undefined
  /** Not that it could not be read, but that it is not this buyer's. */
  isUnknown: boolean
  /** It has been waited for long enough. */
  isTakingLong: boolean
  onAgain: () => void
}

/** What has become of an order, what it holds, and the way on. */
export function OrderOutcome({ order, isUnknown, isTakingLong, onAgain }: OrderOutcomeProps) {
  if (!order) return <NotShown isUnknown={isUnknown} onAgain={onAgain} />
  return (
    <>
      {order.status === ORDER_STATUS.completed ? (
        <Done order={order} />
      ) : isWaiting(order.status) ? (
        <Waiting order={order} isTakingLong={isTakingLong} onAgain={onAgain} />
      ) : (
        <Refused order={order} />
      )}
      <section className={styles.order} aria-labelledby="order-number">
        <h2 id="order-number">Order {order.number}</h2>
        <Suspense fallback={<SkeletonText />}>
          <OrderLines order={order} />
        </Suspense>
        <OrderLinks order={order} />
      </section>
      {order.status === ORDER_STATUS.completed && <StillInCart order={order} />}
    </>
  )
}

type WaitingProps = { order: Order; isTakingLong: boolean; onAgain: () => void }

function Waiting({ order, isTakingLong, onAgain }: WaitingProps) {
  return (
    <div className={styles.head} role="status">
      {isTakingLong ? (
        <IconClock size={48} className={styles.quietIcon} />
      ) : (
        <span className={styles.spinner} aria-hidden="true" />
      )}
      <h1>{isTakingLong ? 'This takes longer than usual' : 'Confirming your payment'}</h1>
      <p>
        {isTakingLong
          ? 'Your order is saved. You get an e-mail as soon as the payment is confirmed; you can close this page.'
          : 'We are waiting for the payment provider. This page updates automatically.'}
      </p>
      <div className={styles.actions}>
        {isTakingLong && <Button onClick={onAgain}>Look again</Button>}
        {order.payment_url && (
          <LinkButton variant="outline" href={order.payment_url}>
            Back to the payment page
          </LinkButton>
        )}
      </div>
    </div>
  )
}

function Done({ order }: { order: Order }) {
  const { viewer } = useSession()
  const steps = nextSteps(order, viewer?.current_role ?? null)
  return (
    <div className={styles.head} role="status">
      <IconCircleCheck size={56} className={styles.icon} />
      <h1>Thank you, your order is complete</h1>
      {order.user.email && (
        <p>
          {/* Where nothing was paid there is no receipt (CRT-029). */}
          {order.invoice_number ? 'We sent the receipt to' : 'It is in the account of'}{' '}
          <strong>{order.user.email}</strong>.
        </p>
      )}
      <DemoOutbox />
      <ul className={styles.steps} aria-label="What to do next">
        {steps.map((step) => (
          <li key={step.kind}>
            <Step step={step} order={order} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Where mails stay on this machine, the buyer would wait for them in vain. */
function DemoOutbox() {
  const { keeps_mails: keepsMails } = useSession()
  if (!keepsMails) return null
  return (
    <p>
      This is a demo. Its mails stay here:{' '}
      <Anchor href="/dev/mail" isNewTab>
        open the outbox
      </Anchor>
      .
    </p>
  )
}

type LinkStep = Exclude<NextStep, { kind: 'give' | 'set-password' }>

/** The steps that are a page to go to. */
const STEP_LINKS: {
  [K in LinkStep['kind']]: { text: string; href: (step: Extract<LinkStep, { kind: K }>) => string }
} = {
  start: { text: 'Start the course', href: ({ slug }) => `/courses/learner/${encodeURIComponent(slug)}` },
  'start-all': { text: 'Start your courses', href: () => '/courses' },
  'portal-credits': { text: 'See the portal’s credits', href: () => '/dashboard' },
  portal: { text: 'Open your portal', href: ({ href }) => href },
  subscription: { text: 'See your subscription', href: () => '/admin/my-subscription' },
}

function Step({ step, order }: { step: NextStep; order: Order }) {
  if (step.kind === 'give') return <GiveStep />
  if (step.kind === 'set-password') return <PasswordStep order={order} />
  const { text, href } = STEP_LINKS[step.kind]
  return <StepLink href={href(step as never)}>{text}</StepLink>
}

const StepLink = ({ href, children }: { href: string; children: string }) => (
  <LinkButton size="lg" iconAfter={IconArrowRight} href={href}>
    {children}
  </LinkButton>
)

const GIVE = 'Give credits to your people'

/** The order has made the buyer a manager; credits are given in that role (ORD-044). */
function GiveStep() {
  const { viewer } = useSession()
  const api = useApi()
  const [isChanging, setChanging] = useState(false)
  if (viewer?.current_role === 'manager') return <StepLink href="/courses/managers">{GIVE}</StepLink>
  const goOn = () => {
    setChanging(true)
    chooseRole(api, 'manager').catch((error: unknown) => {
      setChanging(false)
      void import('#ui/public/dialogs/toast.ts').then(({ toast }) => toast.error(error))
    })
  }
  return (
    <Button size="lg" iconAfter={IconArrowRight} isLoading={isChanging} onClick={goOn}>
      {GIVE}
    </Button>
  )
}

function PasswordStep({ order: { user, password_provider: provider } }: { order: Order }) {
  const { email } = user
  if (provider === null) return <SetPassword email={email} />
  return (
    <ProviderInstead provider={provider}>
      <p>
        Sign in with {provider}
        {email && ` as ${email}`} to find what you bought. You need no password.
      </p>
    </ProviderInstead>
  )
}

const SetPassword = ({ email }: { email: string | null }) => (
  <Alert
    tone="info"
    title="Set your password to continue"
    action={
      <LinkButton size="sm" variant="outline" href="/login">
        I have set it: sign in
      </LinkButton>
    }
  >
    We sent {email ? `${email} a link` : 'you a link by e-mail'}. Use it to set your password, then sign in to find what
    you bought.
  </Alert>
)

/** Neither complete nor on the way: canceled, failed or refunded. */
function Refused({ order }: { order: Order }) {
  const { word, text } = REFUSALS[order.status] ?? { word: 'not complete', text: '' }
  return (
    <div className={styles.head} role="status">
      <IconAlertCircle size={48} className={styles.quietIcon} />
      <h1>This order is {word}</h1>
      <p>{order.reason ?? text}</p>
      <div className={styles.actions}>
        <LinkButton href="/cart">Back to the cart</LinkButton>
        <LinkButton href="/course" variant="outline">
          Browse courses
        </LinkButton>
      </div>
    </div>
  )
}

const REFUSALS: Record<number, { word: string; text: string }> = {
  2: { word: 'cancelled', text: 'Nothing was charged.' },
  4: { word: 'not paid', text: 'The payment did not go through. You can try again with another card.' },
  6: { word: 'refunded', text: 'Your money is on its way back to you.' },
}

/** Courses and bundles are paid one after the other (CRT-022): a buyer who has paid for one is sent to the other. */
function StillInCart({ order }: { order: Order }) {
  const rest = useCart().filter((line) => !order.items.some(({ kind, id }) => kind === line.kind && id === line.id))
  if (rest.length === 0) return null
  return (
    <Alert
      tone="info"
      title="There is more in your cart"
      action={
        <LinkButton size="sm" variant="outline" href="/cart">
          View cart
        </LinkButton>
      }
    >
      You pay for courses, bundles and subscriptions separately. The rest is still in your cart.
    </Alert>
  )
}

function OrderLinks({ order }: { order: Order }) {
  const { viewer } = useSession()
  if (!viewer && !order.invoice_number) return null
  return (
    <p className={styles.links} data-print="no">
      {viewer && <Anchor href={`/orders/${order.id}`}>View the order</Anchor>}
      {order.invoice_number && (
        <Anchor href={invoiceHref(order.id)} download="">
          Download the invoice (PDF)
        </Anchor>
      )}
    </p>
  )
}

function NotShown({ isUnknown, onAgain }: { isUnknown: boolean; onAgain: () => void }) {
  const { viewer } = useSession()
  const heading = <h1 className="only-read">Your order</h1>
  if (!isUnknown) {
    return (
      <div>
        {heading}
        <EmptyState
          title="We could not load the order"
          text="Your order is safe. Please check your connection."
          action={<Button onClick={onAgain}>Try again</Button>}
        />
      </div>
    )
  }
  return (
    <div>
      {heading}
      <EmptyState
        title="This order cannot be shown here"
        text={
          viewer
            ? 'It belongs to another account. You find your own orders in your list.'
            : 'Only the buyer can see an order, and for one day the browser it was placed in.'
        }
        action={
          viewer ? (
            <LinkButton href="/orders">See your orders</LinkButton>
          ) : (
            <LinkButton href="/login">Sign in</LinkButton>
          )
        }
      />
    </div>
  )
}
