import { expect, test } from 'vitest'
import { fail } from '#kernel/errors.ts'
import { workThroughRows } from './row-steps.ts'

type Row = { id: number; done: string | null }

/** Rows in memory whose work is undone when it throws, as a transaction undoes it. */
const working = (count: number, work: (row: Row) => void, isTurn: () => boolean = () => true) => {
  const rows: Row[] = Array.from({ length: count }, (_, at) => ({ id: at + 1, done: null }))
  const lastIds: (number | null)[] = []
  const abort = new AbortController()
  const run = () =>
    workThroughRows<Row[]>({
      signal: abort.signal,
      inTurn: async (does) => (isTurn() ? does(rows) : null),
      doNext: async (all, last, name) => {
        lastIds.push(last)
        const row = all.find(({ id, done }) => id > (last ?? 0) && done === null)
        if (!row) return false
        name(row.id)
        work(row)
        row.done = 'done'
        return true
      },
      leaveOut: async (all, id, reason) => {
        const row = all.find((one) => one.id === id)
        if (row) row.done = reason
      },
    })
  return { rows, lastIds, run, abort, done: () => rows.map(({ done }) => done) }
}

test('rows are done in their order, each looked for behind the last one, until none is left (USR-063, BLK-007)', async () => {
  const { run, lastIds, done } = working(3, () => {})
  await run()
  expect(done()).toEqual(['done', 'done', 'done'])
  expect(lastIds).toEqual([null, 1, 2, 3])
})

test('a row that is refused says why, and the others are done (USR-063, BLK-007)', async () => {
  const { run, done } = working(3, ({ id }) => {
    if (id === 2) throw fail('portal_credits_not_enough')
  })
  await run()
  expect(done()).toEqual(['done', expect.stringMatching(/credits/i), 'done'])
})

test('a row that breaks a constraint of a race is refused like any other (BLK-007)', async () => {
  const { run, done } = working(2, ({ id }) => {
    if (id === 1)
      throw Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'enrollments_one_active' })
  })
  await run()
  expect(done()).toEqual([expect.any(String), 'done'])
})

test('a fault of ours ends the work and leaves the row as it was, for the next try (USR-082, BLK-008)', async () => {
  let isBroken = true
  const { run, done } = working(3, ({ id }) => {
    if (id === 2 && isBroken) throw new TypeError('Cannot read properties of undefined')
  })
  await expect(run()).rejects.toThrow(TypeError)
  expect(done()).toEqual(['done', null, null])
  isBroken = false
  await run()
  expect(done()).toEqual(['done', 'done', 'done'])
})

test('nothing more is done when it is no longer its turn, or the process stops (USR-063, BLK-007)', async () => {
  let turns = 2
  const over = working(
    3,
    () => {},
    () => turns-- > 0,
  )
  await over.run()
  expect(over.done()).toEqual(['done', 'done', null])

  const stopped: ReturnType<typeof working> = working(3, ({ id }) => {
    if (id === 1) stopped.abort.abort()
  })
  await expect(stopped.run()).rejects.toThrow()
  expect(stopped.done()).toEqual(['done', null, null])
})
