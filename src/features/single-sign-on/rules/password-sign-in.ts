import { orList } from '#kernel/text.ts'

/** Whether a portal takes passwords: from everyone, from all but people of captured domains, or from nobody (SSO-011). */
export const PASSWORD_SIGN_IN = ['on', 'domains', 'off'] as const
export type PasswordSignIn = (typeof PASSWORD_SIGN_IN)[number]

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

type Policy = {
  password_sign_in: PasswordSignIn
  /** Providers that people can sign in with. */
  providers: readonly { id: number; name: string }[]
  /** Domains that the portal has proved, each for a provider. */
  domains: readonly { domain: string; provider_id: number }[]
}

/** The name of the provider that takes the place of a password, of all that may; null where the portal takes one. */
export const providerInsteadOf = (email: string, { password_sign_in: mode, providers, domains }: Policy) => {
  const captured = domains.find(({ domain }) => domain === domainOf(email))
  const own = providers.find(({ id }) => id === captured?.provider_id)
  if (mode === 'off') return own?.name ?? (orList(providers.map(({ name }) => name)) || null)
  return mode === 'domains' ? (own?.name ?? null) : null
}
