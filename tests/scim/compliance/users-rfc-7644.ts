import { patch, USER } from '../provider.ts'
import { type Case, error, filter, named, one } from './case.ts'

/** What is asked of users, case by case. */
export const USERS: readonly Case[] = [
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
]
