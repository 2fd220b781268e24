import { lazy, Suspense, useEffect, useRef } from 'react'
import { settleOrder } from '#features/cart/web/public.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { useSession } from '#ui/calls/api.tsx'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { Container } from '#ui/public/parts/layout.tsx'
import { type Order, useOrderUntilDone } from '../use-order-until-done.ts'
import styles from './success.module.css'

// The browser reads the order, so its details load separately.
const loadOutcome = () => import('../components/order-outcome.tsx')
const OrderOutcome = lazy(() => loadOutcome().then((file) => ({ default: file.OrderOutcome })))

/** Thanks the buyer, shows the order and leads on; while the payment is being confirmed it waits for that (ROU-046, ORD-017). */
export function SuccessScreen({ orderId }: { orderId: number | null }) {
  const { order, error, isTakingLong, lookAgain } = useOrderUntilDone(orderId)
  useSettled(order)
  useEffect(() => {
    loadOutcome().catch(() => {})
  }, [])
  const isHydrated = useHydrated()
  const isShown = isHydrated && (orderId === null || error !== null || order !== undefined)
  return (
    <Container width="narrow" className={styles.page}>
      {isShown ? (
        <Suspense fallback={<Confirming />}>
          <OrderOutcome
            order={error ? undefined : order}
            isUnknown={orderId === null || error?.status === 404}
            isTakingLong={isTakingLong}
            onAgain={lookAgain}
          />
        </Suspense>
      ) : (
        <Confirming />
      )}
    </Container>
  )
}

/** Once an order is complete: confetti (UIX-010), and what was bought leaves the cart and is counted, once (CRT-002, CRT-021). */
const useSettled = (order: Order | undefined) => {
  const { portal } = useSession()
  const isDone = useRef(false)
  useEffect(() => {
    if (!order || order.status !== ORDER_STATUS.completed || isDone.current) return
    isDone.current = true
    void import('#ui/public/dialogs/confetti.ts').then((file) => file.celebrate()).catch(() => {})
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
