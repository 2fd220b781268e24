import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { INSERT, NAMES, SUM, shelvesDatabase } from '../../../tests/shelves.ts'
import { ask, createDb, onceIn, statement, type Tx, together } from './db.ts'

const t = shelvesDatabase()

const SOME = statement<{ id: number }>('select id from public.shelves where id = any($1::int[])')

test('columns that change under open connections cost no call (OPS-031)', async () => {
  const ALL = statement<object>('select * from public.shelves')
  await t.db.withPortal(1, (tx) => ask(tx, INSERT, [1, 'a', null]))
  const all = () => t.db.withPortal(1, (tx) => ask(tx, ALL, []))
  // Every connection knows the statement.
  await Promise.all(Array.from({ length: 20 }, all))
  expect(await all()).toEqual([{ id: 1, name: 'a', at: null }])
  await t.owner.query(`alter table public.shelves add column height int default 7`)
  expect(await Promise.all(Array.from({ length: 20 }, all))).toEqual(
    Array(20).fill([{ id: 1, name: 'a', at: null, height: 7 }]),
  )
  expect(await t.db.withPortal(1, (tx) => ask(tx, ALL, []))).toEqual([{ id: 1, name: 'a', at: null, height: 7 }])
  await t.owner.query(`alter table public.shelves drop column height`)
})

test('a lost connection fails what waits for it, and the next call gets another one', async () => {
  const lost = t.db.withPortal(1, async (tx) => {
    const [row] = await ask(tx, statement<{ pid: number }>('select pg_backend_pid() as pid'), [])
    const slow = ask(tx, statement('select pg_sleep(60)'), [])
    const behind = ask(tx, NAMES, [])
    // Either may notice before the connection that ended theirs has its answer.
    for (const waiting of [slow, behind]) waiting.catch(() => {})
    await t.owner.query('select pg_terminate_backend($1)', [row?.pid])
    return slow
  })
  await expect(lost).rejects.toThrow()
  expect(await t.db.withPortal(1, (tx) => ask(tx, NAMES, []))).toEqual([])
})

test('a read is answered before its transaction ends, and the next call reuses the connection', async () => {
  const names = () => t.db.withPortal(1, (tx) => ask(tx, NAMES, []), 'read only')
  await t.db.withPortal(1, (tx) => ask(tx, INSERT, [1, 'a', null]))
  expect(await Promise.all([names(), names(), names()])).toEqual(Array(3).fill([{ id: 1, name: 'a', at: null }]))
  const failing = () =>
    t.db.withPortal(1, (tx) => Promise.allSettled([ask(tx, SUM, [0]), ask(tx, NAMES, [])]), 'read only')
  await expect(failing()).rejects.toThrow('rolled back')
  await expect(t.db.withPortal(1, (tx) => ask(tx, INSERT, [2, 'b', null]), 'read only')).rejects.toMatchObject({
    code: '25006',
  })
  expect(await names()).toHaveLength(1)
})

test('a connection lost while a transaction is open fails one call, and is replaced', async () => {
  await t.db.close()
  t.db = createDb({ ...t.database.app, max: 1 })
  const pidOf = () =>
    t.db.withPortal(1, (tx) => ask(tx, statement<{ pid: number }>('select pg_backend_pid() as pid'), []), 'read only')
  const [first] = await pidOf()
  await t.owner.query('select pg_terminate_backend($1)', [first?.pid])
  const second = await pidOf().catch(() => pidOf())
  expect(second[0]?.pid).not.toBe(first?.pid)
})

test('a call can read a single state of the database in all its statements', async () => {
  const countsIn = (mode: 'read only' | 'repeatable read') =>
    t.db.withPortal(
      1,
      async (tx) => {
        const before = await ask(tx, NAMES, [])
        await t.owner.query('insert into public.shelves (id) select count(*) from public.shelves')
        return (await ask(tx, NAMES, [])).length - before.length
      },
      mode,
    )
  expect(await countsIn('repeatable read')).toBe(0)
  expect(await countsIn('read only')).toBe(1)
  const write = t.db.withPortal(1, (tx) => ask(tx, INSERT, [9, 'a', null]), 'repeatable read')
  await expect(write).rejects.toMatchObject({ code: '25006' })
})

test('work that travels together fails with the error of the first failure, after all of it has ended', async () => {
  const ended: string[] = []
  const work = async (tx: Tx, name: string, ...divisors: number[]) => {
    try {
      for (const divisor of divisors) await ask(tx, SUM, [divisor])
      return name
    } finally {
      ended.push(name)
    }
  }
  expect(await t.db.withPortal(1, (tx) => together([work(tx, 'a', 1, 1), work(tx, 'b', 1), 'c']))).toEqual([
    'a',
    'b',
    'c',
  ])
  expect(ended.splice(0)).toEqual(['b', 'a'])
  const failing = t.db.withPortal(1, async (tx) => {
    // Statements after a failed one are answered one by one, so the second piece of work ends later than the first.
    const works = together([work(tx, 'a', 0), work(tx, 'b', 1, 1, 1)])
    await works.catch(() => ended.push('told'))
    return works
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(ended.at(-1)).toBe('told')
  expect(ended.sort()).toEqual(['a', 'b', 'told'])
})

test('a transaction looks something up once, and the next one on its connection looks it up again', async () => {
  let count = 0
  const find = async () => {
    count += 1
    return count
  }
  const work = (tx: Tx) => Promise.all([onceIn(tx, 'a', find), onceIn(tx, 'a', find), onceIn(tx, 'b', find)])
  expect(await t.db.withPortal(1, work)).toEqual([1, 1, 2])
  expect(await t.db.withPortal(2, work)).toEqual([3, 3, 4])
})

test('a finished statement is planned once for all values, even if planning a few again would be cheaper', async () => {
  await t.db.close()
  t.db = createDb({ ...t.database.app, max: 1 })
  const plans = () =>
    t.db.pool.query(
      "select generic_plans, custom_plans from pg_prepared_statements where statement like '%shelves%any%' order by custom_plans",
    )
  for (let times = 0; times < 10; times++)
    await t.db.withPortal(1, async (tx) => {
      await ask(tx, SOME, [[times]])
      // Statements built for one call are planned by the server as it likes, in the same transaction.
      await sql`select 1 from public.shelves where id = any(${[times]}::int[])`.execute(tx)
    })
  // Even if both are sent in the same tick, in the other order.
  for (let times = 0; times < 10; times++)
    await t.db.withPortal(1, (tx) =>
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
