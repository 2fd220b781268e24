import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeFeedCursor, encodeFeedCursor, type FeedCursor, nextOf, startOf } from './cursor.ts'

test.each<FeedCursor>([
  { phase: 'all', after: 12, since: 900 },
  { phase: 'since', changed_in: 905, after: 3 },
])('a cursor comes back as it was (INT-037)', (cursor) => {
  expect(decodeFeedCursor(encodeFeedCursor(cursor))).toEqual(cursor)
})

test.each([
  '',
  'x',
  'WzEyXQ',
  Buffer.from('["a",-1,2]').toString('base64url'),
  Buffer.from('["z",1,2]').toString('base64url'),
])('the cursor %j starts over (API-015)', (text) => {
  expect(startOf(text, 77)).toEqual({ phase: 'all', after: 0, since: 77 })
})

test('a cursor ahead of the database starts over, one behind goes on (API-015)', () => {
  const cursor = encodeFeedCursor({ phase: 'since', changed_in: 500, after: 0 })
  expect(startOf(cursor, 499)).toEqual({ phase: 'all', after: 0, since: 499 })
  expect(startOf(cursor, 500)).toEqual({ phase: 'since', changed_in: 500, after: 0 })
})

type Change = { id: number; at: number }

/** A store with transactions that end in any order: a change is seen once its transaction has ended. */
const readAll = (changes: readonly Change[], openUntil: readonly number[], perPage: number) => {
  const seen = new Map<number, number>()
  let cursor: FeedCursor | null = null
  for (const [step, horizon] of openUntil.entries()) {
    const known = new Map<number, number>()
    for (const { id, at } of changes) if (at < horizon) known.set(id, Math.max(at, known.get(id) ?? 0))
    for (let reads = 0; reads < 100; reads += 1) {
      const from: FeedCursor = startOf(cursor ? encodeFeedCursor(cursor) : undefined, horizon)
      const rows = [...known]
        .map(([id, at]) => ({ id, changed_in: at }))
        .filter((row) =>
          from.phase === 'all'
            ? row.id > from.after
            : row.changed_in > from.changed_in || (row.changed_in === from.changed_in && row.id > from.after),
        )
        .sort((a, b) => (from.phase === 'all' ? a.id - b.id : a.changed_in - b.changed_in || a.id - b.id))
        .slice(0, perPage + 1)
      const { page, next, has_more } = nextOf(from, rows, perPage, horizon)
      for (const row of page) seen.set(row.id, row.changed_in)
      cursor = next
      if (!has_more) break
      if (reads === 99) throw new Error(`step ${step} never ends`)
    }
  }
  return seen
}

test('a reader that goes on from its cursor has the newest of every record, whatever changed between its reads (INT-037)', () => {
  const change = fc.record({ id: fc.integer({ min: 1, max: 8 }), at: fc.integer({ min: 1, max: 40 }) })
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 5 }),
      (changes, horizons, perPage) => {
        const steps = [...horizons.sort((a, b) => a - b), 41]
        const newest = new Map<number, number>()
        for (const { id, at } of changes) newest.set(id, Math.max(at, newest.get(id) ?? 0))
        expect(readAll(changes, steps, perPage)).toEqual(newest)
      },
    ),
  )
})
