import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROLE_NAMES } from '#kernel/access/roles.ts'
import { FIELDS, fieldsOfPart, KINDS, type KindOfFields, PART_NAMES, PARTS, PARTS_OF } from './fields.ts'

/** Permissions of roles are named by `roles.ts`. */
const WITH_FIELDS = KINDS.filter((kind): kind is KindOfFields => kind !== 'roles')
const SQL = fs.readFileSync(path.resolve(import.meta.dirname, '../../../../migrations/190-changes.sql'), 'utf8')

/** What the triggers record of a kind of record. */
const recorded = (kind: string): string[] => [
  ...[...SQL.matchAll(/keep_changes_of\('\w+', '(\w+)', '(\w*)', array\[(.*?)\]\)/gs)]
    .filter(([, of]) => of === kind)
    .flatMap(([, , prefix, columns = '']) =>
      [...columns.matchAll(/'(\w+)'/g)].map(([, column]) =>
        column === 'left_at' ? 'is_member' : `${prefix}${column}`,
      ),
    ),
  ...(kind === 'course'
    ? [...SQL.matchAll(/note_items\('course', 'course_id', '(\w+)'|array\['(course_pricings)'\]/g)].map(
        ([, one, other]) => one ?? other ?? '',
      )
    : []),
  ...(kind === 'person'
    ? [
        ...[...SQL.matchAll(/note_items\('person', 'user_id', '(\w+)'/g)].map(([, field]) => field ?? ''),
        ...[...SQL.matchAll(/jsonb_build_object\('(\w+)', jsonb_build_array\(old\./g)].map(([, field]) => field ?? ''),
      ]
    : []),
]

test.each(WITH_FIELDS)('every recorded field of %s has a name, and no other (HIS-001)', (kind) => {
  const named = [...FIELDS[kind].keys()]
  expect(new Set(recorded(kind))).toEqual(new Set(named))
  expect(named.length).toBeGreaterThan(25)
})

test('switches of roles are recorded wherever they are kept, and name a role by its part (HIS-019)', () => {
  const tables = [...SQL.matchAll(/create trigger note_switch after insert or update or delete on (\w+)/g)]
  expect(tables.map(([, table]) => table)).toEqual(['portal_permissions', 'permission_defaults'])
  expect(PARTS_OF.roles).toEqual(ROLE_NAMES)
})

test('no secret and no note is recorded (HIS-005)', () => {
  const all = KINDS.flatMap((kind) => recorded(kind))
  expect(all.filter((field) => /password|token|secret|hash|key(?!words)|note/.test(field))).toEqual([])
})

test('every part has a name and fields, and what is not restored says where it is changed (HIS-009, HIS-013)', () => {
  for (const kind of WITH_FIELDS)
    for (const part of PARTS_OF[kind]) expect(fieldsOfPart(kind, part).length, part).toBeGreaterThan(0)
  expect(PARTS.map((part) => PART_NAMES[part]).filter(Boolean)).toHaveLength(PARTS.length)
  const kept = KINDS.flatMap((kind) => [...FIELDS[kind].values()].filter((field) => field.way === null))
  for (const field of kept) expect('instead' in field && field.instead).toMatch(/^[A-Z].*\.$/)
  expect(kept.length).toBeGreaterThan(15)
})

test('no field of a person has the name of a setting, so that a name says what it is (HIS-017)', () => {
  const names = [...FIELDS.settings.keys(), ...FIELDS.person.keys()]
  expect(new Set(names).size).toBe(names.length)
})
