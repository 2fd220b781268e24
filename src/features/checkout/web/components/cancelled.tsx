import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { cancelOrder } from '#features/orders/contract.ts'
import { useApi } from '#ui/api.tsx'
import { Alert } from '#ui/public/alert.tsx'

/** The buyer comes back from the payment page without having paid: the order is closed, the cart stays. */
export function Cancelled({ orderId }: { orderId: number }) {
  const api = useApi()
  const router = useRouter()
  useEffect(() => {
    // An order that was paid or closed meanwhile refuses; there is nothing to do then.
    api.call(cancelOrder, { params: { id: orderId } }).catch(() => {})
    router.history.replace(router.state.location.pathname)
  }, [api, orderId, router])
  return (
    <Alert tone="info" isLive title="The payment was not made">
      Nothing was charged, and what you chose is as it was. You can pay whenever you are ready.
    </Alert>
  )
}
