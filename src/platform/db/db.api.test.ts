import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { statementsOf } from '../../../tests/sent-statements.ts'
import { Batch } from './batch.ts'
import {
  afterCommit,
  ask,
  askTogetherWithCommit,
  askWithCommit,
  createDb,
  type Db,
  executeSql,
  onceIn,
  statement,
  type Tx,
  together,
} from './db.ts'

let database: TestDatabase
let owner: pg.Client
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client(database.owner)
  await owner.connect()
  await owner.query(`create table public.shelves (id int primary key deferrable initially deferred, name text, at timestamptz);
    grant all on public.shelves to portico_app`)
  // One connection, so that what it keeps from one call to the next is seen.
  db = createDb({ ...database.app, max: 1 })
})
beforeEach(() => owner.query('truncate public.shelves'))
afterAll(async () => {
  await db.close()
  await owner.end()
  await database.drop()
})

const INSERT = statement('insert into public.shelves (id, name, at) values ($1, $2, $3)')
const NAMES = statement<{ id: number; name: string | null; at: Date | null }>(
  'select id, name, at from public.shelves order by id',
)
const SUM = statement<{ sum: number }>('select 1::int / $1::int as sum')
const count = async () => Number((await owner.query('select count(*) as n from public.shelves')).rows[0].n)

test('what is asked at one go is answered each with its own rows, and again without their columns being told anew', async () => {
  const at = new Date('2026-01-02T03:04:05.678Z')
  for (const turn of [0, 2]) {
    const [before, , after, none] = await db.withPortal(1, (tx) =>
      Promise.all([
        ask(tx, NAMES, []),
        ask(tx, INSERT, [turn + 1, 'Näme "1"', at]),
        ask(tx, NAMES, []),
        ask(tx, statement('select from public.shelves'), []),
      ]),
    )
    await db.withPortal(1, (tx) => ask(tx, INSERT, [turn + 2, null, null]))
    expect(before).toHaveLength(turn)
    expect(after.at(-1)).toEqual({ id: turn + 1, name: 'Näme "1"', at })
    expect(none).toEqual(Array(turn + 1).fill({}))
  }
  const rows = await db.withPortal(1, (tx) => ask(tx, NAMES, []))
  expect(rows.at(-1)).toEqual({ id: 4, name: null, at: null })
})

test('a statement that fails fails the others asked with it and behind it by its own error, and the next call works', async () => {
  const settled = await db
    .withPortal(1, async (tx) => {
      const first = [ask(tx, INSERT, [1, 'a', null]), ask(tx, SUM, [0]), ask(tx, NAMES, [])]
      // Sent while the failing ones are on their way, and never parsed before.
      const later = Promise.resolve().then(() => ask(tx, statement('select 7 as seven'), []))
      return Promise.allSettled([...first, later])
    })
    .then(
      () => 'committed',
      (error: Error) => error.message,
    )
  expect(settled).toMatch(/rolled back|division by zero/)
  const reasons = await db
    .withPortal(1, async (tx) => {
      const given = await Promise.allSettled([ask(tx, INSERT, [1, 'a', null]), ask(tx, SUM, [0]), ask(tx, NAMES, [])])
      const last = await Promise.allSettled([ask(tx, statement('select 8 as eight'), [])])
      throw Object.assign(new Error('undone'), { seen: [...given, ...last] })
    })
    .catch((error: { seen: PromiseSettledResult<unknown>[] }) => error.seen)
  expect(reasons.map((one) => (one.status === 'rejected' ? one.reason.code : 'done'))).toEqual([
    'done',
    '22012',
    '22012',
    '22012',
  ])
  expect(await count()).toBe(0)
  const both = [statement<{ seven: number }>('select 7 as seven'), statement<{ eight: number }>('select 8 as eight')]
  expect(await db.withPortal(1, (tx) => Promise.all(both.map((one) => ask<unknown>(tx, one, []))))).toEqual([
    [{ seven: 7 }],
    [{ eight: 8 }],
  ])
})

test('what is left to the commit is written with it, and its failure, or that of the commit, undoes the call', async () => {
  await db.withPortal(1, async (tx) => askWithCommit(tx, INSERT, [1, 'kept', null]))
  expect(await count()).toBe(1)
  const twice = db.withPortal(1, async (tx) => askWithCommit(tx, INSERT, [1, 'twice', null]))
  await expect(twice).rejects.toMatchObject({ code: '23505' })
  const wrong = db.withPortal(1, async (tx) => {
    await ask(tx, INSERT, [2, 'undone', null])
    askWithCommit(tx, SUM, [0])
  })
  await expect(wrong).rejects.toMatchObject({ code: '22012' })
  expect(await count()).toBe(1)
})

test('a call that waits for nothing travels in one piece without BEGIN and COMMIT, and is one transaction all the same', async () => {
  const sent: string[][] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: [Batch | string]) {
    sent.push(args[0] instanceof Batch ? args[0].statements.map(({ text }) => text.split(' ', 1)[0] ?? '') : [args[0]])
    return Reflect.apply(original, this, args)
  } as never
  const insert = (...ids: number[]) =>
    db.withPortal(1, async (tx) => {
      for (const id of ids) askWithCommit(tx, INSERT, [id, 'a', null])
    })
  const committed: number[] = []
  try {
    await db.withPortal(1, async (tx) => {
      afterCommit(tx, () => committed.push(1))
      askWithCommit(tx, INSERT, [1, 'a', null])
      askWithCommit(tx, INSERT, [2, 'b', null])
    })
    // The second of these stands against the first only when the transaction ends.
    const refused = db.withPortal(1, async (tx) => {
      afterCommit(tx, () => committed.push(2))
      askWithCommit(tx, INSERT, [3, 'a', null])
      askWithCommit(tx, INSERT, [3, 'b', null])
    })
    await expect(refused).rejects.toMatchObject({ code: '23505' })
    await expect(insert(4, 1)).rejects.toMatchObject({ code: '23505' })
    const wrong = db.withPortal(1, async (tx) => {
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
  // Nothing of it holds on behind it: neither the portal nor how it was planned.
  expect((await db.pool.query("select current_setting('app.portal_id', true) as portal")).rows).toEqual([
    { portal: '' },
  ])
  expect((await db.pool.query('show plan_cache_mode')).rows).toEqual([{ plan_cache_mode: 'auto' }])
  await db.withPlatform(async (tx) => askWithCommit(tx, SUM, [1]))
  expect((await db.pool.query('select current_user as name')).rows).toEqual([{ name: database.app.user }])
  expect((await db.withPortal(1, (tx) => ask(tx, NAMES, []))).map(({ id }) => id)).toEqual([1, 2, 7])
})

test('several writes left to the commit are one statement, each with its own values, and all of them or none', async () => {
  const RENAME = statement('update public.shelves set name = $2 where id = $1 and $2 = $2')
  await db.withPortal(1, (tx) => ask(tx, INSERT, [1, 'a', null]))
  const at = new Date()
  for (const [id, name] of [
    [2, 'b'],
    [3, 'c'],
  ] as const) {
    const sent = await statementsOf(() =>
      db.withPortal(1, async (tx) =>
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
  const failing = db.withPortal(1, async (tx) =>
    askTogetherWithCommit(tx, [
      [RENAME, [1, 'lost']],
      [INSERT, [1, 'there is one', null]],
    ]),
  )
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  await db.withPortal(1, async (tx) => askTogetherWithCommit(tx, []))
  expect(await db.withPortal(1, (tx) => ask(tx, NAMES, []))).toEqual([
    { id: 1, name: 'c1', at: null },
    { id: 2, name: 'b', at },
    { id: 3, name: 'c', at },
    { id: 20, name: null, at: null },
    { id: 30, name: null, at: null },
  ])
})

test('text of a library runs behind what was asked before it', async () => {
  await db.withPortal(1, async (tx) => {
    const inserted = ask(tx, INSERT, [1, 'a', null])
    const { rows } = await executeSql(tx, 'select count(*)::int as n from public.shelves')
    expect(rows).toEqual([{ n: 1 }])
    await inserted
  })
})

test('columns that change under a connection cost one call at most', async () => {
  const ALL = statement<object>('select * from public.shelves')
  await db.withPortal(1, (tx) => ask(tx, INSERT, [1, 'a', null]))
  expect(await db.withPortal(1, (tx) => ask(tx, ALL, []))).toEqual([{ id: 1, name: 'a', at: null }])
  await owner.query(`alter table public.shelves add column height int default 7`)
  await expect(db.withPortal(1, (tx) => ask(tx, ALL, []))).rejects.toMatchObject({ code: '0A000' })
  expect(await db.withPortal(1, (tx) => ask(tx, ALL, []))).toEqual([{ id: 1, name: 'a', at: null, height: 7 }])
  await owner.query(`alter table public.shelves drop column height`)
})

test('a connection that is lost fails what waits for it, and the next call has another', async () => {
  const lost = db.withPortal(1, async (tx) => {
    const [row] = await ask(tx, statement<{ pid: number }>('select pg_backend_pid() as pid'), [])
    const slow = ask(tx, statement('select pg_sleep(60)'), [])
    const behind = ask(tx, NAMES, [])
    // Either may hear of it before the connection that ends theirs has its answer.
    for (const waiting of [slow, behind]) waiting.catch(() => {})
    await owner.query('select pg_terminate_backend($1)', [row?.pid])
    return slow
  })
  await expect(lost).rejects.toThrow()
  expect(await db.withPortal(1, (tx) => ask(tx, NAMES, []))).toEqual([])
})

test('what is only read is answered before its transaction has ended, and the next call finds the connection', async () => {
  const names = () => db.withPortal(1, (tx) => ask(tx, NAMES, []), 'read only')
  await db.withPortal(1, (tx) => ask(tx, INSERT, [1, 'a', null]))
  expect(await Promise.all([names(), names(), names()])).toEqual(Array(3).fill([{ id: 1, name: 'a', at: null }]))
  const failing = () =>
    db.withPortal(1, (tx) => Promise.allSettled([ask(tx, SUM, [0]), ask(tx, NAMES, [])]), 'read only')
  await expect(failing()).rejects.toThrow('rolled back')
  await expect(db.withPortal(1, (tx) => ask(tx, INSERT, [2, 'b', null]), 'read only')).rejects.toMatchObject({
    code: '25006',
  })
  expect(await names()).toHaveLength(1)
})

test('a call travels in two pieces: BEGIN with what it reads, and what it writes with COMMIT', async () => {
  const pieces: number[] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: [Batch]) {
    pieces.push(args[0].statements.length)
    return Reflect.apply(original, this, args)
  } as never
  try {
    await db.withPortal(1, async (tx) => {
      await Promise.all([ask(tx, NAMES, []), ask(tx, SUM, [1])])
      askWithCommit(tx, INSERT, [1, 'a', null])
    })
  } finally {
    pg.Client.prototype.query = original
  }
  // BEGIN, the portal with how to plan, two reads; the write and COMMIT.
  expect(pieces).toEqual([4, 2])
  expect(await statementsOf(() => db.withPlatform((tx) => ask(tx, SUM, [1])))).toMatchObject([{ text: SUM.text }])
})

test('a transaction that has only read ends with the next one of its connection, in the same message, or soon by itself', async () => {
  await db.close()
  db = createDb({ ...database.app, max: 1 })
  const sent: string[][] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: [Batch | string]) {
    sent.push(args[0] instanceof Batch ? args[0].statements.map(({ text }) => text.split(' ', 1)[0] ?? '') : [args[0]])
    return Reflect.apply(original, this, args)
  } as never
  const read = () => db.withPortal(1, (tx) => ask(tx, SUM, [1]), 'read only')
  const insert = (id: number) => db.withPortal(1, (tx) => ask(tx, INSERT, [id, 'a', null]))
  try {
    await read()
    await read()
    await insert(1)
    expect(sent.map((words) => words.join(' '))).toEqual([
      'begin select select',
      'commit begin select select',
      'commit begin select insert',
      'commit',
    ])
    // Behind the end of the one that was left open, a call that waits for nothing is all or nothing as well.
    const insertAtOnce = (...ids: number[]) =>
      db.withPortal(1, async (tx) => {
        for (const id of ids) askWithCommit(tx, INSERT, [id, 'a', null])
      })
    await read()
    await insertAtOnce(3, 4)
    expect(sent.at(-1)).toEqual(['commit', 'select', 'insert', 'insert'])
    await read()
    await expect(insertAtOnce(5, 3)).rejects.toMatchObject({ code: '23505' })
    expect(sent.at(-1)).toEqual(['commit', 'select', 'insert', 'insert'])
    // A write past the transactions is not refused by the one that was left open.
    await read()
    await db.pool.query("insert into public.shelves (id, name) values (2, 'b')")
    await read()
    await vi.waitFor(() => expect(sent.at(-1)).toEqual(['commit']))
  } finally {
    pg.Client.prototype.query = original
  }
  expect(await db.withPortal(1, (tx) => ask(tx, NAMES, []), 'read only')).toMatchObject(
    [1, 2, 3, 4].map((id) => ({ id })),
  )
})

test('a connection that is lost while a transaction is open on it fails one call, and is replaced', async () => {
  await db.close()
  db = createDb({ ...database.app, max: 1 })
  const pidOf = () =>
    db.withPortal(1, (tx) => ask(tx, statement<{ pid: number }>('select pg_backend_pid() as pid'), []), 'read only')
  const [first] = await pidOf()
  await owner.query('select pg_terminate_backend($1)', [first?.pid])
  const second = await pidOf().catch(() => pidOf())
  expect(second[0]?.pid).not.toBe(first?.pid)
})

test('a call may read one state of the database in all its statements', async () => {
  const seen = (mode: 'read only' | 'repeatable read') =>
    db.withPortal(
      1,
      async (tx) => {
        const before = await ask(tx, NAMES, [])
        await owner.query('insert into public.shelves (id) select count(*) from public.shelves')
        return (await ask(tx, NAMES, [])).length - before.length
      },
      mode,
    )
  expect(await seen('repeatable read')).toBe(0)
  expect(await seen('read only')).toBe(1)
  const write = db.withPortal(1, (tx) => ask(tx, INSERT, [9, 'a', null]), 'repeatable read')
  await expect(write).rejects.toMatchObject({ code: '25006' })
})

test('works of a call that travel together fail as the first of them, when none of them is on its way any more', async () => {
  const ended: string[] = []
  const work = async (tx: Tx, name: string, ...divisors: number[]) => {
    try {
      for (const divisor of divisors) await ask(tx, SUM, [divisor])
      return name
    } finally {
      ended.push(name)
    }
  }
  expect(await db.withPortal(1, (tx) => together([work(tx, 'a', 1, 1), work(tx, 'b', 1), 'c']))).toEqual([
    'a',
    'b',
    'c',
  ])
  expect(ended.splice(0)).toEqual(['b', 'a'])
  const failing = db.withPortal(1, async (tx) => {
    // The statements behind a failed one are answered one by one, so the second work ends later than the first.
    const works = together([work(tx, 'a', 0), work(tx, 'b', 1, 1, 1)])
    await works.catch(() => ended.push('told'))
    return works
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(ended.at(-1)).toBe('told')
  expect(ended.sort()).toEqual(['a', 'b', 'told'])
})

const SOME = statement<{ id: number }>('select id from public.shelves where id = any($1::int[])')

test('what a transaction has found out is asked once, and the next one on its connection finds out for itself', async () => {
  let asked = 0
  const find = async () => {
    asked += 1
    return asked
  }
  const work = (tx: Tx) => Promise.all([onceIn(tx, 'a', find), onceIn(tx, 'a', find), onceIn(tx, 'b', find)])
  expect(await db.withPortal(1, work)).toEqual([1, 1, 2])
  expect(await db.withPortal(2, work)).toEqual([3, 3, 4])
})

test('a finished statement is planned once for all values, also where a few of them would each be planned cheaper anew', async () => {
  await db.close()
  db = createDb({ ...database.app, max: 1 })
  const plans = () =>
    db.pool.query(
      "select generic_plans, custom_plans from pg_prepared_statements where statement like '%shelves%any%' order by custom_plans",
    )
  for (let times = 0; times < 10; times++)
    await db.withPortal(1, async (tx) => {
      await ask(tx, SOME, [[times]])
      // What is built for a call is left to the server, in the same transaction.
      await sql`select 1 from public.shelves where id = any(${[times]}::int[])`.execute(tx)
    })
  // Also where both are asked at one go, the other way round.
  for (let times = 0; times < 10; times++)
    await db.withPortal(1, (tx) =>
      Promise.all([
        sql`select 1 from public.shelves where id = any(${[times]}::int[])`.execute(tx),
        ask(tx, SOME, [[times]]),
      ]),
    )
  expect((await plans()).rows).toEqual([
    { generic_plans: 20, custom_plans: 0 },
    { generic_plans: 0, custom_plans: 20 },
  ])
})
