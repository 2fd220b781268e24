import type { Context } from '#kernel/context.ts'
import { seal, unseal } from '#platform/sealed.ts'
import { addressesOf } from './addresses.ts'
import type { OidcClient } from './oidc.ts'
import type { SamlProvider } from './saml.ts'
import type { ProviderRow } from './store.ts'

const purposeOf = (portalId: number) => `sign-on provider ${portalId}`

export const sealClientSecret = (key: string, portalId: number, secret: string): Buffer =>
  seal(key, purposeOf(portalId), secret)

export const oidcClient = (row: ProviderRow, key: string): OidcClient => ({
  issuer: row.issuer,
  client_id: row.client_id ?? '',
  client_secret: row.client_secret && unseal(key, purposeOf(row.portal_id), row.client_secret),
  scopes: row.scopes,
})

export const samlProvider = (row: ProviderRow, portal: Context['portal']): SamlProvider => {
  const { entity_id: entityId, acs } = addressesOf(portal)
  return {
    issuer: row.issuer,
    sign_in_url: row.sign_in_url ?? '',
    sign_out_url: row.sign_out_url,
    certificates: row.certificates,
    entity_id: entityId,
    acs,
  }
}
