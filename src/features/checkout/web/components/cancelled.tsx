import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { cancelOrder } from '#features/orders/contract.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { leaveOrder, type Outcome } from '../../rules/cancelled-order.ts'

type CancelledProps = {
  orderId: number
  /** The person whose success page shows an order that was paid after all. */
  success: 'course' | 'bundle' | 'subscription'
}

/**
 * The buyer comes back from the payment page. The order is closed first, because only then is it certain that nothing
 * was charged. An order that was paid in the meantime, as in another tab or on a phone, is shown instead, before it is
 * paid twice (ORD-008).
 */
export function Cancelled({ orderId, success }: CancelledProps) {
  const api = useApi()
  const router = useRouter()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    router.history.replace(router.state.location.pathname)
    api
      .call(cancelOrder, { params: { id: orderId } })
      .then(
        ({ data }) => leaveOrder({ order_status: data.status }),
        (failure: { status?: number }) => leaveOrder({ refusal: failure.status ?? 0 }),
      )
      .then((next) => {
        setOutcome(next)
        if (next === 'paid')
          void router.navigate({ href: `/orders/success/${success}?order=${orderId}`, replace: true })
      })
  }, [api, orderId, router, success])
  if (outcome === 'cancelled')
    return (
      <Alert tone="info" isLive title="The payment was not made">
        You were not charged, and your cart has not changed. You can pay whenever you are ready.
      </Alert>
    )
  if (outcome === 'unsure')
    return (
      <Alert tone="warning" isLive title="You left the payment page">
        We could not find out yet what became of that payment. If you paid, you get an e-mail; please do not pay a
        second time before you have looked for it.
      </Alert>
    )
  return null
}
