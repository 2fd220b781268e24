import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { type ItemKind, reportCart } from '#features/cart/web/public.ts'
import { useSession } from '#ui/calls/api.tsx'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { Late, LoadingNote, SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import page from '#ui/public/products/checkout-layout.module.css'
import { ClosedNote } from '#ui/public/site/closed-note.tsx'
import { MOST_ITEMS } from '../../rules/parts.ts'
import type { KnownBuyer } from '../load-known.ts'
import { priceOf } from '../prices.ts'
import { type CartEntry, useCartContent } from '../use-cart-content.ts'

// Only the browser knows the cart, and its records have to be read, so the form loads separately.
const loadForm = () => import('../components/cart-checkout.tsx')
const CartCheckout = lazy(() => loadForm().then((file) => ({ default: file.CartCheckout })))
// Shown only to buyers who come back from the payment page.
const Cancelled = lazy(() => import('../components/cancelled.tsx').then((file) => ({ default: file.Cancelled })))

const KINDS: Record<ItemKind, readonly ItemKind[]> = { course: ['course'], bundle: ['bundle'] }
type CheckoutScreenProps = {
  kind: ItemKind
  known: KnownBuyer
  /** The order whose payment page was left (ORD-008). */
  cancelledOrder: number | null
}

/** From the cart to the payment page: the buyer, the address, the acceptances (CRT-022 to CRT-030). */
export function CheckoutScreen({ kind, known, cancelledOrder }: CheckoutScreenProps) {
  const router = useRouter()
  const isHydrated = useHydrated()
  const { is_subscribed: isSubscribed } = useSession().portal
  const content = useCartContent(KINDS[kind])
  const { entries, isLoading, error } = content
  const isEmpty = !isLoading && error === null && entries.length === 0
  useEffect(() => {
    if (isEmpty) void router.navigate({ href: '/cart', replace: true })
  }, [isEmpty, router])
  useBeginReport(kind, entries)
  useEffect(() => {
    loadForm().catch(() => {})
  }, [])
  return (
    <Container className={page.page}>
      <h1>Checkout</h1>
      {isHydrated && cancelledOrder !== null && (
        <Suspense fallback={null}>
          <Cancelled orderId={cancelledOrder} success={kind} />
        </Suspense>
      )}
      {error !== null && (
        <Alert
          tone="danger"
          isLive
          title="We could not load your cart"
          action={
            <Button size="sm" variant="outline" onClick={content.again}>
              Try again
            </Button>
          }
        >
          Nothing is lost: everything you chose is still in it.
        </Alert>
      )}
      {!isSubscribed && entries.length > 0 ? (
        <ClosedNote />
      ) : entries.length > 0 ? (
        <Suspense fallback={<Loading />}>
          <CartCheckout
            kind={kind}
            known={known}
            entries={entries.slice(0, MOST_ITEMS)}
            left={Math.max(0, entries.length - MOST_ITEMS)}
            onGone={content.again}
          />
        </Suspense>
      ) : (
        isLoading && <Loading />
      )}
    </Container>
  )
}

function Loading() {
  return (
    <>
      <LoadingNote text="Loading the checkout" />
      <Late>
        <SkeletonText lines={6} />
      </Late>
    </>
  )
}

/** Tells analytics once that a checkout has begun (CRT-020). */
const useBeginReport = (kind: ItemKind, entries: readonly CartEntry[]) => {
  const isReported = useRef(false)
  useEffect(() => {
    if (isReported.current || entries.length === 0) return
    isReported.current = true
    reportCart(
      'begin_checkout',
      entries.map((entry) => ({
        kind,
        id: entry.line.id,
        title: entry.record.title,
        quantity: entry.line.quantity,
        unit_cents: priceOf(entry)?.unit_cents ?? 0,
      })),
    )
  }, [kind, entries])
}
