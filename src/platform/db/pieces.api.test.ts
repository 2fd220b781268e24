import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { statementsOf } from '../../../tests/sent-statements.ts'
import { INSERT, NAMES, SUM, shelvesDatabase } from '../../../tests/shelves.ts'
import { Batch } from './batch.ts'
import { afterCommit, ask, askTogetherWithCommit, askWithCommit, createDb, executeSql, statement } from './db.ts'

const t = shelvesDatabase()

test('statements sent together each get their own rows, and the next time without column descriptions', async () => {
  const at = new Date('2026-01-02T03:04:05.678Z')
  for (const turn of [0, 2]) {
    const [before, , after, none] = await t.db.withPortal(1, (tx) =>
      Promise.all([
        ask(tx, NAMES, []),
        ask(tx, INSERT, [turn + 1, 'Näme "1"', at]),
        ask(tx, NAMES, []),
        ask(tx, statement('select from public.shelves'), []),
      ]),
    )
    await t.db.withPortal(1, (tx) => ask(tx, INSERT, [turn + 2, null, null]))
    expect(before).toHaveLength(turn)
    expect(after.at(-1)).toEqual({ id: turn + 1, name: 'Näme "1"', at })
    expect(none).toEqual(Array(turn + 1).fill({}))
  }
  const rows = await t.db.withPortal(1, (tx) => ask(tx, NAMES, []))
  expect(rows.at(-1)).toEqual({ id: 4, name: null, at: null })
})

test('a failing statement fails the ones sent with and after it with its own error, and the next call works', async () => {
  const settled = await t.db
    .withPortal(1, async (tx) => {
      const first = [ask(tx, INSERT, [1, 'a', null]), ask(tx, SUM, [0]), ask(tx, NAMES, [])]
      // Sent while the failing ones are in flight, and not parsed before.
      const later = Promise.resolve().then(() => ask(tx, statement('select 7 as seven'), []))
      return Promise.allSettled([...first, later])
    })
    .then(
      () => 'committed',
      (error: Error) => error.message,
    )
  expect(settled).toMatch(/rolled back|division by zero/)
  const reasons = await t.db
    .withPortal(1, async (tx) => {
      const results = await Promise.allSettled([ask(tx, INSERT, [1, 'a', null]), ask(tx, SUM, [0]), ask(tx, NAMES, [])])
      const last = await Promise.allSettled([ask(tx, statement('select 8 as eight'), [])])
      throw Object.assign(new Error('undone'), { seen: [...results, ...last] })
    })
    .catch((error: { seen: PromiseSettledResult<unknown>[] }) => error.seen)
  expect(reasons.map((one) => (one.status === 'rejected' ? one.reason.code : 'done'))).toEqual([
    'done',
    '22012',
    '22012',
    '22012',
  ])
  expect(await t.count()).toBe(0)
  const both = [statement<{ seven: number }>('select 7 as seven'), statement<{ eight: number }>('select 8 as eight')]
  expect(await t.db.withPortal(1, (tx) => Promise.all(both.map((one) => ask<unknown>(tx, one, []))))).toEqual([
    [{ seven: 7 }],
    [{ eight: 8 }],
  ])
})

test('statements left to the commit are written with it, and a failure of either undoes the call', async () => {
  await t.db.withPortal(1, async (tx) => askWithCommit(tx, INSERT, [1, 'kept', null]))
  expect(await t.count()).toBe(1)
  const twice = t.db.withPortal(1, async (tx) => askWithCommit(tx, INSERT, [1, 'twice', null]))
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  const wrong = t.db.withPortal(1, async (tx) => {
    await ask(tx, INSERT, [2, 'undone', null])
    askWithCommit(tx, SUM, [0])
  })
  await expect(wrong).rejects.toMatchObject({ code: '22012' })
  expect(await t.count()).toBe(1)
})

test('a call that waits for nothing is sent at once without BEGIN and COMMIT, and is still one transaction', async () => {
  const sent: string[][] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: [Batch | string]) {
    sent.push(args[0] instanceof Batch ? args[0].statements.map(({ text }) => text.split(' ', 1)[0] ?? '') : [args[0]])
    return Reflect.apply(original, this, args)
  } as never
  const insert = (...ids: number[]) =>
    t.db.withPortal(1, async (tx) => {
      for (const id of ids) askWithCommit(tx, INSERT, [id, 'a', null])
    })
  const committed: number[] = []
  try {
    await t.db.withPortal(1, async (tx) => {
      afterCommit(tx, () => committed.push(1))
      askWithCommit(tx, INSERT, [1, 'a', null])
      askWithCommit(tx, INSERT, [2, 'b', null])
    })
    // The second of these conflicts with the first only when the transaction ends.
    const refused = t.db.withPortal(1, async (tx) => {
      afterCommit(tx, () => committed.push(2))
      askWithCommit(tx, INSERT, [3, 'a', null])
      askWithCommit(tx, INSERT, [3, 'b', null])
    })
    await expect(refused).rejects.toMatchObject({ code: '23505' })
    await expect(insert(4, 1)).rejects.toMatchObject({ code: '23505' })
    const wrong = t.db.withPortal(1, async (tx) => {
      askWithCommit(tx, INSERT, [5, 'a', null])
      askWithCommit(tx, SUM, [0])
      askWithCommit(tx, INSERT, [6, 'a', null])
    })
    await expect(wrong).rejects.toMatchObject({ code: '22012' })
    await insert(7)
  } finally {
    pg.Client.prototype.query = original
  }
  expect(sent.map((words) => words.join(' '))).toEqual([
    ...Array(3).fill('select insert insert'),
    'select insert select insert',
    'select insert',
  ])
  expect(committed).toEqual([1])
  // Nothing of it persists afterwards: neither the portal nor the plan mode.
  expect((await t.db.pool.query("select current_setting('app.portal_id', true) as portal")).rows).toEqual([
    { portal: '' },
  ])
  expect((await t.db.pool.query('show plan_cache_mode')).rows).toEqual([{ plan_cache_mode: 'auto' }])
  await t.db.withPlatform(async (tx) => askWithCommit(tx, SUM, [1]))
  expect((await t.db.pool.query('select current_user as name')).rows).toEqual([{ name: t.database.app.user }])
  expect((await t.db.withPortal(1, (tx) => ask(tx, NAMES, []))).map(({ id }) => id)).toEqual([1, 2, 7])
})

test('several writes left to the commit are one statement with separate values, and all or none take effect', async () => {
  const RENAME = statement('update public.shelves set name = $2 where id = $1 and $2 = $2')
  await t.db.withPortal(1, (tx) => ask(tx, INSERT, [1, 'a', null]))
  const at = new Date()
  for (const [id, name] of [
    [2, 'b'],
    [3, 'c'],
  ] as const) {
    const sent = await statementsOf(() =>
      t.db.withPortal(1, async (tx) =>
        askTogetherWithCommit(tx, [
          [INSERT, [id, name, at]],
          [RENAME, [1, `${name}1`]],
          [INSERT, [10 * id, null, null]],
        ]),
      ),
    )
    expect(sent).toMatchObject([
      { name: expect.any(String), values: [id, name, at, 1, `${name}1`, 10 * id, null, null] },
    ])
  }
  const failing = t.db.withPortal(1, async (tx) =>
    askTogetherWithCommit(tx, [
      [RENAME, [1, 'lost']],
      [INSERT, [1, 'there is one', null]],
    ]),
  )
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  await t.db.withPortal(1, async (tx) => askTogetherWithCommit(tx, []))
  expect(await t.db.withPortal(1, (tx) => ask(tx, NAMES, []))).toEqual([
    { id: 1, name: 'c1', at: null },
    { id: 2, name: 'b', at },
    { id: 3, name: 'c', at },
    { id: 20, name: null, at: null },
    { id: 30, name: null, at: null },
  ])
})

test('SQL text of a library runs after the statements sent before it', async () => {
  await t.db.withPortal(1, async (tx) => {
    const inserted = ask(tx, INSERT, [1, 'a', null])
    const { rows } = await executeSql(tx, 'select count(*)::int as n from public.shelves')
    expect(rows).toEqual([{ n: 1 }])
    await inserted
  })
})

test('a call is sent in two pieces: BEGIN with its reads, and its writes with COMMIT', async () => {
  const pieces: number[] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: [Batch]) {
    pieces.push(args[0].statements.length)
    return Reflect.apply(original, this, args)
  } as never
  try {
    await t.db.withPortal(1, async (tx) => {
      await Promise.all([ask(tx, NAMES, []), ask(tx, SUM, [1])])
      askWithCommit(tx, INSERT, [1, 'a', null])
    })
  } finally {
    pg.Client.prototype.query = original
  }
  // BEGIN, the portal with the plan mode, two reads; then the write and COMMIT.
  expect(pieces).toEqual([4, 2])
  expect(await statementsOf(() => t.db.withPlatform((tx) => ask(tx, SUM, [1])))).toMatchObject([{ text: SUM.text }])
})

test('a transaction that only read ends with the next one on its connection, in the same message, or soon on its own', async () => {
  await t.db.close()
  t.db = createDb({ ...t.database.app, max: 1 })
  const sent: string[][] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: [Batch | string]) {
    sent.push(args[0] instanceof Batch ? args[0].statements.map(({ text }) => text.split(' ', 1)[0] ?? '') : [args[0]])
    return Reflect.apply(original, this, args)
  } as never
  const readSum = () => t.db.withPortal(1, (tx) => ask(tx, SUM, [1]), 'read only')
  const insert = (id: number) => t.db.withPortal(1, (tx) => ask(tx, INSERT, [id, 'a', null]))
  try {
    await readSum()
    await readSum()
    await insert(1)
    expect(sent.map((words) => words.join(' '))).toEqual([
      'begin select select',
      'commit begin select select',
      'commit begin select insert',
      'commit',
    ])
    // After one that was left open, a call that waits for nothing is all or nothing as well.
    const insertAtOnce = (...ids: number[]) =>
      t.db.withPortal(1, async (tx) => {
        for (const id of ids) askWithCommit(tx, INSERT, [id, 'a', null])
      })
    await readSum()
    await insertAtOnce(3, 4)
    expect(sent.at(-1)).toEqual(['commit', 'select', 'insert', 'insert'])
    await readSum()
    await expect(insertAtOnce(5, 3)).rejects.toMatchObject({ code: '23505' })
    expect(sent.at(-1)).toEqual(['commit', 'select', 'insert', 'insert'])
    // A write outside the transactions is not refused because of the one left open.
    await readSum()
    await t.db.pool.query("insert into public.shelves (id, name) values (2, 'b')")
    await readSum()
    await vi.waitFor(() => expect(sent.at(-1)).toEqual(['commit']))
  } finally {
    pg.Client.prototype.query = original
  }
  expect(await t.db.withPortal(1, (tx) => ask(tx, NAMES, []), 'read only')).toMatchObject(
    [1, 2, 3, 4].map((id) => ({ id })),
  )
})
