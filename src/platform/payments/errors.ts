import { Stripe } from 'stripe'
import { PaymentsError } from './types.ts'

export const { errors } = Stripe

/** What every failure of a call is thrown as. */
export function errorOf(error: unknown): PaymentsError {
  if (error instanceof PaymentsError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError
  )
    return new PaymentsError('payments_unreachable', message, error)
  if (error instanceof errors.StripeError) {
    if (error.code === 'resource_missing') return new PaymentsError('payment_not_found', message, error)
    if (error.code === 'charge_disputed') return new PaymentsError('payment_disputed', message, error)
  }
  return new PaymentsError('payment_refused', message, error)
}

/** True for both ways in which the provider says that less is left: nothing at all, or not enough. */
export function isTooLarge(error: unknown): boolean {
  if (!(error instanceof errors.StripeInvalidRequestError)) return false
  if (error.code === 'charge_already_refunded') return true
  return error.param === 'amount' && error.code !== 'parameter_invalid_integer'
}
