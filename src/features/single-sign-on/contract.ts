import { chosenId, endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { valueText } from '#kernel/words.ts'
import { PASSWORD_SIGN_IN } from './rules/password-sign-in.ts'

export const LONGEST_ADDRESS = 2_000
const LONGEST_METADATA = 200_000
export const MOST_PROVIDERS = 20
export const MOST_DOMAINS = 50
const MOST_RULES = 50
const MOST_CERTIFICATES = 5

const claims = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** What a test has shown: what the provider sent, and what would come of it (SSO-005). */
const TestResult = z.object({
  at: time,
  claims,
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  roles: z.array(z.string()),
  /** The manager that the provider named, and who that is here. */
  manager: z.nullable(z.object({ named: z.string(), display_name: z.nullable(z.string()) })),
  /** What a sign-in would do, or why it would be refused. */
  outcome: z.string(),
  is_admitted: z.boolean(),
})

const RoleRule = z.object({
  value: rule.plainText(200, { is_required: true }),
  role: z.string().check(rule.required()),
})

/** What the administrator of a provider has to enter there; the same for all providers of a portal. */
const Addresses = z.object({
  redirect: z.string(),
  signed_out: z.string(),
  back_channel: z.string(),
  saml_sign_out: z.string(),
  entity_id: z.string(),
  acs: z.string(),
  metadata: z.string(),
})

export const Provider = z.object({
  id: z.int(),
  kind: z.enum(['oidc', 'saml']),
  name: z.string(),
  is_active: z.boolean(),
  issuer: z.string(),
  client_id: z.nullable(z.string()),
  has_client_secret: z.boolean(),
  scopes: z.string(),
  sign_in_url: z.nullable(z.string()),
  sign_out_url: z.nullable(z.string()),
  certificates: z.array(z.string()),
  email_claim: z.string(),
  role_claim: z.string(),
  manager_claim: z.string(),
  role_rules: z.array(RoleRule),
  creates_people: z.boolean(),
  /** The last sign-in that somebody finished with it. */
  succeeded_at: z.nullable(time),
  last_test: z.nullable(TestResult),
  addresses: Addresses,
})

const Domain = z.object({
  id: z.int(),
  domain: z.string(),
  provider_id: z.int(),
  proved_at: z.nullable(time),
  /** Since when the record of a proved domain is not there, and until when it counts all the same (SSO-017). */
  missing_since: z.nullable(time),
  proved_until: z.nullable(time),
  checked_at: z.nullable(time),
  record_name: z.string(),
  record_value: z.string(),
})

const Overview = z.object({
  password_sign_in: z.enum(PASSWORD_SIGN_IN),
  addresses: Addresses,
  /** The roles that a rule may give. */
  roles: z.array(z.object({ role: z.string(), name: z.string() })),
  providers: z.array(Provider),
  domains: z.array(Domain),
})

export const showSignOn = endpoint({
  method: 'GET',
  path: '/portal/sign-on',
  permission: 'portal-settings.view',
  summary: 'The single sign-on of the portal: providers, domains, and whether passwords are taken',
  record: { kind: 'sign-on', by: null },
  response: one(Overview),
})

export const updateSignOn = endpoint({
  method: 'PUT',
  path: '/portal/sign-on',
  permission: 'portal-settings.update',
  summary: 'Choose who may still sign in with a password',
  record: { kind: 'sign-on', by: null },
  is_closed_to_tokens: true,
  body: z.object({ password_sign_in: z.enum(PASSWORD_SIGN_IN) }),
  response: one(z.object({ password_sign_in: z.enum(PASSWORD_SIGN_IN) })),
  errors: ['sign_on_untried'],
})

const address = valueText(z.string().check(z.trim(), z.maxLength(LONGEST_ADDRESS)))
const fields = {
  name: rule.plainText(60, { is_required: true }),
  is_active: z._default(z.boolean(), true),
  issuer: valueText(z.string().check(z.trim(), z.maxLength(LONGEST_ADDRESS), rule.required())),
  client_id: z._default(rule.plainText(500), ''),
  /** Left out or empty, the saved one stays, as long as issuer and client ID do. */
  client_secret: z._default(valueText(z.string().check(z.trim(), z.maxLength(2_000))), ''),
  /** Says that a changed issuer or client needs no secret, so that the saved one is dropped (SSO-020). */
  without_secret: z._default(z.boolean(), false),
  scopes: z._default(rule.plainText(500), 'openid email profile'),
  sign_in_url: z._default(address, ''),
  sign_out_url: z._default(address, ''),
  certificates: z._default(
    z.array(valueText(z.string().check(z.trim(), z.maxLength(10_000)))).check(z.maxLength(MOST_CERTIFICATES)),
    [],
  ),
  email_claim: z._default(rule.plainText(200), ''),
  role_claim: z._default(rule.plainText(200), ''),
  /** Names the e-mail or external ID of the person's manager (SSO-018). */
  manager_claim: z._default(rule.plainText(200), ''),
  role_rules: z._default(z.array(RoleRule).check(z.maxLength(MOST_RULES)), []),
  creates_people: z._default(z.boolean(), false),
}

export const createProvider = endpoint({
  method: 'POST',
  path: '/portal/sign-on/providers',
  permission: 'portal-settings.update',
  summary: 'Add a provider of sign-ins',
  is_closed_to_tokens: true,
  example: { kind: 'oidc', name: 'Harbor', issuer: 'https://login.harbor.example', client_id: 'portico' },
  // A new one is off until somebody has tested it (SSO-021).
  body: z.object({ kind: z.enum(['oidc', 'saml']), ...fields, is_active: z._default(z.boolean(), false) }),
  response: one(Provider),
  errors: ['invalid'],
})

export const showProvider = endpoint({
  method: 'GET',
  path: '/portal/sign-on/providers/:id',
  permission: 'portal-settings.view',
  summary: 'Show a provider with its last test',
  record: { kind: 'sign-on-provider' },
  params: z.object({ id }),
  response: one(Provider),
  errors: ['not_found'],
})

export const updateProvider = endpoint({
  method: 'PUT',
  path: '/portal/sign-on/providers/:id',
  permission: 'portal-settings.update',
  summary: 'Change a provider',
  record: { kind: 'sign-on-provider' },
  is_closed_to_tokens: true,
  params: z.object({ id }),
  body: z.object(fields),
  response: one(Provider),
  errors: ['not_found', 'invalid', 'sign_on_needed'],
})

export const deleteProvider = endpoint({
  method: 'DELETE',
  path: '/portal/sign-on/providers/:id',
  permission: 'portal-settings.update',
  summary: 'Delete a provider; people keep their accounts',
  is_closed_to_tokens: true,
  params: z.object({ id }),
  errors: ['not_found', 'sign_on_needed'],
})

/** Reads pasted metadata or fetches it, so that nobody has to copy its parts; nothing is saved. */
export const readMetadata = endpoint({
  method: 'POST',
  path: '/portal/sign-on/metadata',
  permission: 'portal-settings.update',
  summary: 'Read the metadata of a SAML provider',
  limit: 30,
  example: { address: 'https://login.harbor.example/metadata' },
  body: z.object({
    xml: z._default(valueText(z.string().check(z.maxLength(LONGEST_METADATA))), ''),
    address: z._default(address, ''),
  }),
  response: one(
    z.object({
      issuer: z.string(),
      sign_in_url: z.string(),
      sign_out_url: z.nullable(z.string()),
      certificates: z.array(z.string()),
    }),
  ),
  errors: ['invalid'],
})

const Away = one(z.object({ address: z.string() }))

/** Begins a sign-in that signs nobody in: the screen of the provider then shows what came back. */
export const testProvider = endpoint({
  method: 'POST',
  path: '/portal/sign-on/providers/:id/test',
  permission: 'portal-settings.update',
  summary: 'Begin a test of a provider',
  is_closed_to_tokens: true,
  is_closed_to_impersonation: true,
  limit: 30,
  params: z.object({ id }),
  response: Away,
  errors: ['not_found', 'sign_on_unreachable'],
})

export const addSignOnDomain = endpoint({
  method: 'POST',
  path: '/portal/sign-on/domains',
  permission: 'portal-settings.update',
  summary: 'Claim an e-mail domain for a provider',
  is_closed_to_tokens: true,
  limit: 30,
  body: z.object({
    domain: rule.plainText(253, { is_required: true }),
    provider_id: chosenId('a provider'),
  }),
  response: one(Domain),
  errors: ['domain_unusable', 'conflict', 'invalid'],
})

export const checkSignOnDomain = endpoint({
  method: 'POST',
  path: '/portal/sign-on/domains/:id/check',
  permission: 'portal-settings.update',
  summary: 'Look for the record that proves a domain',
  limit: 6,
  params: z.object({ id }),
  response: one(Domain),
  errors: ['not_found'],
})

export const deleteSignOnDomain = endpoint({
  method: 'DELETE',
  path: '/portal/sign-on/domains/:id',
  permission: 'portal-settings.update',
  summary: 'Give an e-mail domain up',
  is_closed_to_tokens: true,
  params: z.object({ id }),
  errors: ['not_found'],
})
