import { X509Certificate } from 'node:crypto'
import type { Context } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import type { createProvider } from '../contract.ts'
import { givableRoles } from '../rules/mapped-roles.ts'
import { pemOf } from '../rules/saml-metadata.ts'
import { faultOfAddress } from './addresses.ts'
import { sealClientSecret } from './provider-secrets.ts'
import type { ProviderRow, ProviderValues } from './store.ts'

type Body = Input<typeof createProvider>['body']
type Around = { portal: Context['portal']; key: string; networks: readonly string[]; before: ProviderRow | null }
type Faults = Record<string, string[]>

const SECRET_NEEDED =
  'The saved secret belongs to the previous issuer and client ID. Enter the client secret for the new ones.'

const certificateOf = (text: string): string | null => {
  try {
    const pem = pemOf(text)
    new X509Certificate(pem)
    return pem
  } catch {
    return null
  }
}

const oidcFaults = (body: Body, networks: readonly string[]): Faults => {
  const fault = faultOfAddress(body.issuer, networks)
  return {
    ...(fault && { issuer: [fault] }),
    ...(body.client_id === '' && { client_id: [errorText('required')] }),
    ...(!body.scopes.split(/\s+/).includes('openid') && { scopes: ['The scopes have to contain openid.'] }),
  }
}

const samlFaults = (body: Body, networks: readonly string[]): Faults => {
  const inFault = faultOfAddress(body.sign_in_url, networks)
  const outFault = body.sign_out_url === '' ? null : faultOfAddress(body.sign_out_url, networks)
  const areCertificates =
    body.certificates.length > 0 && body.certificates.every((text) => certificateOf(text) !== null)
  return {
    ...(inFault && { sign_in_url: [inFault] }),
    ...(outFault && { sign_out_url: [outFault] }),
    ...(!areCertificates && {
      certificates: ['Please enter the signing certificate of the provider, as in its metadata.'],
    }),
  }
}

/** The values of a provider as they are kept; fails with what is wrong at each field. */
export const providerValues = (body: Body, { portal, key, networks, before }: Around): ProviderValues => {
  const isOidc = body.kind === 'oidc'
  const faults = isOidc ? oidcFaults(body, networks) : samlFaults(body, networks)
  const roles = givableRoles(portal.flags)
  const rules = body.role_rules.map(({ value, role }) => ({ value, role: roles.find((one) => one === role) }))
  if (rules.some(({ role }) => role === undefined)) faults['role_rules'] = [errorText('role_not_allowed')]
  // A secret belongs to its issuer and client: it is never sent to another one that somebody enters later.
  const isSameClient = before?.issuer === body.issuer && before.client_id === body.client_id
  const isLost = isOidc && !isSameClient && before?.client_secret != null && body.client_secret === ''
  if (isLost && !body.without_secret) faults['client_secret'] = [SECRET_NEEDED]
  if (Object.keys(faults).length > 0) throw fail('invalid', { fields: faults })
  return {
    name: body.name,
    is_active: body.is_active,
    issuer: body.issuer,
    client_id: isOidc ? body.client_id : null,
    ...(isOidc && body.client_secret !== '' && { client_secret: sealClientSecret(key, portal.id, body.client_secret) }),
    ...(body.client_secret === '' && before !== null && !isSameClient && { client_secret: null }),
    scopes: body.scopes,
    sign_in_url: isOidc ? null : body.sign_in_url,
    sign_out_url: isOidc || body.sign_out_url === '' ? null : body.sign_out_url,
    certificates: isOidc ? [] : [...new Set(body.certificates.map(pemOf))],
    email_claim: body.email_claim,
    role_claim: body.role_claim,
    manager_claim: body.manager_claim,
    role_rules: rules.flatMap(({ value, role }) => (role ? [{ value, role }] : [])),
    creates_people: body.creates_people,
  }
}
