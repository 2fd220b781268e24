import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { AddressLines } from '#features/addresses/web/public.ts'
import { formatMoney } from '#kernel/format.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import record from '#ui/app/form/record.module.css'
import { DataList } from '#ui/app/list/data-list.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { IconDownload, IconPrinter } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { Card } from '#ui/public/products/card.tsx'
import { cancelOrder, ORDER_COMPLETED, ORDER_FAILED } from '../../contract.ts'
import { OrderLines } from '../components/order-lines.tsx'
import { invoiceHref } from '../invoice.ts'
import { orderQueries } from '../queries.ts'
import type { Order } from '../use-order-until-done.ts'
import styles from './order.module.css'

/** The parts of the screen that features above orders bring: what can be done with its invoice and with its money. */
export type OrderParts = { SendInvoice: ComponentType<{ order: Order }>; RefundOrder: ComponentType<{ order: Order }> }

/** One order of the buyer: what was bought, how it stands, where the invoice is. It can be printed. */
export function OrderScreen({ orderId, SendInvoice, RefundOrder }: { orderId: number } & OrderParts) {
  const { viewer, portal } = useSession()
  const client = useQueryClient()
  const query = orderQueries(useApi()).one(orderId)
  const { data } = useSuspenseQuery(query)
  const order = data.data
  // Somebody else's is reached from the payments of the portal.
  const isOwn = order.user.id === viewer?.user_id
  const list = isOwn ? { label: 'Orders', href: '/orders' } : { label: 'Payments', href: '/payments' }
  const read = () => void client.invalidateQueries({ queryKey: query.queryKey })
  const onEvent = ({ id }: { id: number }) => {
    if (id === orderId) read()
  }
  useLive(viewer ? `notifications.${viewer.user_id}` : null, { [ORDER_COMPLETED]: onEvent, [ORDER_FAILED]: onEvent })
  return (
    <>
      <PageHeader
        crumbs={[list, { label: `Order ${order.number}` }]}
        title={`Order ${order.number}`}
        badge={<StatusBadge status={order.status_name} />}
        text={
          <>
            {order.type_name}, <DayText value={order.created_at} format="long" />
          </>
        }
        actions={
          <div className={record.actions} data-print="no">
            {order.invoice_number && (
              <>
                <LinkButton variant="outline" icon={IconDownload} href={invoiceHref(order.id)} download="">
                  Invoice (PDF)
                </LinkButton>
                <SendInvoice order={order} />
              </>
            )}
            <Button variant="outline" icon={IconPrinter} onClick={() => print()}>
              Print
            </Button>
            <RefundOrder order={order} />
          </div>
        }
      />
      <p className={styles.seller}>{portal.company.name ?? portal.name}</p>
      <Notice order={order} onChanged={read} />
      <div className={record.columns}>
        <Card>
          <OrderLines order={order} />
        </Card>
        <Card>
          <h2 className={record.title}>Details</h2>
          <DataList items={detailsOf(order)} />
        </Card>
      </div>
    </>
  )
}

const detailsOf = (order: Order) => [
  { label: 'Buyer', value: order.user.display_name },
  ...(order.user.email ? [{ label: 'E-mail', value: order.user.email }] : []),
  { label: 'Ordered', value: <TimeText value={order.created_at} /> },
  ...(order.paid_at ? [{ label: 'Paid', value: <TimeText value={order.paid_at} /> }] : []),
  ...(order.cancelled_at ? [{ label: 'Canceled', value: <TimeText value={order.cancelled_at} /> }] : []),
  ...(order.invoice_number ? [{ label: 'Invoice', value: order.invoice_number }] : []),
  ...(order.payment_reference ? [{ label: 'Payment', value: order.payment_reference }] : []),
  ...(order.billing_address
    ? [{ label: 'Billing address', value: <AddressLines address={order.billing_address} /> }]
    : []),
  ...(order.shipping_address
    ? [{ label: 'Shipping address', value: <AddressLines address={order.shipping_address} /> }]
    : []),
]

/** What the buyer should know or do about an order that is not simply complete. */
function Notice({ order, onChanged }: { order: Order; onChanged: () => void }) {
  const cancel = useCall(cancelOrder, { onSuccess: onChanged, onError: (error) => void toast.error(error) })
  if (order.status === ORDER_STATUS.pending) {
    const ask = async () => {
      const isSure = await confirm({
        title: 'Cancel this order?',
        text: 'You were not charged. You can order again at any time.',
        yes: 'Cancel the order',
        no: 'Keep it',
        isDanger: true,
      })
      if (isSure) cancel.mutate({ params: { id: order.id } })
    }
    return (
      <div className={record.notice} data-print="no">
        <Alert
          tone="warning"
          title="This order is not paid yet"
          action={
            <div className={record.actions}>
              {order.payment_url && (
                <LinkButton size="sm" href={order.payment_url}>
                  Go to the payment page
                </LinkButton>
              )}
              <Button size="sm" variant="danger-outline" isLoading={cancel.isPending} onClick={() => void ask()}>
                Cancel the order
              </Button>
            </div>
          }
        >
          We cancel orders that are not paid within 24 hours.
        </Alert>
      </div>
    )
  }
  if (order.status === ORDER_STATUS.processing) {
    return (
      <div className={record.notice}>
        <Alert tone="info">We are confirming your payment. This page updates automatically.</Alert>
      </div>
    )
  }
  if (order.failed_refund) return <FailedRefund order={order} refund={order.failed_refund} />
  if ((order.status === ORDER_STATUS.failed || order.status === ORDER_STATUS.cancelled) && order.reason) {
    return (
      <div className={record.notice}>
        <Alert tone="warning">{order.reason}</Alert>
      </div>
    )
  }
  return null
}

/** The money of a refund has come back: the buyer has to say where to send it (ORD-051). */
function FailedRefund({ order, refund }: { order: Order; refund: NonNullable<Order['failed_refund']> }) {
  const { viewer, portal } = useSession()
  const isBuyer = viewer?.user_id === order.user.id || !viewer?.abilities.includes('payments.view')
  const { support_email: email } = portal.company
  const keeps = order.status === ORDER_STATUS.completed
  return (
    <div className={record.notice}>
      <Alert tone="warning" title={`A refund of ${formatMoney(refund.amount)} could not be paid out`}>
        <p>
          The money came back on <DayText value={refund.failed_at} format="long" />
          {refund.reason ? `: ${refund.reason}` : ' from the bank it was sent to.'}
        </p>
        <p>
          {isBuyer
            ? `${keeps ? 'Until you have it, you keep what you bought. ' : ''}Please write to ${email ?? 'us'}, so that we find another way to give it to you.`
            : keeps
              ? 'The buyer has the credits and the access again. The order can be refunded again.'
              : 'It paid for nothing. Please return it at the payment provider, or to the buyer in another way.'}
        </p>
      </Alert>
    </div>
  )
}
