import { describe, expect, test } from 'vitest'
import { dayNumber, dayText } from './days.ts'
import { stretchesUntil } from './person.ts'
import type { TrainingRecord } from './records.ts'
import { countedOn } from './refreshers.ts'
import { type Requirement, type Terms, termsOn } from './requirement.ts'
import { renewalOn } from './standing.ts'
import { randomHistory, randomOf, recordsOf, replayed } from './testing.ts'

const d = dayNumber
const [INITIAL, REFRESHER, OTHER] = [40, 8, 9]
const JOINED = stretchesUntil([{ kind: 'joined', day: d('2020-01-01'), value: null }], d('2040-01-01'))

const terms = (values: Partial<Terms> = {}): Terms => ({
  ...{ from: d('2020-01-01'), is_retired: false, roles: [], team_ids: [], sites: [], jobs: [], states: [] },
  ...{ valid_months: 12, grace_days: 30, refresher_course_ids: [REFRESHER], renews_from: 'completion', ...values },
})
/** 40 hours once, then 8 hours every 12 months, with 30 days of grace. */
const hazwoper = (...versions: Partial<Terms>[]): Requirement => ({
  ...{ id: 1, kind: 'course', course_id: INITIAL },
  terms: (versions.length === 0 ? [{}] : versions).map(terms),
})
const did = (course_id: number, day: string, more: Partial<Record<'revoked' | 'held' | 'until', string>> = {}) => ({
  ...{ course_id, requirement_id: null, opened: d(day), closed: null, completed: d(day), held: null, until: null },
  ...{ revoked: null, ...Object.fromEntries(Object.entries(more).map(([name, at]) => [name, d(at)])) },
})
const initial = did(INITIAL, '2024-03-10')

const stand = (rule: Requirement, on: string, records: readonly TrainingRecord[]) => {
  const { state, until, refresher_until } = renewalOn(rule, JOINED, records, d(on))
  const next = refresher_until === null ? 'initial' : `refresher through ${dayText(refresher_until)}`
  return `${until === null ? state : `${state} ${dayText(until)}`}, ${next}`
}

const fromEnd = hazwoper({ renews_from: 'last_day' })
const early = did(REFRESHER, '2025-02-20')
const late = did(REFRESHER, '2025-04-01')
const tooLate = did(REFRESHER, '2025-04-10')

describe('a refresher renews what is held, and nothing else (CMP-041, CMP-042)', () => {
  test.each<[string, Requirement, string, TrainingRecord[], string]>([
    ['nothing held', hazwoper(), '2024-03-01', [], 'missing, initial'],
    ['a refresher alone', hazwoper(), '2025-03-01', [early], 'missing, initial'],
    ['the initial course', hazwoper(), '2024-06-01', [initial], 'valid 2025-03-10, refresher through 2025-04-09'],
    [
      'before its refresher',
      hazwoper(),
      '2025-02-19',
      [initial, early],
      'valid 2025-03-10, refresher through 2025-04-09',
    ],
    [
      'from its completion',
      hazwoper(),
      '2025-02-20',
      [initial, early],
      'valid 2026-02-20, refresher through 2026-03-22',
    ],
    ['from the last day', fromEnd, '2025-02-20', [initial, early], 'valid 2026-03-10, refresher through 2026-04-09'],
    ['in grace', hazwoper(), '2025-04-09', [initial], 'grace 2025-04-09, refresher through 2025-04-09'],
    ['after grace', hazwoper(), '2025-04-10', [initial], 'expired 2025-03-10, initial'],
    ['renewed in grace', hazwoper(), '2025-05-01', [initial, late], 'valid 2026-04-01, refresher through 2026-05-01'],
    [
      'in grace, from the last day',
      fromEnd,
      '2025-05-01',
      [initial, late],
      'valid 2026-03-10, refresher through 2026-04-09',
    ],
    ['a refresher after grace', hazwoper(), '2025-05-01', [initial, tooLate], 'expired 2025-03-10, initial'],
    [
      'and the initial course again',
      hazwoper(),
      '2025-06-01',
      [initial, tooLate, did(INITIAL, '2025-05-20')],
      'valid 2026-05-20, refresher through 2026-06-19',
    ],
    [
      'one refresher after the other',
      hazwoper(),
      '2027-01-01',
      [did(REFRESHER, '2026-01-15'), initial, did(REFRESHER, '2026-12-30'), early],
      'valid 2027-12-30, refresher through 2028-01-29',
    ],
    [
      'three in one period are one',
      fromEnd,
      '2025-03-01',
      [initial, early, did(REFRESHER, '2024-12-01'), did(REFRESHER, '2025-02-21')],
      'valid 2026-03-10, refresher through 2026-04-09',
    ],
    [
      'the next period has its own',
      fromEnd,
      '2025-03-12',
      [initial, early, did(REFRESHER, '2025-03-11')],
      'valid 2027-03-10, refresher through 2027-04-09',
    ],
    [
      'on the day of the initial course',
      fromEnd,
      '2024-03-10',
      [initial, did(REFRESHER, '2024-03-10')],
      'valid 2025-03-10, refresher through 2025-04-09',
    ],
    [
      'another course',
      hazwoper(),
      '2025-03-15',
      [initial, did(OTHER, '2025-03-01')],
      'grace 2025-04-09, refresher through 2025-04-09',
    ],
    ['without grace', hazwoper({ grace_days: 0 }), '2025-03-11', [initial], 'expired 2025-03-10, initial'],
    [
      'the initial course revoked',
      hazwoper(),
      '2025-06-01',
      [{ ...initial, revoked: d('2025-06-01') }, early],
      'revoked, initial',
    ],
    [
      'the day before it was revoked',
      hazwoper(),
      '2025-05-31',
      [{ ...initial, revoked: d('2025-06-01') }, early],
      'valid 2026-02-20, refresher through 2026-03-22',
    ],
    ['its completion taken back', hazwoper(), '2025-06-01', [early], 'missing, initial'],
    [
      'the refresher revoked in the first period',
      hazwoper(),
      '2025-03-01',
      [initial, { ...early, revoked: d('2025-02-25') }],
      'valid 2025-03-10, refresher through 2025-03-10',
    ],
    ['and after it', hazwoper(), '2025-03-11', [initial, { ...early, revoked: d('2025-02-25') }], 'revoked, initial'],
    [
      'after a revocation there is no grace for another',
      hazwoper(),
      '2025-03-20',
      [initial, { ...early, revoked: d('2025-02-25') }, did(REFRESHER, '2025-03-15')],
      'revoked, initial',
    ],
    [
      'a refresher that counted before the revocation stays',
      hazwoper(),
      '2025-04-20',
      [initial, { ...early, revoked: d('2025-04-05') }, late],
      'valid 2026-04-01, refresher through 2026-05-01',
    ],
    [
      'a revoked one that never counted',
      hazwoper(),
      '2025-05-01',
      [initial, { ...tooLate, revoked: d('2025-04-20') }],
      'expired 2025-03-10, initial',
    ],
    [
      'terms of the day without it',
      hazwoper({}, { from: d('2025-06-01'), refresher_course_ids: [] }),
      '2025-06-01',
      [initial, early],
      'expired 2025-03-10, initial',
    ],
    [
      'and of the day before',
      hazwoper({}, { from: d('2025-06-01'), refresher_course_ids: [] }),
      '2025-05-31',
      [initial, early],
      'valid 2026-02-20, refresher through 2026-03-22',
    ],
    [
      'a certificate of the refresher, up to its own end',
      { ...hazwoper({ renews_from: 'last_day' }), kind: 'certificate' },
      '2025-03-01',
      [
        did(INITIAL, '2024-03-09', { held: '2024-03-10', until: '2025-03-10' }),
        did(REFRESHER, '2025-02-20', { held: '2025-02-21', until: '2026-02-21' }),
      ],
      'valid 2026-02-21, refresher through 2026-03-23',
    ],
  ])('%s', (_, rule, on, records, expected) => {
    expect(stand(rule, on, records)).toBe(expected)
  })
})

test('whatever happened before, a refresher completed tomorrow counts exactly if it is the next course today (CMP-042)', () => {
  const random = randomOf(8_040)
  const seen = { counts: 0, not: 0, decided: { completion: 0, last_day: 0 } }
  for (let turn = 0; turn < 1500; turn += 1) {
    const history = randomHistory(random)
    const facts = history.facts.filter(({ is_corrected }) => !is_corrected)
    const on = random.int(0, 420)
    for (const rule of history.requirements) {
      const now = termsOn(rule, on)
      // Other terms tomorrow would be another question.
      if (!now || now.refresher_course_ids.length === 0 || rule.terms.some(({ from }) => from === on + 1)) continue
      const records = recordsOf(facts, rule).map((each) =>
        each.revoked === on + 1 ? { ...each, revoked: null } : each,
      )
      const before = countedOn(rule, now, records, on)
      const lastHeld = Math.max(...before.map(({ until, is_revoked }) => (is_revoked ? -1 : until)), -1)
      if (lastHeld === Number.POSITIVE_INFINITY) continue
      const isDecided = before.some(
        ({ as, until, is_revoked }) => as === 'refresher' && until === lastHeld && !is_revoked,
      )
      if (isDecided) seen.decided[now.renews_from] += 1
      const everyone = {
        ...rule,
        terms: rule.terms.map((each) => ({ ...each, roles: [], team_ids: [], sites: [], jobs: [], states: [] })),
      }
      const present = stretchesUntil([{ kind: 'joined', day: 0, value: null }], on)
      const { refresher_until } = renewalOn(everyone, present, records, on)
      const tomorrow: TrainingRecord = {
        ...{ course_id: now.refresher_course_ids[0] as number, requirement_id: null, opened: on, closed: null },
        ...{ completed: on + 1, held: on + 1, until: null, revoked: null },
      }
      const isCounted = countedOn(rule, now, [...records, tomorrow], on + 1).some(({ record }) => record === tomorrow)
      expect(isCounted, `turn ${turn}, requirement ${rule.id}`).toBe((refresher_until ?? -1) > on)
      seen[isCounted ? 'counts' : 'not'] += 1
    }
  }
  for (const count of [seen.counts, seen.not, ...Object.values(seen.decided)]) expect(count).toBeGreaterThan(50)
})

test('taking the initial completion back leaves what a history without it says, on every day (CMP-041)', () => {
  const random = randomOf(40_08)
  const records = [
    initial,
    early,
    did(REFRESHER, '2026-01-10'),
    did(INITIAL, '2026-05-01'),
    did(REFRESHER, '2027-03-01'),
  ]
  for (let on = d('2024-01-01'); on < d('2028-06-01'); on += random.int(1, 20)) {
    const left = records.filter(() => random.chance(0.7))
    const facts = left.map((each, record) => ({
      ...{ kind: 'completed' as const, day: each.completed, value: null, record, course_id: each.course_id },
      ...{ requirement_id: null, until: null, is_corrected: false },
    }))
    const joined = { ...facts[0], kind: 'joined' as const, day: d('2020-01-01'), record: null, value: null }
    const history = {
      facts: [{ ...{ course_id: null, requirement_id: null, until: null, is_corrected: false }, ...joined }, ...facts],
    }
    for (const rule of [hazwoper(), fromEnd]) {
      const { state, until } = renewalOn(rule, JOINED, left, on)
      expect({ state, until }, dayText(on)).toEqual(replayed(history, rule, on, d('2020-01-01')))
    }
  }
})
