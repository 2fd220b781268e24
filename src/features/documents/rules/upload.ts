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

/** What is wrong with an upload, by its fields (CMP-017); the file is checked on its own. */
export const uploadErrors = (
  { issuer, number, from_day: from, until_day: until }: Uploaded,
  { asks, today }: { asks: readonly string[]; today: Day },
): FieldErrors => {
  const errors: FieldErrors = {}
  if (asks.includes('issuer') && !issuer) errors['issuer'] = [MISSING]
  if (asks.includes('number') && !number) errors['number'] = [MISSING]
  if (from > today) errors['from_day'] = ['The issue date is in the future. Please check it.']
  if (asks.includes('expiry') && !until) errors['until_day'] = [MISSING]
  else if (until !== null && until < from)
    errors['until_day'] = ['The expiry date is before the issue date. Please check both.']
  else if (until !== null && until < today)
    errors['until_day'] = ['This document has expired. Please upload the renewed one.']
  return errors
}
