/** Why a provider could not be reached, as a part of a sentence. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'there is no host with that name'],
  [/^ECONNREFUSED$/, 'nothing listens at its address'],
  [/^(ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH)$/, 'the connection failed'],
  [/^(ETIMEDOUT|ABORT_ERR|TimeoutError|OAUTH_TIMEOUT)$/, 'it did not respond in time'],
  [/CERT|SSL|TLS|UNABLE_TO_VERIFY|EPROTO/, 'its certificate is not valid'],
  [/^AddressError$/, 'its address is not on the public internet'],
  [/^OAUTH_(RESPONSE_IS_NOT_|PARSE_)/, 'there is no OpenID Connect configuration at its address'],
  [/^OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED$/, 'it says that it is another issuer'],
]
const UNKNOWN = 'its response could not be read'

type Link = { name?: unknown; code?: unknown; cause?: unknown }

/** The codes and names of an error and of what caused it, the innermost first. */
const namesOf = (error: unknown): string[] => {
  const names: string[] = []
  for (let link = error as Link | undefined; link && names.length < 10; link = link.cause as Link | undefined)
    names.unshift(...[link.code, link.name].filter((name) => typeof name === 'string'))
  return names
}

/** What an error of reaching a provider means in plain words, with its code for those who look for it (SSO-022). */
export const reasonOfError = (error: unknown): { plain: string; code: string | null } => {
  const names = namesOf(error)
  for (const [pattern, plain] of REASONS) {
    const code = names.find((name) => pattern.test(name))
    if (code) return { plain, code }
  }
  return { plain: UNKNOWN, code: names.find((name) => /^[A-Z_]+$/.test(name)) ?? null }
}

/** What the admin reads who tests a provider that cannot be reached. */
export const testTrouble = ({ plain, code, issuer }: { plain: string; code: string | null; issuer: string }): string =>
  `Nothing was tested: ${plain}${code ? ` (${code})` : ''}. We tried ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration. Check that the issuer is spelled exactly as your provider shows it, and that this server can reach that address.`
