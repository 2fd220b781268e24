// Keeps secrets out of everything the process prints: start messages, logs, crash output and error reports.

const MASK = '…'
/** Shorter texts occur in too many ordinary words to be replaced everywhere. */
const SHORTEST = 6

const secretTexts = new Set<string>()
let secrets: RegExp | undefined

const decodedPart = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** A text in every form in which it may be printed: as it is, in an address, in JSON. */
const formsOf = (text: string): string[] =>
  [text, decodedPart(text)].flatMap((form) => [
    form,
    // Half of a surrogate pair has no form in an address.
    form.isWellFormed() ? encodeURIComponent(form) : form,
    JSON.stringify(form).slice(1, -1),
  ])

const rebuild = () => {
  const longestFirst = [...secretTexts].sort((a, b) => b.length - a.length)
  secrets = longestFirst.length > 0 ? new RegExp(longestFirst.map(escaped).join('|'), 'g') : undefined
}

/** Masks these texts wherever this process prints them, until the returned function is called. */
export const protect = (texts: Iterable<string | undefined>): (() => void) => {
  const added = [...texts]
    .flatMap((text) => (text ? formsOf(text) : []))
    .filter((form) => form.length >= SHORTEST && !secretTexts.has(form))
  for (const form of added) secretTexts.add(form)
  rebuild()
  return () => {
    for (const form of added) secretTexts.delete(form)
    rebuild()
  }
}

/** The password of an address, up to the last @ before the path: passwords are often not encoded. */
const CREDENTIALS = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"'<>]*:)[^\s"'<>]*(?=@)/gi
/** Query values of an address that let its reader in or say who somebody is (API-022). */
const QUERY = /([?&](?:[\w-]*(?:token|secret|password|signature|api_?key)|sig|key|email)=)[^&\s"'<>\\]+/gi
/** Tokens that stand in a path: of a launch on the content host, of an invitation. A shorter part is an ordinary word. */
const IN_PATH = /\/(p|invites)\/[\w.~-]{20,}/g

/** The same text without any secret that the configuration names and without passwords and tokens in addresses. */
export const redact = (text: string): string => {
  const clean = secrets ? text.replace(secrets, MASK) : text
  return clean.includes('/')
    ? clean.replace(CREDENTIALS, `$1${MASK}`).replace(QUERY, `$1${MASK}`).replace(IN_PATH, `/$1/${MASK}`)
    : clean
}

/** The address of a call, for logs and reports. */
export const addressWithoutSecrets = (url: string): string => redact(url.replace(/\/p\/[^/?]+/, `/p/${MASK}`))

const SECRET_NAME = /SECRET|PASSWORD|PASSWD|PGPASS|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_KEY|CREDENTIAL/i

/** The credentials in an address, also in one that cannot be parsed because its password is not encoded. */
const credentialsIn = (value: string): string[] => {
  const [, scheme = '', rest = ''] = /^\s*([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(value) ?? []
  if (!scheme) return []
  const query = rest.includes('?') ? rest.slice(rest.indexOf('?') + 1) : ''
  const inQuery = [...new URLSearchParams(query)].filter(([name]) => SECRET_NAME.test(name) || name === 'key')
  const at = rest.lastIndexOf('@')
  if (at < 0) return inQuery.map(([, text]) => text)
  const [user = '', ...after] = rest.slice(0, at).split(':')
  const password = after.join(':')
  // The name of a database user is needed in messages; in other addresses the name is a key or half of a sign-in.
  const isDatabase = scheme.startsWith('postgres')
  const others = [user, ...rest.slice(at + 1).split(/[/:?]/)].map(decodedPart)
  // A password that equals the user, the host or the database is no secret, and its word is in many messages.
  const isPlain = isDatabase && others.includes(decodedPart(password))
  return [...(isPlain ? [] : [password]), ...(isDatabase ? [] : [user]), ...inQuery.map(([, text]) => text)]
}

/** Every secret that the environment holds, by the names and the form of its variables. */
export const secretsIn = (env: Record<string, string | undefined>): string[] =>
  Object.entries(env).flatMap(([name, value]) => {
    if (!value) return []
    return [...(SECRET_NAME.test(name) ? [value] : []), ...credentialsIn(value)]
  })

const SECRET_WORDS =
  'password|passwd|secret|token|authorization|cookie|session|api[_-]?key|signature|card|cvc|cvv|iban|ssn'
const PATTERNS: readonly RegExp[] = [
  new RegExp(`((?:[\\w-]*(?:${SECRET_WORDS})[\\w-]*)["']?\\s*[:=]\\s*)(?:"[^"]*"|'[^']*'|[^\\s,;&}]+)`, 'gi'),
  /(\b(?:bearer|basic)\s+)[\w.~+/=-]+/gi,
  /()\b(?:sk|pk|rk|whsec)_[\w]{8,}/g,
  /()\beyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  // Card numbers, with or without gaps, and long random texts such as tokens and hashes.
  /()\b\d(?:[ -]?\d){12,18}\b/g,
  /()\b(?=[\w-]*\d)[A-Za-z0-9_-]{32,}\b/g,
  /()[\w.+-]+@[\w-]+\.[\w.-]+/g,
]

/** A text of unknown origin without what looks like a password, token, card number or mail address (INT-012). */
export const withoutSecrets = (text: string): string =>
  PATTERNS.reduce((clean, pattern) => clean.replace(pattern, '$1…'), redact(text))

/** The number of causes of an error that are logged, the last ones. */
const DEEPEST = 4

export type LoggedError = {
  type: string
  message: string
  code?: string | number
  constraint?: string
  stack: string
  cause?: LoggedError
}

/**
 * The part of an error for the log: what happened and where. The rest is left out, because errors of pg contain values
 * of rows, and those of outside services the call with its headers.
 */
export const loggedError = (thrown: unknown, depth = 0): LoggedError => {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: withoutSecrets(String(thrown)), stack: '' }
  const { code, constraint } = thrown as { code?: unknown; constraint?: unknown }
  const [, frames = ''] = /\n(\s+at [\s\S]*)/.exec(thrown.stack ?? '') ?? []
  return {
    type: thrown.name,
    message: withoutSecrets(thrown.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: redact(frames),
    ...(thrown.cause !== undefined && depth < DEEPEST && { cause: loggedError(thrown.cause, depth + 1) }),
  }
}
