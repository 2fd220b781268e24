import { ApiError } from '#kernel/client.ts'

/** Puts the text of a refusal with one of these codes, or about one of these fields, beside the field of the form; everything else stays as it is. */
export const besideField = (error: unknown, field: string, about: readonly string[]): unknown => {
  if (!(error instanceof ApiError) || error.status !== 422) return error
  const others = Object.entries(error.errors).filter(([name]) => !about.includes(name))
  const texts = about.flatMap((name) => error.errors[name] ?? [])
  if (texts.length === 0 && about.includes(error.code)) texts.push(error.message)
  if (texts.length === 0) return error
  const errors = { ...Object.fromEntries(others), [field]: texts }
  return new ApiError(422, { code: error.code, message: error.message, errors })
}
