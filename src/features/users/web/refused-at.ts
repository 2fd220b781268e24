import { ApiError } from '#kernel/client.ts'

/** Puts the text of a refusal with one of these codes beside a field of the form; everything else stays as it is. */
export const refusedAt = (error: unknown, field: string, codes: readonly string[]): unknown =>
  error instanceof ApiError && codes.includes(error.code)
    ? new ApiError(422, { code: error.code, message: error.message, errors: { [field]: [error.message] } })
    : error
