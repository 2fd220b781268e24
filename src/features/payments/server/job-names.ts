import { z } from '#kernel/schema.ts'
import { job } from '#platform/jobs/jobs.ts'

/** Gives money back; tried for about a day, and the sweep takes up what is still open then. */
export const settleRefundJob = job({
  name: 'payments.settle-refund',
  data: z.object({ portal_id: z.int(), refund_id: z.int() }),
  retries: 40,
})

/** Takes the part of who got the money of a sale back, after the buyer's bank has taken it from the platform. */
export const takeBackJob = job({
  name: 'payments.take-back',
  data: z.object({ portal_id: z.int(), refund_id: z.int() }),
  retries: 40,
})

/** Passes on again what a refund had taken back from who got the money of a sale, after the refund has failed. */
export const passOnAgainJob = job({
  name: 'payments.pass-on-again',
  data: z.object({ portal_id: z.int(), refund_id: z.int() }),
  retries: 40,
})

/** Asks the provider what it kept of a payment. */
export const recordFeeJob = job({
  name: 'payments.record-fee',
  data: z.object({ portal_id: z.int(), payment_id: z.int() }),
  retries: 20,
})

/** Carries out the refunds and asks for the fees whose job was lost. */
export const sweepJob = job({ name: 'payments.sweep', data: z.object({}) })
