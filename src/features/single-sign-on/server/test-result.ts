import { errorText } from '#kernel/errors.ts'
import type { Admission } from '../rules/admission.ts'

const WAYS = {
  enter: 'This person would sign in to the account they have here.',
  join: 'This person would join this portal with the account they have.',
  create: 'This person would get a new account and be signed in.',
}

/** What a test has shown, as a sentence. */
export const outcomeOf = (admission: Admission, email: string | null): string => {
  if ('way' in admission) return WAYS[admission.way]
  return errorText(admission.refusal)
    .replaceAll('{email}', email ?? 'this person')
    .replaceAll('{provider}', 'The provider')
}
