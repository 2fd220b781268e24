import { ENTERPRISE, patch, USER } from '../provider.ts'
import { type Case, error, filter, named, one } from './case.ts'

/** What is asked of users, case by case. */
export const USERS: readonly Case[] = [
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
