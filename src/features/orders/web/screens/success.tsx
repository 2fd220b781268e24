import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { settleOrder } from '#features/cart/web/public.ts'
import { chooseRole } from '#features/sessions/web/public.ts'
import { useApi, useSession } from '#ui/api.tsx'
import { IconArrowRight, IconCircleCheck, IconClock } from '#ui/icons.tsx'
import { Alert } from '#ui/public/alert.tsx'
import { Anchor } from '#ui/public/anchor.tsx'
import { Button, LinkButton } from '#ui/public/button.tsx'
import { EmptyState } from '#ui/public/empty-state.tsx'
import { Container } from '#ui/public/layout.tsx'
import { SkeletonText } from '#ui/public/skeleton.tsx'
import { type NextStep, nextSteps } from '../../rules/next-step.ts'
import { isWaiting } from '../../rules/waiting.ts'
import { invoiceHref } from '../invoice.ts'
import { type Order, useOrderUntilDone } from '../use-order-until-done.ts'
import styles from './success.module.css'

const OrderLines = lazy(() => import('../components/order-lines.tsx').then((file) => ({ default: file.OrderLines })))

const COMPLETED = 3

/** Thanks the buyer, shows the order and leads on; while the payment is being confirmed it waits for that (ROU-046, ORD-017). */
export function SuccessScreen({ orderId }: { orderId: number | null }) {
  const { order, error, isTired, lookAgain } = useOrderUntilDone(orderId)
  useSettled(order)
  return (
    <Container width="narrow" className={styles.page}>
      {orderId === null || error ? (
        <NotShown isUnknown={orderId === null || error?.status === 404} onAgain={lookAgain} />
      ) : !order ? (
        <Confirming />
      ) : order.status === COMPLETED ? (
        <Done order={order} />
      ) : isWaiting(order.status) ? (
        <Waiting order={order} isTired={isTired} onAgain={lookAgain} />
      ) : (
        <Refused order={order} />
      )}
      {order && (
        <section className={styles.order} aria-labelledby="order-number">
          <h2 id="order-number">Order {order.number}</h2>
          <Suspense fallback={<SkeletonText />}>
            <OrderLines order={order} />
          </Suspense>
          <OrderLinks order={order} />
        </section>
      )}
    </Container>
  )
}

/** Once an order is complete: confetti (UIX-010), and what was bought leaves the cart and is counted, once (CRT-002, CRT-021). */
const useSettled = (order: Order | undefined) => {
  const { portal } = useSession()
  const isDone = useRef(false)
  useEffect(() => {
    if (!order || order.status !== COMPLETED || isDone.current) return
    isDone.current = true
    void import('#ui/public/confetti.ts').then((file) => file.celebrate()).catch(() => {})
    settleOrder(
      portal.id,
      order.id,
      order.items.map((item) => ({ ...item, unit_cents: Math.round(item.unit_price * 100) })),
    )
  }, [order, portal.id])
}

function Confirming() {
  return (
    <div className={styles.head} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <h1>Looking up your order</h1>
      <p>One moment, please.</p>
    </div>
  )
}

type WaitingProps = { order: Order; isTired: boolean; onAgain: () => void }

function Waiting({ order, isTired, onAgain }: WaitingProps) {
  return (
    <div className={styles.head} role="status">
      {isTired ? (
        <IconClock size={48} className={styles.quietIcon} />
      ) : (
        <span className={styles.spinner} aria-hidden="true" />
      )}
      <h1>{isTired ? 'This takes longer than usual' : 'Confirming your payment'}</h1>
      <p>
        {isTired
          ? 'Your order is kept. As soon as the payment is confirmed you get an e-mail; you can close this page.'
          : 'The payment provider is telling us about your payment. This page goes on by itself.'}
      </p>
      <div className={styles.actions}>
        {isTired && <Button onClick={onAgain}>Look again</Button>}
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
          We sent the receipt to <strong>{order.user.email}</strong>.
        </p>
      )}
      <ul className={styles.steps} aria-label="What to do next">
        {steps.map((step) => (
          <li key={step.kind}>
            <Step step={step} email={order.user.email} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Step({ step, email }: { step: NextStep; email: string | null }) {
  const { viewer } = useSession()
  const api = useApi()
  const [isChanging, setChanging] = useState(false)
  switch (step.kind) {
    case 'start':
      return (
        <LinkButton size="lg" iconAfter={IconArrowRight} href={`/courses/learner/${encodeURIComponent(step.slug)}`}>
          Start the course
        </LinkButton>
      )
    case 'start-all':
      return (
        <LinkButton size="lg" iconAfter={IconArrowRight} href="/courses">
          Start your courses
        </LinkButton>
      )
    case 'give': {
      if (viewer?.current_role === 'manager') {
        return (
          <LinkButton size="lg" iconAfter={IconArrowRight} href="/courses/managers">
            Give credits to your people
          </LinkButton>
        )
      }
      // The order has made the buyer a manager; credits are given in that role (ORD-044).
      const goOn = () => {
        setChanging(true)
        chooseRole(api, 'manager').catch((error: unknown) => {
          setChanging(false)
          void import('#ui/public/toast.ts').then(({ toast }) => toast.error(error))
        })
      }
      return (
        <Button size="lg" iconAfter={IconArrowRight} isLoading={isChanging} onClick={goOn}>
          Give credits to your people
        </Button>
      )
    }
    case 'portal-credits':
      return (
        <LinkButton size="lg" iconAfter={IconArrowRight} href="/dashboard">
          See the portal’s credits
        </LinkButton>
      )
    case 'portal':
      return (
        <LinkButton size="lg" iconAfter={IconArrowRight} href={step.href}>
          Open your portal
        </LinkButton>
      )
    case 'subscription':
      return (
        <LinkButton size="lg" iconAfter={IconArrowRight} href="/admin/my-subscription">
          See your subscription
        </LinkButton>
      )
    case 'set-password':
      return (
        <Alert
          tone="info"
          title="Set your password to go on"
          action={
            <LinkButton size="sm" variant="outline" href="/login">
              I have set it: sign in
            </LinkButton>
          }
        >
          {email ? `There is a mail to ${email}` : 'There is a mail'} with a link with which you set your password. Then
          you sign in and find what you bought.
        </Alert>
      )
  }
}

/** Neither complete nor on the way: cancelled, failed or refunded. */
function Refused({ order }: { order: Order }) {
  const { word, text } = REFUSALS[order.status] ?? { word: 'not complete', text: '' }
  return (
    <div className={styles.head} role="status">
      <IconClock size={48} className={styles.quietIcon} />
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
  6: { word: 'refunded', text: 'The money is on its way back to you.' },
}

function OrderLinks({ order }: { order: Order }) {
  const { viewer } = useSession()
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
          title="The order could not be read"
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
            ? 'It belongs to another account. Your own orders are in their list.'
            : 'An order is shown to its buyer, and for a day in the browser in which it was made.'
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
