import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

/** Gives money back; tried for about a day, and the sweep takes up what is still open then. */
export const settleRefundJob = job({
  name: 'orders.settle-refund',
  data: z.object({ portal_id: z.int(), refund_id: z.int() }),
  retries: 40,
})

/** Takes the part of who got the money of a sale back, after the buyer's bank has taken it from the platform. */
export const takeBackJob = job({
  name: 'orders.take-back',
  data: z.object({ portal_id: z.int(), refund_id: z.int() }),
  retries: 40,
})

/** Passes on again what a refund had taken back from who got the money of a sale, after the refund has failed. */
export const passOnAgainJob = job({
  name: 'orders.pass-on-again',
  data: z.object({ portal_id: z.int(), refund_id: z.int() }),
  retries: 40,
})

/** Mails an invoice; with a `key` only once. */
export const mailInvoiceJob = job({
  name: 'orders.mail-invoice',
  data: z.object({ portal_id: z.int(), order_id: z.int(), email: z.string(), key: z.optional(z.string()) }),
})

/** Asks the provider what it kept of a payment. */
export const recordFeeJob = job({
  name: 'orders.record-fee',
  data: z.object({ portal_id: z.int(), payment_id: z.int() }),
  retries: 20,
})

/** Closes what was not paid in time and takes up what was left open. */
export const sweepJob = job({ name: 'orders.sweep', data: z.object({}) })
