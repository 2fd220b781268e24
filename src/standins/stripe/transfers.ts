import type { Stripe } from 'stripe'
import { noSuch, StripeFailure } from './failure.ts'
import { newId } from './ids.ts'
import { listPage } from './lists.ts'
import type { Params } from './params.ts'
import { book } from './payment-objects.ts'
import type { Route } from './route.ts'
import type { Work } from './work.ts'

type TransferInput = Pick<
  Stripe.Transfer,
  'amount' | 'currency' | 'description' | 'destination' | 'metadata' | 'source_transaction' | 'transfer_group'
>

function transfer(work: Work, input: TransferInput): Stripe.Transfer {
  const id = newId('tr')
  const transaction = book(work, {
    amount: -input.amount,
    fee: 0,
    type: 'transfer',
    reporting_category: 'transfer',
    source: id,
    description: input.description,
  })
  const transfer = work.put('transfers', {
    id,
    object: 'transfer',
    ...input,
    amount_reversed: 0,
    balance_transaction: transaction.id,
    created: work.now,
    livemode: false,
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_type: 'card',
  })
  work.emit('transfer.created', transfer)
  return transfer
}

/** Transfers the money of a paid charge to the connected account of the payment, minus the platform's share. */
export function transferFor(work: Work, charge: Stripe.Charge): Stripe.Transfer | undefined {
  if (!charge.transfer_data) return undefined
  const { destination } = charge.transfer_data
  return transfer(work, {
    amount: charge.transfer_data.amount ?? charge.amount - (charge.application_fee_amount ?? 0),
    currency: charge.currency,
    description: charge.description,
    destination,
    metadata: {},
    source_transaction: charge.id,
    transfer_group: charge.transfer_group,
  })
}

/** Transfers money of the platform to a connected account, without a charge. */
function createTransfer(work: Work, params: Params): Stripe.Transfer {
  const amount = params.integer('amount', { min: 1 }) ?? params.missing('amount')
  const currency = params.required('currency')
  const destination = params.required('destination')
  const transfer_group = params.string('transfer_group') ?? null
  const metadata = params.metadata()
  const account = work.find('accounts', destination)
  if (!account) throw noSuch('destination', destination, 'destination')
  if (account.capabilities?.transfers !== 'active')
    throw new StripeFailure(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    )
  return transfer(work, {
    amount,
    currency,
    description: null,
    destination,
    metadata,
    source_transaction: null,
    transfer_group,
  })
}

/** Reverses the connected account's part of a refund: the same share of the transfer as of the charge. */
export function reverseTransfer(work: Work, charge: Stripe.Charge, refund: string, amount: number): string | null {
  const before = work.list('transfers').find((one) => one.source_transaction === charge.id)
  if (!before) return null
  const share = Math.min(before.amount - before.amount_reversed, Math.round((before.amount * amount) / charge.amount))
  return reverse(work, before, { amount: share, refund, metadata: {} }).id
}

type Reversed = { amount: number; refund: string | null; metadata: Record<string, string> }

function reverse(work: Work, before: Stripe.Transfer, { amount: share, refund, metadata }: Reversed) {
  const id = newId('trr')
  const transaction = book(work, {
    amount: share,
    fee: 0,
    type: 'transfer',
    reporting_category: 'transfer_reversal',
    source: id,
    description: null,
  })
  const reversal = work.put('transfer_reversals', {
    id,
    object: 'transfer_reversal',
    amount: share,
    balance_transaction: transaction.id,
    created: work.now,
    currency: before.currency,
    destination_payment_refund: null,
    metadata,
    source_refund: refund,
    transfer: before.id,
  })
  const after = work.put('transfers', {
    ...before,
    amount_reversed: before.amount_reversed + share,
    reversed: before.amount_reversed + share === before.amount,
    reversals: { ...before.reversals, data: [reversal, ...before.reversals.data] },
  })
  work.emit('transfer.reversed', after, { amount_reversed: before.amount_reversed, reversed: before.reversed })
  return reversal
}

function createReversal(work: Work, transferId: string, params: Params): Stripe.TransferReversal {
  const transfer = work.find('transfers', transferId)
  if (!transfer) throw noSuch('transfer', transferId)
  const left = transfer.amount - transfer.amount_reversed
  const amount = params.integer('amount', { min: 1 }) ?? left
  const metadata = params.metadata()
  // The platform's share of the payment is returned with it; the stand-in does not track balances of accounts.
  params.flag('refund_application_fee')
  if (amount > left)
    throw new StripeFailure('The transfer has less left than the amount to reverse.', { param: 'amount' })
  return reverse(work, transfer, { amount, refund: null, metadata })
}

export const transferRoutes: Route[] = [
  { method: 'POST', path: '/v1/transfers', run: ({ work, params }) => createTransfer(work, params) },
  {
    method: 'POST',
    path: '/v1/transfers/:id/reversals',
    run: ({ work, params, id }) => createReversal(work, id(), params),
  },
  {
    method: 'GET',
    path: '/v1/transfers/:id/reversals',
    run: ({ work, params, id }) =>
      listPage(
        work.list('transfer_reversals').filter(({ transfer }) => transfer === id()),
        params,
        `/v1/transfers/${id()}/reversals`,
      ),
  },
]
