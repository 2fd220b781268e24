import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#features/orders/web/public.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { useSession } from '#ui/calls/api.tsx'
import { IconRefresh } from '#ui/icons.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { mayRefundType } from '../../rules/may-refund.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** The button that refunds an order, for people who may (ORD-022, ORD-050); nothing for everyone else. */
export function RefundOrder({ order }: { order: Order }) {
  const { viewer, portal } = useSession()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const mayRefund =
    order.status === ORDER_STATUS.completed &&
    order.payment_reference !== null &&
    viewer?.abilities.includes('payments.create') &&
    mayRefundType(order.type, { role: viewer.current_role, is_core: portal.flags.is_core })
  return (
    <>
      {mayRefund && (
        <Button variant="danger-outline" icon={IconRefresh} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Refund
        </Button>
      )}
      {isOpen && (
        <RefundDialog
          orderId={order.id}
          orderNumber={order.number}
          onClose={() => setOpen(false)}
          onRefunded={() => void client.invalidateQueries()}
        />
      )}
    </>
  )
}
