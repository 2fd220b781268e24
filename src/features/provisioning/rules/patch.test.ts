import { describe, expect, test } from 'vitest'
import { patchGroup, patchUser, readPatch } from './patch.ts'
import { CORE_USER, ENTERPRISE, type Json, type ScimUser } from './resources.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const message = (...Operations: Json[]) => ({ schemas: [PATCH], Operations })
const before: ScimUser = {
  schemas: [CORE_USER],
  id: '7',
  userName: 'lena@example.com',
  name: { givenName: 'Lena', familyName: 'Ortiz' },
  emails: [{ value: 'lena@example.com', type: 'work', primary: true }],
  active: true,
}
const patched = (...operations: Json[]) => patchUser(before, readPatch(message(...operations)))

describe('what a PATCH makes of a user (PRV-006)', () => {
  test.each<[string, Json, Json]>([
    ['booleans as text', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    [
      'a part of a name',
      { op: 'replace', path: 'name.givenName', value: 'Mia' },
      { name: { givenName: 'Mia', familyName: 'Ortiz' } },
    ],
    [
      'an object leaves other parts',
      { op: 'replace', path: 'name', value: { givenName: 'Mia' } },
      { name: { givenName: 'Mia', familyName: 'Ortiz' } },
    ],
    [
      'an element that is there',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'n@b.c' },
      { emails: [{ value: 'n@b.c', type: 'work', primary: true }] },
    ],
    [
      'an element that is not there',
      { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
      { phoneNumbers: [{ type: 'work', value: '1' }] },
    ],
    [
      'keys that are paths',
      { op: 'add', value: { 'name.middleName': 'X', [`${ENTERPRISE}:department`]: 'D' } },
      { name: { middleName: 'X' }, [ENTERPRISE]: { department: 'D' } },
    ],
    [
      'an extension as an object',
      { op: 'add', value: { [ENTERPRISE]: { costCenter: '9' } } },
      { [ENTERPRISE]: { costCenter: '9' } },
    ],
    [
      'a manager as text',
      { op: 'add', path: `${ENTERPRISE}:manager`, value: '26' },
      { [ENTERPRISE]: { manager: { value: '26' } } },
    ],
    [
      'a manager in a list',
      { op: 'add', path: `${ENTERPRISE}:manager`, value: [{ value: '26' }] },
      { [ENTERPRISE]: { manager: { value: '26' } } },
    ],
    ['the prefix of the core schema', { op: 'replace', path: `${CORE_USER}:title`, value: 'T' }, { title: 'T' }],
    [
      'a list without a path',
      { op: 'replace', value: { emails: [{ value: 'k@b.c', primary: true }] } },
      { emails: [{ value: 'k@b.c', primary: true }] },
    ],
    ['a path and an operation in another case', { OP: 'ADD', PATH: 'Title', Value: 'T' }, { title: 'T' }],
  ])('%s', async (_what, operation, expected) => {
    expect(await patched(operation)).toMatchObject(expected)
  })

  test('of two primary e-mails the one that was made so is, wherever it stands (PRV-006)', async () => {
    const two = await patched({ op: 'add', path: 'emails', value: [{ value: 'h@b.c', type: 'home', primary: true }] })
    expect(two.emails?.map(({ primary }) => primary)).toEqual([false, true])
    const back = await patchUser(
      two,
      readPatch(message({ op: 'replace', path: 'emails[type eq "work"].primary', value: 'True' })),
    )
    expect(back.emails?.map(({ primary }) => primary)).toEqual([true, false])
  })

  test('an empty value removes, and removing what is not there changes nothing (PRV-006)', async () => {
    expect(await patched({ op: 'replace', path: 'name.familyName', value: '' })).not.toHaveProperty('name.familyName')
    expect(await patched({ op: 'remove', path: 'addresses[type eq "work"]' })).toEqual(before)
    expect((await patched({ op: 'add', path: 'emails', value: before.emails })).emails).toEqual(before.emails)
  })

  test.each<[string, unknown, string]>([
    ['no object', [], 'invalidSyntax'],
    ['another schema', { schemas: ['x'], Operations: [{ op: 'add', path: 'title', value: 'x' }] }, 'invalidSyntax'],
    ['no operations', message(), 'invalidSyntax'],
    ['no value', message({ op: 'add', path: 'title' }), 'invalidValue'],
    ['no path to remove', message({ op: 'remove' }), 'noTarget'],
    ['a list without a path', message({ op: 'add', value: ['x'] }), 'invalidValue'],
  ])('a message that is none is refused: %s (PRV-006)', (_what, body, type) => {
    expect(() => readPatch(body)).toThrow(expect.objectContaining({ status: 400, scim_type: type }))
  })

  test('a filter that names no element to make is refused (PRV-006)', async () => {
    await expect(patched({ op: 'add', path: 'emails[type sw "x"].value', value: 'a@b.c' })).rejects.toMatchObject({
      scim_type: 'noTarget',
    })
  })
})

describe('what a PATCH changes of a group (PRV-011)', () => {
  test.each<[Json, unknown]>([
    [{ op: 'Add', path: 'members', value: [{ value: '1' }, { value: 2 }] }, [{ kind: 'add', members: ['1', '2'] }]],
    [{ op: 'Remove', path: 'members', value: [{ value: '1' }] }, [{ kind: 'remove', members: ['1'] }]],
    [{ op: 'remove', path: 'members[value eq "1"]' }, [{ kind: 'remove', members: ['1'] }]],
    [{ op: 'remove', path: 'members' }, [{ kind: 'set', members: [] }]],
    [{ op: 'replace', path: 'members', value: [] }, [{ kind: 'set', members: [] }]],
    [{ op: 'replace', value: { id: '3', displayName: 'N' } }, [{ kind: 'name', value: 'N' }]],
    [{ op: 'remove', path: 'externalId' }, [{ kind: 'external_id', value: null }]],
  ])('%j', (operation, changes) => {
    expect(patchGroup(readPatch(message(operation)))).toEqual(changes)
  })

  test.each<Json>([
    { op: 'remove', path: 'members[display eq "x"]' },
    { op: 'replace', path: 'color', value: 'x' },
    { op: 'remove', path: 'displayName' },
  ])('%j is refused', (operation) => {
    expect(() => patchGroup(readPatch(message(operation)))).toThrow(expect.objectContaining({ status: 400 }))
  })
})
