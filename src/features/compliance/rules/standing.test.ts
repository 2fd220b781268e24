import { describe, expect, test } from 'vitest'
import { dayNumber, dayText } from './days.ts'
import { type PlaceFact, stretchesUntil } from './person.ts'
import type { TrainingRecord } from './records.ts'
import type { Requirement, Terms } from './requirement.ts'
import { isCleared, standingOn } from './standing.ts'
import { type History, placesOf, randomHistory, randomOf, recordsOf, replayed } from './testing.ts'

const d = dayNumber

const TERMS: Terms = {
  from: d('2026-01-01'),
  is_retired: false,
  roles: [],
  team_ids: [],
  sites: [],
  jobs: [],
  states: [],
  valid_months: null,
  grace_days: 0,
  refresher_course_ids: [],
  renews_from: 'completion',
}
const requirement = (kind: Requirement['kind'], ...terms: Partial<Terms>[]): Requirement => ({
  id: 1,
  kind,
  course_id: kind === 'course' || kind === 'certificate' ? 7 : null,
  terms: (terms.length === 0 ? [{}] : terms).map((each) => ({ ...TERMS, ...each })),
})
const record = (values: Partial<Record<keyof TrainingRecord, string>>): TrainingRecord => ({
  course_id: 7,
  requirement_id: null,
  opened: null,
  closed: null,
  completed: null,
  held: null,
  until: null,
  revoked: null,
  ...Object.fromEntries(Object.entries(values).map(([name, day]) => [name, d(day)])),
})
const JOINED: PlaceFact = { kind: 'joined', day: d('2025-06-01'), value: null }
const fact = (kind: PlaceFact['kind'], day: string, value: string | null = null): PlaceFact => ({
  kind,
  day: d(day),
  value,
})

const stand = (rule: Requirement, on: string, records: TrainingRecord[] = [], facts: PlaceFact[] = []) => {
  const { state, until } = standingOn(
    rule,
    stretchesUntil(
      [JOINED, ...facts].toSorted((a, b) => a.day - b.day),
      d(on),
    ),
    records,
    d(on),
  )
  return until === null ? state : `${state} ${dayText(until)}`
}

const course = requirement('course')
const yearly = requirement('course', { valid_months: 12 })
const graced = requirement('course', { valid_months: 12, grace_days: 30 })
const certificate = requirement('certificate')
const license = requirement('license', { grace_days: 10 })
const done = record({ opened: '2026-01-05', completed: '2026-02-01' })
const issued = record({ opened: '2026-01-05', completed: '2026-02-01', held: '2026-02-02', until: '2027-02-02' })

describe('how a person stands with a requirement on a day (CMP-004)', () => {
  test.each<[string, Requirement, string, string, TrainingRecord[]?, PlaceFact[]?]>([
    ['before it begins', course, '2025-12-31', 'not_required'],
    ['nothing done', course, '2026-01-01', 'missing'],
    ['before joining', course, '2025-05-31', 'not_required'],
    [
      'a place from before joining',
      requirement('course', { from: d('2025-01-01') }),
      '2025-05-01',
      'missing',
      [],
      [fact('site', '2025-04-01', 'Plant 1')],
    ],
    ['the day of joining counts', requirement('course', { from: d('2025-01-01') }), '2025-06-01', 'missing'],
    ['enrolled', course, '2026-01-05', 'in_progress', [done]],
    ['the day before enrolling', course, '2026-01-04', 'missing', [done]],
    ['completed on the day itself', course, '2026-02-01', 'valid', [done]],
    ['completed long ago, without an end', course, '2040-01-01', 'valid', [done]],
    ['unenrolled', course, '2026-01-20', 'missing', [record({ opened: '2026-01-05', closed: '2026-01-20' })]],
    ['completed with an end', yearly, '2026-06-01', 'valid 2027-02-01', [done]],
    ['through its last day', yearly, '2027-02-01', 'valid 2027-02-01', [done]],
    ['the day after', yearly, '2027-02-02', 'expired 2027-02-01', [done]],
    [
      'expired, and in the course again',
      yearly,
      '2027-03-05',
      'expired 2027-02-01',
      [done, record({ opened: '2027-03-01' })],
    ],
    ['in grace after the end', graced, '2027-02-02', 'grace 2027-03-03', [done]],
    ['through the last day of grace', graced, '2027-03-03', 'grace 2027-03-03', [done]],
    ['after grace', graced, '2027-03-04', 'expired 2027-02-01', [done]],
    ['in grace after it begins to apply', graced, '2026-01-01', 'grace 2026-01-30'],
    ['the last of these days', graced, '2026-01-30', 'grace 2026-01-30'],
    ['and the day after', graced, '2026-01-31', 'missing'],
    ['a course without its certificate', certificate, '2026-02-01', 'in_progress', [issued]],
    ['a certificate', certificate, '2026-02-02', 'valid 2027-02-02', [issued]],
    [
      'the earlier of two ends',
      requirement('certificate', { valid_months: 6 }),
      '2026-03-01',
      'valid 2026-08-02',
      [issued],
    ],
    ['revoked', certificate, '2026-05-01', 'revoked', [{ ...issued, revoked: d('2026-05-01') }]],
    ['before it was revoked', certificate, '2026-04-30', 'valid 2027-02-02', [{ ...issued, revoked: d('2026-05-01') }]],
    ['what a revoked certificate proved', course, '2026-05-01', 'revoked', [{ ...issued, revoked: d('2026-05-01') }]],
    ['no grace after a revocation', graced, '2027-02-20', 'revoked', [{ ...issued, revoked: d('2026-05-01') }]],
    [
      'one of two revoked',
      certificate,
      '2026-06-01',
      'valid 2027-02-02',
      [{ ...issued, held: d('2026-03-01'), revoked: d('2026-05-01') }, issued],
    ],
    ['a license handed in', requirement('license'), '2026-02-01', 'under_review', [record({ opened: '2026-01-20' })]],
    [
      'rejected',
      requirement('license'),
      '2026-02-01',
      'missing',
      [record({ opened: '2026-01-20', closed: '2026-02-01' })],
    ],
    [
      'accepted',
      license,
      '2026-02-01',
      'valid 2026-12-31',
      [record({ opened: '2026-01-20', held: '2026-01-01', until: '2026-12-31' })],
    ],
    [
      'review of a new one after the end',
      requirement('license'),
      '2027-01-05',
      'under_review',
      [record({ opened: '2026-01-20', held: '2026-01-01', until: '2026-12-31' }), record({ opened: '2027-01-02' })],
    ],
    ['after leaving', course, '2026-03-01', 'not_required', [done], [fact('left', '2026-03-01')]],
    ['the day before leaving', course, '2026-02-28', 'valid', [done], [fact('left', '2026-03-01')]],
    ['back again', course, '2026-05-01', 'valid', [done], [fact('left', '2026-03-01'), fact('joined', '2026-05-01')]],
    ['retired', requirement('course', {}, { from: d('2026-04-01'), is_retired: true }), '2026-04-01', 'not_required'],
    [
      'before it was retired',
      requirement('course', {}, { from: d('2026-04-01'), is_retired: true }),
      '2026-03-31',
      'missing',
    ],
  ])('%s', (_, rule, on, expected, records = [], facts = []) => {
    expect(stand(rule, on, records, facts)).toBe(expected)
  })
})

describe('whom it applies to (CMP-001, CMP-005)', () => {
  const moved = [fact('site', '2026-01-10', 'Plant 1'), fact('site', '2026-03-10', 'Plant 2')]
  const ofPlant1 = requirement('course', { sites: ['Plant 1'] })
  test.each<[string, Requirement, string, string, PlaceFact[]]>([
    ['at the site', ofPlant1, '2026-03-09', 'missing', moved],
    ['moved away', ofPlant1, '2026-03-10', 'not_required', moved],
    ['at no site yet', ofPlant1, '2026-01-09', 'not_required', moved],
    [
      'two lists are both needed',
      requirement('course', { sites: ['Plant 1'], jobs: ['Rigger'] }),
      '2026-02-01',
      'not_required',
      moved,
    ],
    ['one of several sites', requirement('course', { sites: ['Plant 2', 'Plant 1'] }), '2026-04-01', 'missing', moved],
    [
      'a role that was taken',
      requirement('course', { roles: ['manager'] }),
      '2026-02-02',
      'not_required',
      [fact('role_given', '2026-02-01', 'manager'), fact('role_taken', '2026-02-02', 'manager')],
    ],
    ['a team', requirement('course', { team_ids: [5] }), '2026-02-02', 'missing', [fact('team', '2026-02-01', '5')]],
    [
      'a state',
      requirement('course', { states: ['TX'] }),
      '2026-02-02',
      'not_required',
      [fact('state', '2026-02-01', 'OH')],
    ],
    [
      'grace of a newcomer to the site',
      requirement('course', { sites: ['Plant 2'], grace_days: 7 }),
      '2026-03-16',
      'grace 2026-03-16',
      moved,
    ],
    ['and after it', requirement('course', { sites: ['Plant 2'], grace_days: 7 }), '2026-03-17', 'missing', moved],
    [
      'grace begins with wider terms',
      requirement('course', { sites: ['Plant 9'], grace_days: 7 }, { from: d('2026-04-01'), grace_days: 7 }),
      '2026-04-07',
      'grace 2026-04-07',
      moved,
    ],
    [
      'a break begins it again',
      requirement('course', { sites: ['Plant 1'], grace_days: 7 }),
      '2026-05-12',
      'grace 2026-05-16',
      [...moved, fact('site', '2026-05-10', 'Plant 1')],
    ],
  ])('%s', (_, rule, on, expected, facts) => {
    expect(stand(rule, on, [], facts)).toBe(expected)
  })
})

test('only valid, in grace and not required clear somebody (CMP-004)', () => {
  const states = [
    'valid',
    'grace',
    'not_required',
    'missing',
    'expired',
    'revoked',
    'under_review',
    'in_progress',
  ] as const
  expect(states.filter(isCleared)).toEqual(['valid', 'grace', 'not_required'])
})

test('any history on any day says what replaying it day by day says (CMP-007)', () => {
  const random = randomOf(20_260_303)
  const seen = new Map<string, number>()
  let history: History = randomHistory(random)
  for (let turn = 0; turn < 1000; turn += 1) {
    if (turn % 5 === 0) history = randomHistory(random)
    const on = random.int(0, 420)
    const facts = history.facts.filter(({ is_corrected }) => !is_corrected)
    const places = placesOf(facts)
    for (const rule of history.requirements) {
      const records = recordsOf(facts, rule)
      const shown = standingOn(rule, stretchesUntil(places, on), records, on)
      expect(shown, `turn ${turn}, day ${on}, requirement ${rule.id}`).toEqual(replayed(history, rule, on))
      seen.set(shown.state, (seen.get(shown.state) ?? 0) + 1)
    }
  }
  // Histories in which a state never comes up would prove nothing about it.
  for (const [state, count] of seen) expect(count, state).toBeGreaterThan(20)
  expect(seen.size).toBe(8)
})
