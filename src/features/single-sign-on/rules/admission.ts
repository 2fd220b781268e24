/** What is known when a provider has named a person. */
export type Arrival = {
  /** Whether an account is linked with this issuer and subject. */
  is_linked: boolean
  account: Standing | null
  /** The e-mail that the provider named. */
  has_email: boolean
  is_email_verified: boolean | null
  /** Whether the portal has proved the domain of the e-mail for this provider. */
  is_domain_proved: boolean
  /** Whether people who are new here get an account: just-in-time, or because an invitation is open. */
  makes_people: boolean
}

export type Standing = {
  is_of_platform: boolean
  is_blocked: boolean
  is_member: boolean
  /** Whether the account belongs to another portal, which this provider has no say in. */
  lives_elsewhere: boolean
}

export type Refusal =
  | 'sign_on_no_email'
  | 'sign_on_unproved_email'
  | 'sign_on_unknown_person'
  | 'not_your_portal'
  | 'account_blocked'
export type Admission = { way: 'enter' | 'join' | 'create' } | { refusal: Refusal }

const way = (name: 'enter' | 'join' | 'create'): Admission => ({ way: name })
const refuse = (refusal: Refusal): Admission => ({ refusal })

/** The way in of an account that is theirs. */
const entering = ({ is_member: isMember }: Standing, { makes_people: makesPeople }: Arrival): Admission => {
  if (isMember) return way('enter')
  return makesPeople ? way('join') : refuse('sign_on_unknown_person')
}

/**
 * Whether a person whom a provider has named comes in, and how (SSO-007). An e-mail alone opens no account that another
 * portal knows: its domain has to be proved, since anybody can make a provider that names any e-mail.
 */
export const admit = (arrival: Arrival): Admission => {
  const { account, is_email_verified: isVerified } = arrival
  const isTrusted = arrival.is_domain_proved && isVerified !== false
  if (account?.is_of_platform) return refuse('not_your_portal')
  if (account?.is_blocked) return refuse('account_blocked')
  if (account && arrival.is_linked)
    return account.lives_elsewhere && !isTrusted ? refuse('sign_on_unproved_email') : entering(account, arrival)
  if (!arrival.has_email) return refuse('sign_on_no_email')
  if (isVerified === false) return refuse('sign_on_unproved_email')
  if (!account) return arrival.makes_people ? way('create') : refuse('sign_on_unknown_person')
  if (!isTrusted && (account.lives_elsewhere || !account.is_member)) return refuse('sign_on_unproved_email')
  return entering(account, arrival)
}
