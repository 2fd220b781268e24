import { GROUP, patch } from '../provider.ts'
import { type Case, error, filter, one } from './case.ts'

/** What is asked of groups, case by case. */
export const GROUPS: readonly Case[] = [
  {
    from: 'Entra ID',
    what: 'creates a group, which a second one of that name conflicts with (validator)',
    steps: one(
      {
        call: ['POST', '/Groups', { schemas: [GROUP], displayName: 'Crew {n}', externalId: 'g{n}' }],
        status: 201,
        headers: { location: '{base}/Groups/' },
        body: { displayName: 'Crew {n}', externalId: 'g{n}', meta: { resourceType: 'Group' } },
      },
      {
        call: ['POST', '/Groups', { schemas: [GROUP], displayName: 'crew {n}' }],
        status: 409,
        body: error(409, 'uniqueness'),
      },
    ),
  },
  {
    from: 'Entra ID',
    what: 'finds a group by name, without its members',
    steps: one(
      {
        call: ['GET', `/Groups?excludedAttributes=members&${filter('displayName eq "{GROUP}"')}`],
        status: 200,
        body: { totalResults: 1, Resources: [{ id: '{group}' }] },
      },
      {
        call: ['GET', '/Groups/{group}?excludedAttributes=members'],
        status: 200,
        body: { id: '{group}' },
        without: ['members'],
      },
      {
        call: ['GET', `/Groups?${filter('displayName eq "None {n}"')}`],
        status: 200,
        body: { totalResults: 0, Resources: [] },
      },
    ),
  },
  {
    from: 'Entra ID',
    what: 'asks whether somebody is a member',
    steps: one(
      {
        call: ['GET', `/Groups?${filter('id eq "{group}" and members eq "{id}"')}`],
        status: 200,
        body: { totalResults: 1 },
      },
      {
        call: ['GET', `/Groups?${filter('id eq "{group}" and members.value eq "{other}"')}`],
        status: 200,
        body: { totalResults: 0 },
      },
    ),
  },
  {
    from: 'Entra ID',
    what: 'adds members, the same one twice without a double, and renames (validator)',
    steps: one(
      {
        call: ['PATCH', '/Groups/{group}', patch({ op: 'Add', path: 'members', value: [{ value: '{other}' }] })],
        status: 204,
      },
      {
        call: [
          'PATCH',
          '/Groups/{group}',
          patch({ op: 'Add', path: 'members', value: [{ value: '{other}' }, { value: '{id}' }] }),
        ],
        status: 204,
      },
      {
        call: ['PATCH', '/Groups/{group}', patch({ op: 'Replace', path: 'displayName', value: 'New {n}' })],
        status: 204,
      },
      {
        call: ['GET', '/Groups/{group}'],
        status: 200,
        body: { displayName: 'New {n}', members: [{ value: '{id}', type: 'User' }, { value: '{other}' }] },
      },
      {
        call: ['GET', '/Users/{other}'],
        status: 200,
        body: { groups: [{ value: '{group}', display: 'New {n}', type: 'direct' }] },
      },
    ),
  },
  {
    from: 'Entra ID',
    what: 'removes a member by a list of values, and again without an error (validator)',
    steps: one(
      {
        call: ['PATCH', '/Groups/{group}', patch({ op: 'Remove', path: 'members', value: [{ value: '{id}' }] })],
        status: 204,
      },
      {
        call: ['PATCH', '/Groups/{group}', patch({ op: 'Remove', path: 'members', value: [{ value: '{id}' }] })],
        status: 204,
      },
      { call: ['GET', '/Groups/{group}'], status: 200, without: ['members'] },
    ),
  },
  {
    from: 'Okta',
    what: 'removes a member by the filter of a path',
    steps: one(
      { call: ['PATCH', '/Groups/{group}', patch({ op: 'remove', path: 'members[value eq "{id}"]' })], status: 204 },
      { call: ['GET', '/Groups/{group}?attributes=members'], status: 200, without: ['members'] },
    ),
  },
  {
    from: 'Okta',
    what: 'pushes a group: renames it by a PATCH without a path that names its id, and replaces its members',
    steps: one(
      {
        call: [
          'PATCH',
          '/Groups/{group}',
          patch({ op: 'replace', value: { id: '{group}', displayName: 'Pushed {n}' } }),
        ],
        status: 204,
      },
      {
        call: [
          'PATCH',
          '/Groups/{group}',
          patch({ op: 'replace', path: 'members', value: [{ value: '{other}', display: 'x' }] }),
        ],
        status: 204,
      },
      {
        call: ['GET', '/Groups/{group}'],
        status: 200,
        body: { displayName: 'Pushed {n}', members: [{ value: '{other}' }] },
      },
    ),
  },
  {
    from: 'Okta',
    what: 'replaces a group by a PUT',
    steps: one({
      call: ['PUT', '/Groups/{group}', { schemas: [GROUP], displayName: 'Put {n}', members: [{ value: '{other}' }] }],
      status: 200,
      body: { id: '{group}', displayName: 'Put {n}', members: [{ value: '{other}' }] },
    }),
  },
  {
    from: 'RFC 7644',
    what: 'a PATCH that asks for attributes is answered with them',
    steps: one({
      call: [
        'PATCH',
        '/Groups/{group}?attributes=displayName',
        patch({ op: 'replace', path: 'displayName', value: 'Asked {n}' }),
      ],
      status: 200,
      body: { id: '{group}', displayName: 'Asked {n}' },
      without: ['members'],
    }),
  },
  {
    from: 'Entra ID',
    what: 'removes all members by a path alone',
    steps: one(
      { call: ['PATCH', '/Groups/{group}', patch({ op: 'Remove', path: 'members' })], status: 204 },
      { call: ['GET', '/Groups/{group}'], status: 200, without: ['members'] },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'a member who is not here is refused, and nothing is changed',
    steps: one(
      {
        call: [
          'PATCH',
          '/Groups/{group}',
          patch(
            { op: 'replace', path: 'displayName', value: 'Half {n}' },
            { op: 'add', path: 'members', value: [{ value: '999999999' }] },
          ),
        ],
        status: 400,
        body: error(400, 'invalidValue'),
      },
      { call: ['GET', '/Groups/{group}'], status: 200, body: { displayName: '{groupName}' } },
      { call: ['POST', '/Groups', { schemas: [GROUP] }], status: 400, body: error(400, 'invalidValue') },
      {
        call: ['PATCH', '/Groups/{group}', patch({ op: 'replace', path: 'color', value: 'red' })],
        status: 400,
        body: error(400, 'invalidPath'),
      },
    ),
  },
  {
    from: 'Entra ID',
    what: 'deletes a group, whose members stay (validator)',
    steps: one(
      { call: ['DELETE', '/Groups/{group}'], status: 204 },
      { call: ['GET', '/Groups/{group}'], status: 404, body: error(404) },
      { call: ['DELETE', '/Groups/{group}'], status: 404, body: error(404) },
      { call: ['GET', '/Users/{id}'], status: 200, body: { active: true }, without: ['groups'] },
    ),
  },
]
