import type { Admission, Refusal } from '../rules/admission.ts'

const WAYS = {
  enter: 'This person would sign in to the account they have here.',
  join: 'This person would join this portal with the account they have.',
  create: 'This person would get a new account and be signed in.',
}

/** To the admin, who can do something about it; the person reads the texts of the catalog. */
const REFUSALS: Record<Refusal, string> = {
  sign_on_no_email:
    'This person would be refused: the provider sent no e-mail address. Add the scope or attribute that contains it, or enter its E-mail claim below.',
  sign_on_unproved_email:
    'This person would be refused: nobody has verified that {email} is theirs. Verify the e-mail domain for this provider, and check that the provider does not mark the e-mail as unverified.',
  sign_on_unknown_person:
    'There is no account for {email} here. This person would be refused: turn on “Create accounts on first sign-in”, or add or invite them first.',
  account_blocked: 'This person would be refused: the account of {email} is blocked.',
  not_your_portal: 'This person would be refused: people of the platform do not sign in with a provider.',
}

/** What a test has shown, as a sentence. */
export const outcomeOf = (admission: Admission, email: string | null): string =>
  'way' in admission ? WAYS[admission.way] : REFUSALS[admission.refusal].replaceAll('{email}', email ?? 'this person')
