import { lazy, Suspense, useEffect, useRef } from 'react'
import type { ItemKind } from '#features/cart/web/public.ts'
import { useSession } from '#ui/calls/api.tsx'
import { IconShoppingCart } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Late, LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { ClosedNote } from '#ui/public/site/closed-note.tsx'
import { CartRowSkeleton } from '../components/cart-row-skeleton.tsx'
import { useCartContent } from '../use-cart-content.ts'
import styles from './cart.module.css'

// Only the browser knows the cart, and its records have to be read, so the lines load separately.
const loadLines = () => import('../components/cart-lines.tsx')
const CartLines = lazy(() => loadLines().then((file) => ({ default: file.CartLines })))

const KINDS = ['course', 'bundle'] as const satisfies ItemKind[]

/** What one is about to buy. Courses and bundles are checked out each on their own (CRT-022). */
export function CartScreen() {
  const { cart, entries, isLoading, error, again } = useCartContent(KINDS)
  const { is_subscribed: isSubscribed } = useSession().portal
  const plan = cart.find((line) => line.kind === 'subscription')
  const isEmpty = !isLoading && !error && entries.length === 0 && !plan
  const heading = useFocusAfterRemoval(cart.length)
  useEffect(() => {
    loadLines().catch(() => {})
  }, [])
  return (
    <Container className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        Cart
      </h1>
      {!isSubscribed && entries.length > 0 && <ClosedNote />}
      {isLoading && <Loading />}
      {error !== null && (
        <Alert
          tone="danger"
          isLive
          title="We could not load your cart"
          action={
            <Button size="sm" variant="outline" onClick={again}>
              Try again
            </Button>
          }
        >
          Nothing is lost: everything you chose is still in it.
        </Alert>
      )}
      {isEmpty && (
        <EmptyState
          icon={IconShoppingCart}
          title="Your cart is empty"
          text="Courses and bundles you add will be here."
          action={
            <>
              <LinkButton href="/course">Browse courses</LinkButton>
              <LinkButton href="/bundles" variant="outline">
                See bundles
              </LinkButton>
            </>
          }
        />
      )}
      {(entries.length > 0 || plan) && (
        <Suspense fallback={<Loading />}>
          <CartLines entries={entries} plan={plan} />
        </Suspense>
      )}
    </Container>
  )
}

/** The heading, to which the focus goes when the line that had it has been removed. */
const useFocusAfterRemoval = (count: number) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) heading.current?.focus()
    before.current = count
  }, [count])
  return heading
}

function Loading() {
  return (
    <div className={styles.columns}>
      <LoadingNote text="Loading the cart" />
      <Late>
        <div className={styles.lists}>
          <CartRowSkeleton />
          <CartRowSkeleton />
        </div>
      </Late>
    </div>
  )
}
