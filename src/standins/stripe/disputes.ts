import type { Stripe } from 'stripe'
import { noSuch, StripeFailure } from './failure.ts'
import { newId } from './ids.ts'
import { book } from './payment-objects.ts'
import type { Route } from './route.ts'
import type { Work } from './work.ts'

const DISPUTE_FEE = 1500
const TEN_DAYS = 10 * 24 * 60 * 60

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

const withdraw = (work: Work, { id, charge, amount }: Pick<Stripe.Dispute, 'id' | 'charge' | 'amount'>) =>
  book(work, {
    amount: -amount,
    fee: DISPUTE_FEE,
    type: 'adjustment',
    reporting_category: 'dispute',
    source: id,
    description: `Chargeback withdrawal for ${charge}`,
  })

/** The part of a charge that is disputed: the same money is disputed once only, unless an inquiry was settled before. */
const disputedOf = (work: Work, chargeId: string): number =>
  work
    .list('disputes')
    .filter(({ charge, status }) => charge === chargeId && status !== 'warning_closed')
    .reduce((sum, { amount }) => sum + amount, 0)

/**
 * Opens a dispute of a charge or a part of it: the amount and a fee leave the account until the decision. A charge may
 * be disputed in several parts. An inquiry takes no money.
 */
export function openDispute(
  work: Work,
  chargeId: string,
  { reason, part, is_inquiry = false }: { reason: string; part?: number | undefined; is_inquiry?: boolean },
): Stripe.Dispute {
  const charge = work.find('charges', chargeId)
  if (!charge) throw noSuch('charge', chargeId)
  const left = charge.amount - charge.amount_refunded - disputedOf(work, chargeId)
  const amount = Math.min(left, part ?? left)
  if (!charge.paid || amount === 0) throw new StripeFailure(`Charge ${charge.id} has nothing left to dispute.`)
  const id = newId('du')
  const dispute = work.put('disputes', {
    id,
    object: 'dispute',
    amount,
    balance_transactions: is_inquiry ? [] : [withdraw(work, { id, charge: charge.id, amount })],
    charge: charge.id,
    created: work.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: work.now + TEN_DAYS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: 'visa',
        case_type: is_inquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
    },
    reason,
    status: is_inquiry ? 'warning_needs_response' : 'needs_response',
  })
  work.put('charges', { ...charge, disputed: true })
  work.emit('charge.dispute.created', dispute)
  if (!is_inquiry) work.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank rejects the answer to its inquiry and takes the money back. */
export function escalateInquiry(work: Work, id: string): Stripe.Dispute {
  const before = work.find('disputes', id)
  if (!before) throw noSuch('dispute', id)
  if (!before.status.startsWith('warning_')) throw new StripeFailure('This dispute is no inquiry')
  const after = work.put('disputes', {
    ...before,
    status: 'needs_response',
    balance_transactions: [withdraw(work, before as { id: string; charge: string; amount: number })],
  })
  work.emit('charge.dispute.updated', after)
  work.emit('charge.dispute.funds_withdrawn', after)
  return after
}

/** Decides the dispute. A won dispute returns the amount but not the fee; a lost one, or an inquiry, returns nothing. */
export function closeDispute(work: Work, id: string, status: 'lost' | 'won' | 'warning_closed'): Stripe.Dispute {
  const before = work.find('disputes', id)
  if (!before) throw noSuch('dispute', id)
  if (before.status === 'won' || before.status === 'lost') throw new StripeFailure('This dispute is already closed')
  const back =
    status === 'won' &&
    book(work, {
      amount: before.amount,
      fee: 0,
      type: 'adjustment',
      reporting_category: 'dispute_reversal',
      source: id,
      description: `Chargeback reversal for ${before.charge}`,
    })
  const after = work.put('disputes', {
    ...before,
    status,
    balance_transactions: back ? [...before.balance_transactions, back] : before.balance_transactions,
  })
  if (back) work.emit('charge.dispute.funds_reinstated', after)
  work.emit('charge.dispute.closed', after)
  return after
}

export const disputeRoutes: Route[] = [
  // Closing a dispute through the API accepts it: it is lost.
  { method: 'POST', path: '/v1/disputes/:id/close', run: ({ work, id }) => closeDispute(work, id(), 'lost') },
]
