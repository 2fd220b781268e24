import { useEffect, useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { useRead } from '#ui/calls/use-read.ts'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { ORDER_COMPLETED, ORDER_FAILED, showOrder } from '../contract.ts'
import { isWaiting, pauseBefore } from '../rules/waiting.ts'

export type Order = Wire<typeof showOrder>['data']

/**
 * An order, read again until its payment is confirmed or refused: at once by a live event for its signed-in buyer, and
 * with growing pauses for everyone, because a visitor has no live channel and an event can get lost.
 */
export const useOrderUntilDone = (orderId: number | null) => {
  const api = useApi()
  const { viewer } = useSession()
  const isHydrated = useHydrated()
  const { data, error, again } = useRead(isHydrated && orderId !== null ? String(orderId) : null, () =>
    api.call(showOrder, { params: { id: orderId ?? 0 } }),
  )
  const order = data?.data
  const waits = order !== undefined && isWaiting(order.status)
  const [looks, setLooks] = useState(0)
  const pause = waits ? pauseBefore(looks) : null

  const look = ({ id }: { id: number }) => {
    if (id === orderId) again()
  }
  useLive(waits && viewer ? `notifications.${viewer.user_id}` : null, { [ORDER_COMPLETED]: look, [ORDER_FAILED]: look })

  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer starts the next pause
  useEffect(() => {
    if (pause === null) return
    const timer = setTimeout(() => {
      setLooks((count) => count + 1)
      again()
    }, pause)
    return () => clearTimeout(timer)
  }, [pause, data, again])

  const lookAgain = () => {
    setLooks(0)
    again()
  }
  return { order, error: order ? null : error, isTakingLong: waits && pause === null, lookAgain }
}
