// What a SCIM service provider has to do, case by case: RFC 7643 and 7644, the requests that Microsoft documents for Entra ID
// and checks with its SCIM validator, and those of Okta's SCIM 2.0 specification and CRUD tests.
//
// Each case starts with a person {id}, a second one {other}, a deactivated one {gone}, and a group {group} with {id} in it, all
// made for it. `{name}` is the user name and e-mail of the person, `{new}` one that nobody has.
import { ENTERPRISE, GROUP, type Json, patch, type ScimMethod, USER } from './provider.ts'

export type Step = {
  call: readonly [ScimMethod, string, unknown?]
  status: number
  /** What the answer has at least. */
  body?: Json
  /** What the answer must not have. */
  without?: readonly string[]
  headers?: Record<string, string>
}
export type Case = { from: 'RFC 7644' | 'RFC 7643' | 'Entra ID' | 'Okta'; what: string; steps: readonly Step[] }

const LIST = { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'] }
const ERROR = { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] }
const error = (status: number, scimType?: string): Json => ({
  ...ERROR,
  status: String(status),
  ...(scimType && { scimType }),
})
const filter = (text: string, more = '') => `filter=${encodeURIComponent(text)}${more}`
const named = (userName: string, more: Json = {}): Json => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Ada', familyName: 'Byron' },
  emails: [{ primary: true, type: 'work', value: userName }],
  active: true,
  ...more,
})
const one = (...steps: Step[]): readonly Step[] => steps

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

export const USERS: readonly Case[] = [
  {
    from: 'Okta',
    what: 'Users answers a list with its numbers (spec test)',
    steps: one({
      call: ['GET', '/Users?count=1&startIndex=1'],
      status: 200,
      body: { ...LIST, itemsPerPage: 1, startIndex: 1 },
    }),
  },
  {
    from: 'Okta',
    what: 'a user is found by id (spec test)',
    steps: one({
      call: ['GET', '/Users/{id}'],
      status: 200,
      body: { id: '{id}', userName: '{name}', active: true, name: { givenName: 'Lena', familyName: 'Ortiz' } },
    }),
  },
  {
    from: 'Okta',
    what: 'a user name that nobody has finds nobody (spec test)',
    steps: one({
      call: ['GET', `/Users?${filter('userName eq "{new}"', '&startIndex=1&count=100')}`],
      status: 200,
      body: { ...LIST, totalResults: 0, Resources: [] },
    }),
  },
  {
    from: 'Okta',
    what: 'an id that nobody has answers 404 with an error (spec test)',
    steps: one(
      { call: ['GET', '/Users/010101001010101011001010101011'], status: 404, body: error(404) },
      { call: ['GET', '/Users/999999999'], status: 404, body: error(404) },
      { call: ['PATCH', '/Users/999999999', patch({ op: 'replace', path: 'active', value: false })], status: 404 },
      { call: ['DELETE', '/Users/999999999'], status: 404, body: error(404) },
    ),
  },
  {
    from: 'Okta',
    what: 'creates a user as its provisioning does, password included, and never answers the password',
    steps: one({
      call: [
        'POST',
        '/Users',
        named('{new}', { locale: 'en-US', externalId: '00u{n}', groups: [], password: '1mz050nq', displayName: 'Ada' }),
      ],
      status: 201,
      headers: { location: '{base}/Users/' },
      body: {
        schemas: [USER],
        userName: '{new}',
        externalId: '00u{n}',
        displayName: 'Ada',
        locale: 'en-US',
        active: true,
        meta: { resourceType: 'User' },
      },
      without: ['password'],
    }),
  },
  {
    from: 'Okta',
    what: 'creating the same user twice is a conflict (CRUD test)',
    steps: one(
      { call: ['POST', '/Users', named('{new}')], status: 201 },
      { call: ['POST', '/Users', named('{new}')], status: 409, body: error(409, 'uniqueness') },
      { call: ['POST', '/Users', named('{NEW}')], status: 409, body: error(409, 'uniqueness') },
    ),
  },
  {
    from: 'Okta',
    what: 'changes a profile by a PUT of the whole user',
    steps: one(
      {
        call: [
          'PUT',
          '/Users/{id}',
          named('{name}', {
            id: '{id}',
            name: { givenName: 'Ada', middleName: 'Excel', familyName: 'King' },
            groups: [],
          }),
        ],
        status: 200,
        body: { id: '{id}', name: { givenName: 'Ada', middleName: 'Excel', familyName: 'King' } },
      },
      { call: ['GET', '/Users/{id}'], status: 200, body: { name: { givenName: 'Ada', middleName: 'Excel' } } },
    ),
  },
  {
    from: 'Okta',
    what: 'deactivates by a PATCH without a path, and activates again',
    steps: one(
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'replace', value: { active: false } })],
        status: 200,
        body: { active: false },
      },
      { call: ['GET', '/Users/{id}'], status: 200, body: { active: false } },
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'replace', value: { active: true } })],
        status: 200,
        body: { active: true },
      },
    ),
  },
  {
    from: 'Okta',
    what: 'deactivates by a PUT as well, and a PUT without active leaves it as it is',
    steps: one(
      { call: ['PUT', '/Users/{id}', named('{name}', { active: false })], status: 200, body: { active: false } },
      { call: ['PUT', '/Users/{id}', named('{name}', { active: undefined })], status: 200, body: { active: false } },
    ),
  },
  {
    from: 'Okta',
    what: 'pages through everyone by startIndex and count, each person once',
    steps: one(
      { call: ['GET', '/Users?startIndex=1&count=2'], status: 200, body: { itemsPerPage: 2, startIndex: 1 } },
      { call: ['GET', '/Users?startIndex=3&count=2'], status: 200, body: { startIndex: 3 } },
      { call: ['GET', '/Users?startIndex=100000&count=2'], status: 200, body: { itemsPerPage: 0, Resources: [] } },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'a page below one starts at the first, a count below zero is none, another word is refused',
    steps: one(
      { call: ['GET', '/Users?startIndex=-5&count=1'], status: 200, body: { startIndex: 1, itemsPerPage: 1 } },
      { call: ['GET', '/Users?count=-1'], status: 200, body: { itemsPerPage: 0, Resources: [] } },
      { call: ['GET', '/Users?count=0'], status: 200, body: { itemsPerPage: 0 } },
      { call: ['GET', '/Users?count=many'], status: 400, body: error(400, 'invalidValue') },
    ),
  },
  {
    from: 'Entra ID',
    what: 'tests the connection with a user name that nobody has',
    steps: one({
      call: ['GET', `/Users?${filter('userName eq "b4f1ec3a-5f7e-4d0a-8d4e-8f6b1b4d0000"')}`],
      status: 200,
      body: { totalResults: 0 },
    }),
  },
  {
    from: 'Entra ID',
    what: 'creates a user with the enterprise extension and a manager by id',
    steps: one({
      call: [
        'POST',
        '/Users',
        named('{new}', {
          schemas: [USER, ENTERPRISE],
          externalId: '0a21f0f2-8d2a-4f8e-bf98-{n}',
          meta: { resourceType: 'User' },
          roles: [],
          [ENTERPRISE]: { employeeNumber: '701984', department: 'Field', manager: '{other}' },
        }),
      ],
      status: 201,
      body: {
        schemas: [USER, ENTERPRISE],
        [ENTERPRISE]: { employeeNumber: '701984', department: 'Field', manager: { value: '{other}' } },
      },
    }),
  },
  {
    from: 'Entra ID',
    what: 'finds a user by user name in any case',
    steps: one({
      call: ['GET', `/Users?${filter('userName eq "{NAME}"')}`],
      status: 200,
      body: { totalResults: 1, Resources: [{ id: '{id}' }] },
    }),
  },
  {
    from: 'Entra ID',
    what: 'finds a user by external id, with regard to case',
    steps: one(
      { call: ['PATCH', '/Users/{id}', patch({ op: 'Add', path: 'externalId', value: 'Jyoung{n}' })], status: 200 },
      { call: ['GET', `/Users?${filter('externalId eq "Jyoung{n}"')}`], status: 200, body: { totalResults: 1 } },
      { call: ['GET', `/Users?${filter('externalId eq "jyoung{n}"')}`], status: 200, body: { totalResults: 0 } },
    ),
  },
  {
    from: 'Entra ID',
    what: 'finds a user by the e-mail of work',
    steps: one({
      call: ['GET', `/Users?${filter('emails[type eq "work"].value eq "{name}"')}`],
      status: 200,
      body: { totalResults: 1, Resources: [{ id: '{id}' }] },
    }),
  },
  {
    from: 'Entra ID',
    what: 'replaces values with capitalized operations and paths of all kinds (validator)',
    steps: one({
      call: [
        'PATCH',
        '/Users/{id}',
        patch(
          { op: 'Replace', path: 'name.familyName', value: 'Byron' },
          { op: 'Replace', path: 'displayName', value: 'L. Byron' },
          { op: 'Add', path: 'title', value: 'Foreman' },
          { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+12125550147' },
          { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Duluth' },
          { op: 'Add', path: 'addresses[type eq "work"].postalCode', value: '55802' },
          { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Yard' },
          { op: 'Replace', path: `${ENTERPRISE}:employeeNumber`, value: '17' },
        ),
      ],
      status: 200,
      body: {
        displayName: 'L. Byron',
        title: 'Foreman',
        name: { givenName: 'Lena', familyName: 'Byron' },
        phoneNumbers: [{ type: 'work', value: '+12125550147' }],
        addresses: [{ type: 'work', locality: 'Duluth', postalCode: '55802' }],
        [ENTERPRISE]: { department: 'Yard', employeeNumber: '17' },
      },
    }),
  },
  {
    from: 'Entra ID',
    what: 'changes several attributes by an operation without a path, whose keys are paths (validator)',
    steps: one({
      call: [
        'PATCH',
        '/Users/{id}',
        patch({
          op: 'replace',
          value: {
            displayName: 'Crew lead',
            'name.givenName': 'Mia',
            'emails[type eq "work"].value': '{name}',
            [`${ENTERPRISE}:department`]: 'Docks',
            active: 'True',
          },
        }),
      ],
      status: 200,
      body: {
        displayName: 'Crew lead',
        name: { givenName: 'Mia', familyName: 'Ortiz' },
        active: true,
        [ENTERPRISE]: { department: 'Docks' },
      },
    }),
  },
  {
    from: 'Entra ID',
    what: 'disables a user with the text False, and the list says so (validator)',
    steps: one(
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'Replace', path: 'active', value: 'False' })],
        status: 200,
        body: { active: false },
      },
      {
        call: ['GET', `/Users?${filter('userName eq "{name}"')}`],
        status: 200,
        body: { Resources: [{ active: false }] },
      },
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'Add', path: 'active', value: 'True' })],
        status: 200,
        body: { active: true },
      },
    ),
  },
  {
    from: 'Entra ID',
    what: 'sets a manager by bare id, by object and by its value, and takes it away with an empty text',
    steps: one(
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'Add', path: `${ENTERPRISE}:manager`, value: '{other}' })],
        status: 200,
        body: { [ENTERPRISE]: { manager: { value: '{other}' } } },
      },
      {
        call: [
          'PATCH',
          '/Users/{id}',
          patch({ op: 'Replace', path: `${ENTERPRISE}:manager`, value: { value: '{other}' } }),
        ],
        status: 200,
        body: { [ENTERPRISE]: { manager: { value: '{other}' } } },
      },
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'Replace', path: `${ENTERPRISE}:manager.value`, value: '{other}' })],
        status: 200,
        body: { [ENTERPRISE]: { manager: { value: '{other}' } } },
      },
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'Replace', path: `${ENTERPRISE}:manager`, value: '' })],
        status: 200,
        without: [ENTERPRISE],
      },
    ),
  },
  {
    from: 'Entra ID',
    what: 'removes an attribute, and removing it again changes nothing',
    steps: one(
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'Add', path: 'title', value: 'Rigger' })],
        status: 200,
        body: { title: 'Rigger' },
      },
      { call: ['PATCH', '/Users/{id}', patch({ op: 'Remove', path: 'title' })], status: 200, without: ['title'] },
      { call: ['PATCH', '/Users/{id}', patch({ op: 'Remove', path: 'title' })], status: 200, without: ['title'] },
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'Remove', path: 'phoneNumbers[type eq "mobile"].value' })],
        status: 200,
      },
    ),
  },
  {
    from: 'Entra ID',
    what: 'deletes a user, who is gone then (validator)',
    steps: one(
      { call: ['DELETE', '/Users/{id}'], status: 204 },
      { call: ['GET', '/Users/{id}'], status: 404, body: error(404) },
      { call: ['DELETE', '/Users/{id}'], status: 404, body: error(404) },
      { call: ['GET', `/Users?${filter('userName eq "{name}"')}`], status: 200, body: { totalResults: 0 } },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'a list that is replaced without a path is replaced, not added to',
    steps: one({
      call: [
        'PATCH',
        '/Users/{id}',
        patch(
          { op: 'replace', value: { phoneNumbers: [{ value: '1' }] } },
          { op: 'replace', value: { phoneNumbers: [{ value: '2' }] } },
        ),
      ],
      status: 200,
      body: { phoneNumbers: [{ value: '2' }] },
    }),
  },
  {
    from: 'RFC 7644',
    what: 'adding what is there changes nothing, and a new primary value takes it from the former one',
    steps: one(
      {
        call: [
          'PATCH',
          '/Users/{id}',
          patch({ op: 'add', path: 'phoneNumbers', value: [{ type: 'work', value: '1' }] }),
        ],
        status: 200,
      },
      {
        call: [
          'PATCH',
          '/Users/{id}',
          patch({ op: 'add', path: 'phoneNumbers', value: [{ type: 'work', value: '1' }] }),
        ],
        status: 200,
        body: { phoneNumbers: [{ type: 'work', value: '1' }] },
      },
      {
        call: [
          'PATCH',
          '/Users/{id}',
          patch({ op: 'add', path: 'emails', value: [{ type: 'home', value: '{new}', primary: true }] }),
        ],
        status: 200,
        body: {
          emails: [
            { type: 'work', primary: false },
            { type: 'home', value: '{new}', primary: true },
          ],
        },
      },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'filters compare texts without case, combine, negate and group',
    steps: one(
      {
        call: ['GET', `/Users?${filter('userName eq "{name}" and active eq true')}`],
        status: 200,
        body: { totalResults: 1 },
      },
      {
        call: ['GET', `/Users?${filter('userName eq "{name}" and active eq false')}`],
        status: 200,
        body: { totalResults: 0 },
      },
      {
        call: ['GET', `/Users?${filter('userName eq "{name}" or id eq "{other}"')}`],
        status: 200,
        body: { totalResults: 2 },
      },
      { call: ['GET', `/Users?${filter('userName sw "{NAME}"')}`], status: 200, body: { totalResults: 1 } },
      {
        call: ['GET', `/Users?${filter('id eq "{id}" and not (active eq false)')}`],
        status: 200,
        body: { totalResults: 1 },
      },
      {
        call: ['GET', `/Users?${filter('id eq "{id}" and (title pr or name.givenName co "EN")')}`],
        status: 200,
        body: { totalResults: 1 },
      },
      {
        call: ['GET', `/Users?${filter('id eq "{id}" and meta.lastModified gt "2011-05-13T04:42:34Z"')}`],
        status: 200,
        body: { totalResults: 1 },
      },
      { call: ['GET', `/Users?${filter(`${USER}:userName eq "{name}"`)}`], status: 200, body: { totalResults: 1 } },
      { call: ['GET', `/Users?${filter('userName eq "a\\"b"')}`], status: 200, body: { totalResults: 0 } },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'a filter that cannot be read is invalidFilter',
    steps: one(
      { call: ['GET', `/Users?${filter('userName eq')}`], status: 400, body: error(400, 'invalidFilter') },
      { call: ['GET', `/Users?${filter('userName is "x"')}`], status: 400, body: error(400, 'invalidFilter') },
      { call: ['GET', `/Users?${filter('(userName eq "x"')}`], status: 400, body: error(400, 'invalidFilter') },
      { call: ['GET', `/Users?${filter('shoeSize eq 4')}`], status: 400, body: error(400, 'invalidFilter') },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'a search by POST answers like the list',
    steps: one(
      {
        call: [
          'POST',
          '/Users/.search',
          {
            schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
            filter: 'userName eq "{name}"',
            attributes: ['userName'],
            count: 5,
          },
        ],
        status: 200,
        body: { totalResults: 1, Resources: [{ id: '{id}', userName: '{name}' }] },
      },
      { call: ['POST', '/Users/.search', { filter: 'x' }], status: 400, body: error(400, 'invalidSyntax') },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'attributes and excludedAttributes choose what is answered, and the id is always there',
    steps: one(
      {
        call: ['GET', '/Users/{id}?attributes=userName'],
        status: 200,
        body: { id: '{id}', userName: '{name}' },
        without: ['emails', 'name', 'active'],
      },
      {
        call: ['GET', '/Users/{id}?attributes=name.familyName'],
        status: 200,
        body: { id: '{id}', name: { familyName: 'Ortiz' } },
        without: ['userName'],
      },
      {
        call: ['GET', '/Users/{id}?excludedAttributes=emails,id'],
        status: 200,
        body: { id: '{id}', userName: '{name}' },
        without: ['emails'],
      },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'attribute names are read without regard to case, unknown ones are ignored',
    steps: one({
      call: ['POST', '/Users', { schemas: [USER], USERNAME: '{new}', Emails: [{ VALUE: '{new}' }], shoeSize: 4 }],
      status: 201,
      body: { userName: '{new}', active: true },
      without: ['shoeSize', 'USERNAME'],
    }),
  },
  {
    from: 'RFC 7644',
    what: 'bodies that cannot be read say what is wrong',
    steps: one(
      { call: ['POST', '/Users', '{"userName":'], status: 400, body: error(400, 'invalidSyntax') },
      { call: ['POST', '/Users', []], status: 400, body: error(400, 'invalidSyntax') },
      { call: ['POST', '/Users', { schemas: [USER] }], status: 400, body: error(400, 'invalidValue') },
      { call: ['POST', '/Users', named('{new}', { active: 'maybe' })], status: 400, body: error(400, 'invalidValue') },
      {
        call: ['POST', '/Users', { schemas: [USER], userName: 'no-mail-{n}' }],
        status: 400,
        body: error(400, 'invalidValue'),
      },
      { call: ['PATCH', '/Users/{id}', patch()], status: 400, body: error(400, 'invalidSyntax') },
      {
        call: ['PATCH', '/Users/{id}', { schemas: [USER], Operations: [{ op: 'add', path: 'title', value: 'x' }] }],
        status: 400,
        body: error(400, 'invalidSyntax'),
      },
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'move', path: 'title' })],
        status: 400,
        body: error(400, 'invalidSyntax'),
      },
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'replace', path: 'shoeSize', value: 4 })],
        status: 400,
        body: error(400, 'invalidPath'),
      },
      { call: ['PATCH', '/Users/{id}', patch({ op: 'remove' })], status: 400, body: error(400, 'noTarget') },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'what only the server may write stays, and the user name cannot be removed',
    steps: one(
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'replace', path: 'id', value: '1' })],
        status: 400,
        body: error(400, 'mutability'),
      },
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'remove', path: 'userName' })],
        status: 400,
        body: error(400, 'invalidValue'),
      },
      { call: ['GET', '/Users/{id}'], status: 200, body: { userName: '{name}' } },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'an operation that fails leaves the whole PATCH undone',
    steps: one(
      {
        call: [
          'PATCH',
          '/Users/{id}',
          patch({ op: 'replace', path: 'title', value: 'x' }, { op: 'replace', path: 'shoeSize', value: 4 }),
        ],
        status: 400,
      },
      { call: ['GET', '/Users/{id}'], status: 200, without: ['title'] },
    ),
  },
  {
    from: 'RFC 7644',
    what: 'a user name of somebody else is a conflict in PUT and PATCH',
    steps: one(
      { call: ['PUT', '/Users/{id}', named('{otherName}')], status: 409, body: error(409, 'uniqueness') },
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'replace', path: 'userName', value: '{otherName}' })],
        status: 409,
        body: error(409, 'uniqueness'),
      },
    ),
  },
  {
    from: 'Entra ID',
    what: 'changes a user name, by which the user is found from then on (validator)',
    steps: one(
      {
        call: ['PATCH', '/Users/{id}', patch({ op: 'Replace', path: 'userName', value: '{new}' })],
        status: 200,
        body: { userName: '{new}' },
      },
      { call: ['GET', `/Users?${filter('userName eq "{new}"')}`], status: 200, body: { totalResults: 1 } },
    ),
  },
]

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
