import { describe, expect, test } from 'vitest'
import type { ToggleActor } from '#kernel/access/permissions.ts'
import { allowedUnder, differencesOf, isGiven, NOT_YOURS, planRoles, switchOf } from './roles.ts'
import { type Change, stateBefore, type Values, withoutChange } from './state.ts'
import { switchLabel } from './words.ts'

const place = { kind: 'house', condition: { plan_short_name: null, is_core: false } } as const
const admin: ToggleActor = { role: 'portal_admin', portal_id: 7, portal_kind: 'house', condition: place.condition }

test.each<[string, unknown, unknown, string | null]>([
  ['editor shipments.view', null, true, 'Given to Editor'],
  ['editor shipments.view', true, null, 'Taken from Editor'],
  ['editor shipments.view', true, false, 'Taken from Editor'],
  ['editor shipments.view', false, null, 'Given to Editor'],
  ['accounting users.view general', null, true, 'Given to Accounting in all portals'],
  ['accounting users.view house', null, false, 'Taken from Accounting in in-house portals'],
  ['accounting users.view channel', null, false, 'Taken from Accounting in channel portals'],
  ['king users.view', null, true, null],
  ['editor users.fly', null, true, null],
])('%s from %j to %j reads: %s (HIS-019)', (field, before, after, words) => {
  const named = switchOf(field)
  expect(named && switchLabel(named, [before, after])).toBe(words)
})

test("a role may do what its own portal's switches say, then those of its kind, then those for all (HIS-020, ROL-075)", () => {
  const may = (switches: Values) => allowedUnder(switches, place).has('editor shipments.view')
  const field = 'editor shipments.view'
  expect(may({})).toBe(false)
  expect(may({ [`${field} general`]: true })).toBe(true)
  expect(may({ [`${field} general`]: true, [`${field} house`]: false })).toBe(false)
  expect(may({ [`${field} channel`]: true })).toBe(false)
  expect(may({ [`${field} house`]: false, [field]: true })).toBe(true)
})

test('walking any switches back leads to what the roles could do then, and one undone switch to what it was before (HIS-010, HIS-019)', () => {
  let seed = 11
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const names = [
    'editor shipments.view',
    'editor shipments.view general',
    'learner users.view',
    'learner users.view house',
  ]
  const positions = [true, false, null]
  for (let run = 0; run < 30; run++) {
    const stored: Values[] = [Object.fromEntries(names.map((name) => [name, positions[random(3)] ?? null]))]
    const changes: Change[] = []
    for (let step = 0; step < 8; step++) {
      const name = names[random(4)] ?? ''
      const is = stored[0]?.[name] ?? null
      const to = positions[random(3)] ?? null
      if (to === is) continue
      changes.unshift({ fields: [name], changed: { [name]: [is, to] } })
      stored.unshift({ ...stored[0], [name]: to })
    }
    stored.forEach((then, steps) => {
      const { values } = stateBefore(stored[0] ?? {}, changes.slice(0, steps))
      expect(values).toEqual(then)
      expect(allowedUnder(values, place)).toEqual(allowedUnder(then, place))
    })
    if (changes[0]) expect(withoutChange(stored[0] ?? {}, changes[0]).values).toEqual(stored[1])
  }
})

describe('a restore of permissions', () => {
  const past = (values: Values, changed_since: string[] = []) => ({ values, forgotten: [], changed_since })
  const plan = (now: Values, was: Values, more: Partial<Parameters<typeof planRoles>[0]> = {}) =>
    planRoles({ now, past: past(was), place, actor: admin, closed: null, ...more }).map(
      ({ field, from, to, reason }) => [field, from, to, reason],
    )
  test.each<[string, Values, Values, unknown[]]>([
    ['nothing where nothing differs', { 'editor users.view': true }, { 'editor users.view': true }, []],
    ['what was given is taken', { 'editor users.view': true }, {}, [['editor users.view', true, false, null]]],
    [
      'what was taken is given',
      { 'editor pages.view': true },
      { 'editor users.view': true },
      [['editor users.view', false, true, null]],
    ],
    [
      'what the platform switched since is switched back in this portal',
      { 'editor users.view general': true },
      {},
      [['editor users.view', true, false, null]],
    ],
    [
      'nothing where another switch says the same',
      { 'editor users.view general': true },
      { 'editor users.view': true },
      [],
    ],
    [
      'not the own role, one above it, or what one does not hold',
      { 'portal_admin users.delete': false, 'admin users.delete': false, 'editor portals.view': false },
      { 'editor portals.view': true },
      [
        ['portal_admin users.delete', false, true, NOT_YOURS],
        ['admin users.delete', false, true, NOT_YOURS],
        ['editor portals.view', false, true, NOT_YOURS],
      ],
    ],
  ])('%s (HIS-021, ROL-075)', (_, now, was, lines) => {
    expect(plan(now, was)).toEqual(lines)
  })

  test('says what was switched again since, and what closes the whole record (HIS-011, HIS-021)', () => {
    const input = { now: { 'editor users.view': true }, place, actor: admin }
    expect(planRoles({ ...input, past: past({}, ['editor users.view general']), closed: 'Closed.' })).toMatchObject([
      { is_changed_since: true, reason: 'Closed.' },
    ])
  })
})

test('differences are counted for each role (HIS-020)', () => {
  const [was, is] = [allowedUnder({}, place), allowedUnder({ 'editor users.view': true }, place)]
  const ofEditor = differencesOf(was, is).find(({ role }) => role === 'editor')
  expect(ofEditor).toMatchObject({ differs: ['editor users.view'] })
  expect((ofEditor?.now ?? 0) - (ofEditor?.before ?? 0)).toBe(1)
  expect(differencesOf(was, is).filter(({ differs }) => differs.length > 0)).toHaveLength(1)
  expect(isGiven([null, true])).toBe(true)
})
