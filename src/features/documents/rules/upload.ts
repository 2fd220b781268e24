import type { FieldErrors } from '#kernel/errors.ts'
import type { Day } from '#kernel/format/day.ts'
import type { UploadRule } from '#kernel/uploads/uploads.ts'

/** What a reviewer can look at in a browser. */
export const DOCUMENT_FILE: UploadRule = { extensions: ['pdf', 'jpg', 'jpeg', 'png', 'webp'] }

export type Uploaded = {
  issuer: string | null
  number: string | null
  from_day: Day
  until_day: Day | null
}

const MISSING = 'This field is required.'

type Days = Pick<Uploaded, 'from_day' | 'until_day'>
type Terms = { asks: readonly string[]; today: Day }

/** What is wrong with the days of a document, by their fields (CMP-017, CMP-029). */
export const dayErrors = (
  { from_day: from, until_day: until }: Days,
  { asks, today }: Terms,
  expired = 'This document has expired. Please upload the renewed one.',
): FieldErrors => {
  const errors: FieldErrors = {}
  if (from > today) errors['from_day'] = ['The issue date is in the future. Please check it.']
  if (asks.includes('expiry') && !until) errors['until_day'] = [MISSING]
  else if (until !== null && until < from)
    errors['until_day'] = ['The expiry date is before the issue date. Please check both.']
  else if (until !== null && until < today) errors['until_day'] = [expired]
  return errors
}

/** What is wrong with an upload, by its fields (CMP-017); the file is checked on its own. */
export const uploadErrors = ({ issuer, number, ...days }: Uploaded, terms: Terms): FieldErrors => {
  const { asks } = terms
  const errors: FieldErrors = {}
  if (asks.includes('issuer') && !issuer) errors['issuer'] = [MISSING]
  if (asks.includes('number') && !number) errors['number'] = [MISSING]
  return { ...errors, ...dayErrors(days, terms) }
}
