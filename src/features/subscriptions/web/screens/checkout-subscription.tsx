import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useCart, useCartActions } from '#features/cart/web/public.ts'
import type { KnownBuyer } from '#features/checkout/web/public.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useRead } from '#ui/calls/use-read.ts'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { LoadingNote, SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import page from '#ui/public/products/checkout-layout.module.css'
import { showPlan } from '../../contract.ts'

// Only the browser knows the plan, and it has to be read, so the form loads separately.
const loadForm = () => import('../components/plan-checkout.tsx')
const PlanCheckout = lazy(() => loadForm().then((file) => ({ default: file.PlanCheckout })))
// Shown only to buyers who come back from the payment page.
const Cancelled = lazy(() => import('#features/checkout/web/public.ts').then((file) => ({ default: file.Cancelled })))

type ScreenProps = { known: KnownBuyer; cancelledOrder: number | null }

const usePlanLine = () => useCart().find((line) => line.kind === 'subscription')

/** From a chosen plan to the payment page (CRT-018, CRT-019, CRT-022 to CRT-030, CAT-043, LEG-021). */
export function CheckoutSubscriptionScreen({ known, cancelledOrder }: ScreenProps) {
  const router = useRouter()
  const api = useApi()
  const isHydrated = useHydrated()
  const line = usePlanLine()
  const isEmpty = isHydrated && !line
  useEffect(() => {
    if (isEmpty) void router.navigate({ href: '/cart', replace: true })
  }, [isEmpty, router])
  const reading = useRead(isHydrated && line ? String(line.id) : null, () =>
    api.call(showPlan, { params: { id: line?.id ?? 0 } }),
  )
  const actions = useCartActions()
  const isGone = reading.error?.status === 404
  useEffect(() => {
    if (!isGone || !line) return
    actions.remove([line])
    void Promise.all([import('#kernel/product/texts.ts'), import('#ui/public/dialogs/toast.ts')]).then(
      ([texts, { toast }]) => toast.warning(texts.toastText('cart_items_removed')),
    )
  }, [isGone, line, actions])
  useEffect(() => {
    loadForm().catch(() => {})
  }, [])
  const plan = reading.data?.data
  return (
    <Container className={page.page}>
      <h1>Checkout</h1>
      {isHydrated && cancelledOrder !== null && (
        <Suspense fallback={null}>
          <Cancelled orderId={cancelledOrder} success="subscription" />
        </Suspense>
      )}
      {plan && line ? (
        <Suspense fallback={<Loading />}>
          <PlanCheckout plan={plan} period={line.type} known={known} />
        </Suspense>
      ) : reading.error && !isGone ? (
        <Alert
          tone="danger"
          isLive
          title="We could not load the plan"
          action={
            <Button size="sm" variant="outline" onClick={reading.again}>
              Try again
            </Button>
          }
        >
          Nothing is lost: what you chose is still in your cart.
        </Alert>
      ) : (
        <Loading />
      )}
    </Container>
  )
}

function Loading() {
  return (
    <>
      <LoadingNote text="Loading the checkout" />
      <SkeletonText lines={6} />
    </>
  )
}
