import { Schemas } from 'scimmy'
import { CORE_GROUP, CORE_USER, ENTERPRISE, type Json } from '../../rules/resources.ts'

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const MOST_RESULTS = 200

export const listOf = (resources: readonly Json[], total = resources.length, startIndex = 1): Json => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** What this service provider can do (RFC 7643, 5). */
export const serviceProviderConfig = (origin: string): Json => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: `${origin}/api/v1/docs/two-way-api`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of the portal with the scope provisioning, from its screen Two-way API.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${origin}/scim/v2/ServiceProviderConfig` },
})

const resourceType = (origin: string, name: 'User' | 'Group', schema: string, extensions: readonly string[]): Json => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  description: name === 'User' ? 'A person of the portal' : 'A group of people',
  endpoint: `/${name}s`,
  schema,
  ...(extensions.length > 0 && { schemaExtensions: extensions.map((one) => ({ schema: one, required: false })) }),
  meta: { resourceType: 'ResourceType', location: `${origin}/scim/v2/ResourceTypes/${name}` },
})

export const resourceTypes = (origin: string): Json[] => [
  resourceType(origin, 'User', CORE_USER, [ENTERPRISE]),
  resourceType(origin, 'Group', CORE_GROUP, []),
]

export const schemas = (origin: string): Json[] =>
  [Schemas.User, Schemas.Group, Schemas.EnterpriseUser].map(({ definition }) => {
    const described = JSON.parse(JSON.stringify(definition.describe())) as Json
    const schema = { ...described, schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'] }
    return { ...schema, meta: { resourceType: 'Schema', location: `${origin}/scim/v2/Schemas/${definition.id}` } }
  })
