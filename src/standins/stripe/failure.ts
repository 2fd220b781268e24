export type FailureType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

interface FailureDetails {
  status?: number
  type?: FailureType
  code?: string
  param?: string
  decline_code?: string
  /** False where the real service remembers nothing under the idempotency key: parameters that failed validation. */
  isSaved?: boolean
  /** The object that the refused call created anyway. */
  payment_intent?: object
}

/** An answer that is an error of the service, as its clients know it: HTTP status and `{ error: { type, code, … } }`. */
export class StripeFailure extends Error {
  override readonly name = 'StripeFailure'
  readonly status: number
  readonly isSaved: boolean
  private readonly details: FailureDetails

  constructor(message: string, details: FailureDetails = {}) {
    super(message)
    this.status = details.status ?? 400
    this.isSaved = details.isSaved ?? true
    this.details = details
  }

  body(): { error: Record<string, unknown> } {
    const { type = 'invalid_request_error', code, param, decline_code, payment_intent } = this.details
    const error: Record<string, unknown> = { message: this.message, type, ...(payment_intent && { payment_intent }) }
    if (code)
      Object.assign(error, { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` })
    if (param) error.param = param
    if (decline_code) error.decline_code = decline_code
    return { error }
  }
}

/** A parameter that cannot be used; nothing has been executed. */
export function badParam(message: string, param: string, code?: string): StripeFailure {
  return new StripeFailure(message, { param, isSaved: false, ...(code ? { code } : {}) })
}

/** The answer to an id that does not exist; 404 when it stands in the path, 400 when it is a parameter. */
export function noSuch(noun: string, id: string, param = 'id'): StripeFailure {
  return new StripeFailure(`No such ${noun}: '${id}'`, {
    status: param === 'id' ? 404 : 400,
    code: 'resource_missing',
    param,
  })
}
