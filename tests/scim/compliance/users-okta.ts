import { patch, USER } from '../provider.ts'
import { type Case, error, filter, LIST, named, one } from './case.ts'

/** What is asked of users, case by case. */
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
]
