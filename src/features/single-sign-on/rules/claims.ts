/** What a provider said of a person; a value that it repeats is a list. */
export type Claims = Readonly<Record<string, string | string[]>>

/** A person as a provider names them, after its answer was verified. */
export type Identity = {
  issuer: string
  /** Null where the provider gives another name at each sign-in. */
  subject: string | null
  email: string | null
  /** What the provider says of the e-mail; null if it says nothing. */
  is_email_verified: boolean | null
  first_name: string | null
  last_name: string | null
  groups: readonly string[]
  /** The e-mail or external ID of whom the person reports to, as the provider names them. */
  manager: string | null
}

const first = (value: string | string[] | undefined): string | null => {
  const text = (typeof value === 'string' ? value : value?.[0])?.trim()
  return text ? text.slice(0, 320) : null
}

/** The names that providers use; the first with a value counts. */
const EMAIL = [
  'email',
  'mail',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const FIRST_NAME = [
  'given_name',
  'firstName',
  'givenName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'urn:oid:2.5.4.42',
]
const LAST_NAME = [
  'family_name',
  'lastName',
  'sn',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'urn:oid:2.5.4.4',
]
const FULL_NAME = ['name', 'displayName', 'http://schemas.microsoft.com/identity/claims/displayname']

const named = (claims: Claims, names: readonly string[]): string | null => {
  for (const name of names) {
    const value = Object.hasOwn(claims, name) ? first(claims[name]) : null
    if (value !== null) return value
  }
  return null
}

const NAME_CHARACTERS = 100
const short = (name: string | null) => name?.slice(0, NAME_CHARACTERS) ?? null

/** First and last name, from the full name if the provider sends only that. */
const namesOf = (claims: Claims) => {
  const [firstName, lastName] = [named(claims, FIRST_NAME), named(claims, LAST_NAME)]
  if (firstName || lastName) return { first_name: short(firstName), last_name: short(lastName) }
  const words = named(claims, FULL_NAME)?.split(/\s+/) ?? []
  return { first_name: short(words[0] ?? null), last_name: short(words.slice(1).join(' ') || null) }
}

const verified = (value: string | string[] | undefined): boolean | null => {
  const said = first(value)
  return said === null ? null : said === 'true'
}

type Settings = { email_claim: string; role_claim: string; manager_claim: string }
type Subject = { issuer: string; subject: string | null; name_id?: string | null }

/** The e-mail, names, groups and manager in what a provider sent. */
export const identityOf = (
  claims: Claims,
  { issuer, subject, name_id: nameId = null }: Subject,
  { email_claim: emailClaim, role_claim: roleClaim, manager_claim: managerClaim }: Settings,
): Identity => {
  const groups = roleClaim && Object.hasOwn(claims, roleClaim) ? claims[roleClaim] : []
  const isNameEmail = nameId?.includes('@') === true
  return {
    issuer,
    subject,
    email: named(claims, emailClaim ? [emailClaim] : EMAIL) ?? (isNameEmail && !emailClaim ? nameId : null),
    is_email_verified: verified(claims['email_verified']),
    ...namesOf(claims),
    groups: typeof groups === 'string' ? [groups] : (groups ?? []),
    manager: managerClaim ? named(claims, [managerClaim]) : null,
  }
}

const LONGEST = 300
const MOST = 100

/** Claims as texts, whatever a provider sends: values of other kinds as JSON, long ones cut. */
export const readClaims = (raw: Readonly<Record<string, unknown>>): Record<string, string | string[]> => {
  const text = (value: unknown) => {
    const whole = typeof value === 'string' ? value : JSON.stringify(value)
    return (whole ?? '').replaceAll('\u0000', '\ufffd').slice(0, LONGEST)
  }
  return Object.fromEntries(
    Object.entries(raw)
      .filter(([, value]) => value !== undefined && value !== null)
      .slice(0, MOST)
      .map(([name, value]) => [text(name), Array.isArray(value) ? value.slice(0, MOST).map(text) : text(value)]),
  )
}
