import type { Admission, Refusal } from '../rules/admission.ts'

const WAYS = {
  enter: 'This person would sign in to the account they have here.',
  join: 'This person would join this portal with the account they have.',
  create: 'This person would get a new account and be signed in.',
}

/** To the admin, who can do something about it; the person reads the texts of the catalog. */
const REFUSALS: Record<Refusal, string> = {
  sign_on_no_email:
    'This person would be refused: the provider sent no e-mail address. Add the scope or attribute that carries it, or name the claim below.',
  sign_on_unproved_email:
    'This person would be refused: it has not been proved that {email} is theirs. Prove the e-mail domain for this provider, and make sure that the provider does not call the e-mail unverified.',
  sign_on_unknown_person:
    'There is no account for {email} here. This person would be refused: turn on “Make accounts just in time”, or add or invite them first.',
  account_blocked: 'This person would be refused: the account of {email} is blocked.',
  not_your_portal: 'This person would be refused: people of the platform do not sign in with a provider.',
}

/** What a test has shown, as a sentence. */
export const outcomeOf = (admission: Admission, email: string | null): string =>
  'way' in admission ? WAYS[admission.way] : REFUSALS[admission.refusal].replaceAll('{email}', email ?? 'this person')
