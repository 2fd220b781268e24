import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readManifest } from '#features/scorm/rules/manifest.ts'
import { applyCommits, beginLaunch, NEW_ATTEMPT, type ScormCommit } from '#features/scorm/rules/player/cmi.ts'
import {
  addCommit,
  BATCH_COMMITS,
  confirm,
  nextBatch,
  type Outbox,
  retryPause,
} from '#features/scorm/rules/player/outbox.ts'
import { manifestXml, multiSco } from '../../../../../tests/scorm/scorm-packages.ts'

const commit = (seq: number, cmi: Record<string, string> = {}, sco = 'intro'): ScormCommit => ({
  seq,
  sco,
  event: 'data',
  cmi,
})
const filled = (commits: ScormCommit[]): Outbox => commits.reduce<Outbox>(addCommit, [])

describe('messages that wait for a connection (SCO-014)', () => {
  test('each is stored once and in order until the server has confirmed it', () => {
    const outbox = filled([commit(2), commit(1), commit(2, { 'cmi.comments': 'again' }), commit(3)])
    expect(outbox.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(outbox[1]?.cmi).toEqual({})
    expect(confirm(outbox, 2).map(({ seq }) => seq)).toEqual([3])
    expect(confirm(outbox, 0)).toEqual(outbox)
  })

  test('only the newest message of an item has its suspend data and location', () => {
    const outbox = filled([
      commit(1, { 'cmi.suspend_data': 'a', 'cmi.core.lesson_status': 'passed' }),
      commit(2, { 'cmi.suspend_data': 'x' }, 'fire'),
      commit(3, { 'cmi.suspend_data': 'b', 'cmi.core.lesson_location': '1' }),
      commit(4, { 'cmi.core.lesson_location': '2' }),
    ])
    expect(outbox.map(({ cmi }) => cmi)).toEqual([
      { 'cmi.core.lesson_status': 'passed' },
      { 'cmi.suspend_data': 'x' },
      { 'cmi.suspend_data': 'b' },
      { 'cmi.core.lesson_location': '2' },
    ])
  })

  test('a day without a connection stays small', () => {
    const many = Array.from({ length: 2000 }, (_, at) => commit(at + 1, { 'cmi.suspend_data': 'x'.repeat(1000) + at }))
    expect(JSON.stringify(filled(many)).length).toBeLessThan(200_000)
  })

  test('waiting messages have the same effect however they are batched and repeated', () => {
    const { items } = readManifest(manifestXml(multiSco()))
    const context = { credit: 'credit', lesson_mode: 'normal' } as const
    const value = fc.record(
      {
        'cmi.suspend_data': fc.string({ maxLength: 5 }),
        'cmi.core.lesson_location': fc.string({ maxLength: 5 }),
        'cmi.core.lesson_status': fc.constantFrom('passed', 'failed', 'incomplete', 'completed'),
        'cmi.core.score.raw': fc.constantFrom('10', '90'),
      },
      { requiredKeys: [] },
    )
    const message = fc.record({
      sco: fc.constantFrom('intro', 'fire', 'test'),
      event: fc.constantFrom('begin' as const, 'data' as const, 'data' as const, 'finish' as const),
      cmi: value,
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), fc.array(fc.nat(4)), (messages, cuts) => {
        const start = beginLaunch(NEW_ATTEMPT)
        const commits = messages.map((one, at): ScormCommit => ({ ...one, seq: at + 1 }))
        const direct = applyCommits(start, { launch: 1, commits }, items, context).state
        let outbox: Outbox = []
        let saved = start
        for (const [at, one] of commits.entries()) {
          outbox = addCommit(outbox, one)
          const luck = cuts[at] ?? 0
          // 0: no connection. 1: the answer was lost. More: everything works.
          if (luck === 0) continue
          const { state, ack } = applyCommits(saved, { launch: 1, commits: nextBatch(outbox) }, items, context)
          saved = state
          if (luck > 1) outbox = confirm(outbox, ack)
        }
        expect(applyCommits(saved, { launch: 1, commits: outbox }, items, context).state).toEqual(direct)
      }),
    )
  })
})

test('a call carries at most a hundred messages, or a single one that is too long', () => {
  const outbox = filled(Array.from({ length: 250 }, (_, at) => commit(at + 1)))
  expect(nextBatch(outbox)).toHaveLength(BATCH_COMMITS)
  const long = [commit(1, { 'cmi.comments': 'x'.repeat(700_000) }), commit(2)]
  expect(nextBatch(long)).toEqual([long[0]])
  expect(nextBatch([])).toEqual([])
})

test('pauses between tries grow to 30 seconds (SCO-014)', () => {
  expect([1, 2, 3, 6, 20].map(retryPause)).toEqual([1000, 2000, 4000, 30_000, 30_000])
})
