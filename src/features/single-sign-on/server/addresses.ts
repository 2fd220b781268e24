import type { PortalContext } from '#kernel/context.ts'
import { isListed, isOpenable } from '#platform/outside/guarded.ts'

/** Where browsers come back to; it stands at every provider. */
export const CALLBACK_PATH = '/sign-on/callback'

/** The addresses of a portal that a provider has to know. */
export const addressesOf = ({ origin }: Pick<PortalContext, 'origin'>) => ({
  redirect: `${origin}${CALLBACK_PATH}`,
  signed_out: `${origin}/login`,
  back_channel: `${origin}/api/v1/sign-on/oidc/sign-out`,
  saml_sign_out: `${origin}/api/v1/sign-on/saml/sign-out`,
  entity_id: `${origin}/api/v1/sign-on/saml/metadata`,
  acs: `${origin}/api/v1/sign-on/saml/acs`,
  metadata: `${origin}/api/v1/sign-on/saml/metadata`,
})

/** Why an address of a provider cannot be used, as a sentence; null for one that can (INT-022). */
export const faultOfAddress = (text: string, networks: readonly string[]): string | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname || url.username || url.password)
    return 'Please enter an address such as https://login.example.com.'
  const isLocal = isListed(url, networks)
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
    return 'The address has to begin with https://.'
  if (!isOpenable(url, networks) || /(^|\.)localhost\.?$/i.test(url.hostname))
    return 'This address is not on the public internet.'
  return null
}
