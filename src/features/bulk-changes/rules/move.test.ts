import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideMove, decideMoveBack, type MovedFacts, type MoveFacts } from './move.ts'
import { COURSE } from './testing.ts'

const facts = (values: Partial<MoveFacts> = {}): MoveFacts => ({
  course: COURSE,
  number: 3,
  newest: 3,
  version: 1,
  is_ended: false,
  is_completed: false,
  is_member: true,
  items_done: 2,
  items_total: 4,
  items_done_after: 1,
  items_total_after: 5,
  opens_again: 1,
  places_kept: 1,
  ...values,
})

describe('what a move would do (BLK-029)', () => {
  test('it names version and items before and after', () => {
    expect(decideMove(facts())).toEqual({
      outcome: 'changed',
      reason: null,
      credits: 0,
      before: { version: 1, items_done: 2, items_total: 4, opens_again: 0, places_kept: 0 },
      after: { version: 3, items_done: 1, items_total: 5, opens_again: 1, places_kept: 1 },
    })
  })

  test.each<[Partial<MoveFacts>, string, string]>([
    [{ is_ended: true }, 'refused', `Is no longer enrolled in ${COURSE}.`],
    [{ is_member: false }, 'refused', 'Has left this portal.'],
    [{ version: null }, 'unchanged', `Has not started ${COURSE}, so they will start in version 3.`],
    [{ is_completed: true }, 'refused', `Has completed ${COURSE}, so they keep version 1.`],
    [{ version: 3 }, 'unchanged', 'Is in version 3 already.'],
    [{ version: 3, number: 2 }, 'refused', 'Is in version 3. Nobody is moved to an earlier version.'],
  ])('%j: %s', (values, outcome, reason) => {
    expect(decideMove(facts(values))).toMatchObject({ outcome, reason, credits: 0 })
  })
})

const moved = (values: Partial<MovedFacts> = {}): MovedFacts => ({
  course: COURSE,
  version: 3,
  is_ended: false,
  is_completed: false,
  items_done: 1,
  items_total: 5,
  work: 'as moved',
  ...values,
})
const place = { version: 1, items_done: 2, items_total: 4, opens_again: 0, places_kept: 0 }
const written = { before: place, after: { ...place, version: 3, items_done: 1 }, work: 'as moved' }

describe('what stands in the way of its undo (BLK-030)', () => {
  test.each<[Partial<MovedFacts>, string]>([
    [{ is_ended: true }, 'Was unenrolled since, so there is nothing to undo.'],
    [{ is_completed: true }, `Has completed ${COURSE} in version 3, so they stay there.`],
    [{ version: 4 }, 'Was moved to version 4 since, so they stay there.'],
    [{ work: 'more' }, 'Has worked in version 3 or was graded there since, so they stay there.'],
  ])('%j: %s', (values, reason) => {
    expect(decideMoveBack(written, moved(values))).toMatchObject({ undo: 'kept', reason, credits: 0 })
  })

  test('without anything in the way, every move that changes something is undone to where it began (BLK-010)', () => {
    const count = fc.nat(20)
    const any = { version: fc.integer({ min: 1, max: 5 }), number: fc.integer({ min: 1, max: 5 }) }
    const world = fc.record({
      ...any,
      items_done: count,
      items_total: count,
      items_done_after: count,
      opens_again: count,
    })
    fc.assert(
      fc.property(world, (values) => {
        const plan = decideMove(facts({ newest: 5, ...values }))
        if (plan.outcome !== 'changed' || !plan.before || !plan.after) return
        const now = moved({ version: plan.after.version, items_done: plan.after.items_done })
        expect(decideMoveBack({ before: plan.before, after: plan.after, work: 'as moved' }, now)).toEqual({
          undo: 'restored',
          reason: null,
          credits: 0,
          after: plan.before,
        })
      }),
    )
  })
})
