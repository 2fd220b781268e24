import { type Db, dbOf, type Tx } from '#platform/db/db.ts'

type ProviderInstead = (tx: Tx, portalId: number, email: string | null) => Promise<string | null>

const providerLookups = new WeakMap<Db, ProviderInstead>()

/** Lets mails know who signs in at a provider instead of with a password, which a feature above this one decides (SSO-023). */
export const askProvidersBy = (db: Db, ask: ProviderInstead): void => {
  providerLookups.set(db, ask)
}

/** The name of the provider at which somebody signs in instead of with a password; null where the portal takes one. */
export const providerFor = async (tx: Tx, portalId: number, email: string | null): Promise<string | null> =>
  (await providerLookups.get(dbOf(tx))?.(tx, portalId, email)) ?? null
