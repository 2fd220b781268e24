import { ENTERPRISE, USER } from '../provider.ts'
import { type Case, error, filter, LIST, one } from './case.ts'

export const DISCOVERY: readonly Case[] = [
  {
    from: 'RFC 7644',
    what: 'ServiceProviderConfig says what is supported',
    steps: one({
      call: ['GET', '/ServiceProviderConfig'],
      status: 200,
      headers: { 'content-type': 'application/scim+json; charset=utf-8' },
      body: { patch: { supported: true }, bulk: { supported: false }, filter: { supported: true, maxResults: 200 } },
    }),
  },
  {
    from: 'RFC 7644',
    what: 'ResourceTypes has User with its extension, and Group',
    steps: one(
      { call: ['GET', '/ResourceTypes'], status: 200, body: { ...LIST, totalResults: 2 } },
      {
        call: ['GET', '/ResourceTypes/User'],
        status: 200,
        body: {
          id: 'User',
          endpoint: '/Users',
          schema: USER,
          schemaExtensions: [{ schema: ENTERPRISE, required: false }],
        },
      },
      { call: ['GET', '/ResourceTypes/Device'], status: 404, body: error(404) },
    ),
  },
  {
    from: 'RFC 7643',
    what: 'Schemas describes each schema, also by its own address',
    steps: one(
      { call: ['GET', '/Schemas'], status: 200, body: { ...LIST, totalResults: 3 } },
      { call: ['GET', `/Schemas/${USER}`], status: 200, body: { id: USER, name: 'User' } },
      { call: ['GET', `/Schemas/${ENTERPRISE}`], status: 200, body: { id: ENTERPRISE } },
      { call: ['GET', '/Schemas/urn:none'], status: 404, body: error(404) },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'the lists of discovery refuse a filter',
    steps: one({ call: ['GET', `/Schemas?${filter('id eq "x"')}`], status: 403, body: error(403) }),
  },
  {
    from: 'RFC 7644',
    what: 'what is not offered answers 501, what is not there 404',
    steps: one(
      { call: ['GET', '/Me'], status: 501, body: error(501) },
      { call: ['POST', '/Bulk', {}], status: 501, body: error(501) },
      { call: ['GET', '/Devices'], status: 404, body: error(404) },
    ),
  },
]
