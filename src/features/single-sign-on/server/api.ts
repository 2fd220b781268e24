import type { Tx } from '#platform/db/db.ts'
import { providerInsteadOf } from '../rules/password-sign-in.ts'
import { listDomains, listProviders, loadPasswordSignIn } from './store.ts'

/**
 * The name of the provider that takes the place of a password; null where the portal takes one (SSO-011), and for somebody
 * without an e-mail, whom no provider knows (BDG-019).
 */
export const providerInsteadOfPassword = async (
  tx: Tx,
  portalId: number,
  email: string | null,
): Promise<string | null> => {
  if (email === null) return null
  const mode = await loadPasswordSignIn(tx, portalId)
  if (mode === 'on') return null
  const providers = (await listProviders(tx, portalId)).filter((provider) => provider.is_active)
  const domains = (await listDomains(tx, portalId)).filter(({ proved_at: at }) => at !== null)
  return providerInsteadOf(email, { password_sign_in: mode, providers, domains })
}
