import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { DataList } from '#ui/app/list/data-list.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { listRefunds, showPayment } from '../../contract.ts'
import { moneyQueries } from '../queries.ts'

type Payment = Wire<typeof showPayment>['data']
type Refund = Wire<typeof listRefunds>['data'][number]

const REFUND_STATES = { pending: 'processing', succeeded: 'refunded', failed: 'refund_failed' } as const
const ORIGINS: Record<Refund['origin'], string> = {
  request: 'Refunded here',
  late_payment: 'Paid after the order was canceled',
  not_fulfilled: 'The order could not be fulfilled',
  provider: 'Refunded at the payment provider',
  dispute: 'Disputed by the buyer’s bank',
}

type PaymentDialogProps = { paymentId: number; orderId: number; onClose: () => void }

/** One payment with its fee and every refund of its order (ORD-019, ORD-022). */
export function PaymentDialog({ paymentId, orderId, onClose }: PaymentDialogProps) {
  const queries = moneyQueries(useApi())
  const payment = useQuery(queries.payment(paymentId))
  const refunds = useQuery(queries.refunds(orderId))
  const error = payment.error ?? refunds.error
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Payment details"
      footer={<LinkButton href={`/orders/${orderId}`}>Open the order</LinkButton>}
    >
      {error && (
        <Alert tone="danger" isLive>
          {textOfError(error)}
        </Alert>
      )}
      {payment.data && refunds.data && (
        <>
          <DataList items={factsOf(payment.data.data)} />
          <Refunds refunds={refunds.data.data} />
        </>
      )}
      {!error && !(payment.data && refunds.data) && <LoadingNote text="Loading the payment" />}
    </Dialog>
  )
}

const factsOf = (payment: Payment) => [
  { label: 'Order', value: payment.order_number },
  { label: 'Buyer', value: payment.user.display_name },
  { label: 'Paid', value: <TimeText value={payment.paid_at} /> },
  { label: 'Amount', value: formatMoney(payment.amount) },
  { label: 'Tax in it', value: formatMoney(payment.tax) },
  { label: 'Provider fee', value: payment.fee === null ? 'Not reported yet' : formatMoney(payment.fee) },
  { label: 'Refunded', value: formatMoney(payment.refunded_total) },
  { label: 'Payment number', value: payment.payment_reference },
]

function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  if (refunds.length === 0) return <p>No refunds.</p>
  return (
    <Rows isInset label="Refunds">
      {refunds.map((refund) => (
        <Row
          key={refund.id}
          title={formatMoney(refund.amount)}
          note={
            <>
              {refund.reason ?? ORIGINS[refund.origin]}
              {refund.failure && `: ${refund.failure}`}, <TimeText value={refund.created_at} />
            </>
          }
        >
          <StatusBadge status={REFUND_STATES[refund.status]} />
        </Row>
      ))}
    </Rows>
  )
}
