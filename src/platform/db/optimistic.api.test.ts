import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { ask, askWithCommit, createDb, type Db, statement, type Tx } from './db.ts'
import { optimistic } from './optimistic.ts'

let database: TestDatabase
let owner: pg.Client
let one: Db
let other: Db

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client(database.owner)
  await owner.connect()
  await owner.query(`create table public.cities (id int primary key, curfew boolean);
    create table public.halls (id int primary key, city_id int, visitors int, seats int);
    grant all on public.cities, public.halls to portico_app`)
  one = createDb({ ...database.app, max: 4 })
  other = createDb({ ...database.app, max: 4 })
})
beforeEach(async () => {
  await owner.query('truncate public.cities, public.halls')
  await owner.query('insert into public.cities select 1, false')
  await owner.query('insert into public.halls select id, 1, 0, 50 from generate_series(1, 9) as id')
})
afterAll(async () => {
  await one.close()
  await other.close()
  await owner.end()
  await database.drop()
})

type Hall = { id: number; visitors: number; seats: number; curfew: boolean; city_stamp: string }

const LOCK = statement('select from public.halls where id = $1 for no key update')
const READ = statement<Hall>(`
  select h.id, h.visitors, h.seats, c.curfew, c.xmin::text as city_stamp
  from public.halls h join public.cities c on c.id = h.city_id where h.id = $1`)
const WRITE = statement('update public.halls set visitors = $2 where id = $1')

/** A separate feature for each test, which counts its reads and decisions. */
const aFeature = (maxSize = 100) => {
  const halls = optimistic<Hall>({
    keyOf: ({ id }) => `${id}`,
    proof: `
      select from public.halls h join public.cities c on c.id = h.city_id
      where h.id = $1 and h.xmin = $2::xid and c.xmin = $3::xid for no key update of h`,
    proofValues: ({ id, city_stamp }, stamp) => [id, stamp, city_stamp],
    maxSize,
    sizeOf: ({ seats }) => seats / 50,
  })
  const noted = { reads: 0, decisions: 0, kept: undefined as Hall | undefined }
  const enter = async (tx: Tx, id: number) => {
    const read = async (known: Hall | undefined) => {
      noted.reads++
      noted.kept = known
      const [, [hall]] = await Promise.all([ask(tx, LOCK, [id]), ask(tx, READ, [id])])
      return hall ?? null
    }
    const hall = await halls.hold(tx, { key: `${id}`, read })
    noted.decisions++
    if (!hall) throw new Error('no hall')
    const { visitors, seats, curfew } = hall.value
    if (curfew) throw new Error('curfew')
    if (visitors >= seats) throw new Error('full')
    const next = { ...hall.value, visitors: visitors + 1 }
    askWithCommit(tx, WRITE, [id, next.visitors])
    hall.remember(next)
    return next.visitors
  }
  return { noted, enter, by: (db: Db, id = 1) => db.withPortal(1, (tx) => enter(tx, id)) }
}
const visitorsOf = async (id = 1) =>
  (await owner.query('select visitors from public.halls where id = $1', [id])).rows[0].visitors

test('the second call reads nothing, and its decision is right', async () => {
  const { by, noted } = aFeature()
  expect([await by(one), await by(one), await by(one)]).toEqual([1, 2, 3])
  expect(noted).toMatchObject({ reads: 1, decisions: 3 })
  expect(await visitorsOf()).toBe(3)
})

test('a row that someone else wrote is read again once, and the first decision has no effect', async () => {
  const { by, noted } = aFeature()
  await by(one)
  expect(await by(other)).toBe(2)
  expect(await by(one)).toBe(3)
  // The last call decides twice: from the kept value, and from what it then reads, given the kept value.
  expect(noted).toMatchObject({ reads: 3, decisions: 4, kept: { visitors: 1 } })
  expect(await by(one)).toBe(4)
  expect(noted.reads).toBe(3)
})

test('a write that changes nothing in a row still invalidates the kept value; a lock alone does not', async () => {
  const { by, noted } = aFeature()
  await by(one)
  await owner.query('select from public.halls for update')
  await by(one)
  expect(noted.reads).toBe(1)
  await owner.query('update public.halls set visitors = visitors')
  await by(one)
  expect(noted.reads).toBe(2)
})

test('a row that is only seen is compared as well', async () => {
  const { by, noted } = aFeature()
  await by(one)
  await owner.query('update public.cities set curfew = true')
  await expect(by(one)).rejects.toThrow('curfew')
  await owner.query('update public.cities set curfew = false')
  expect(await by(one)).toBe(2)
  expect(noted.reads).toBe(3)
})

test('nobody is refused because of a kept value alone', async () => {
  const { by } = aFeature()
  await by(one)
  await owner.query('update public.halls set visitors = 49')
  await by(one)
  await expect(by(one)).rejects.toThrow('full')
  await owner.query('update public.halls set visitors = 7')
  expect(await by(one)).toBe(8)
})

test('the value from a failed transaction is not kept', async () => {
  const { by, enter, noted } = aFeature()
  await by(one)
  const failed = one.withPortal(1, async (tx) => {
    await enter(tx, 1)
    throw new Error('later')
  })
  await expect(failed).rejects.toThrow('later')
  expect(await by(one)).toBe(2)
  await owner.query('alter table public.halls add constraint small check (visitors < 3)')
  await expect(by(one)).rejects.toThrow('small')
  await owner.query('alter table public.halls drop constraint small')
  expect(await by(one)).toBe(3)
  expect(noted.decisions).toBe(5)
})

test('simultaneous calls of two processes run one after another, and none is lost', async () => {
  const { by } = aFeature()
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => by(at % 2 ? one : other)))
  expect(answers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
  expect(await visitorsOf()).toBe(40)
})

test('the value unused for longest makes room, by the size of the values', async () => {
  const { by, noted } = aFeature(4)
  await owner.query('update public.halls set seats = 150 where id = 4')
  for (const id of [1, 2, 3]) await by(one, id)
  await by(one, 1)
  expect(noted.reads).toBe(3)
  // Three times the size: only the most recently used one of the others stays.
  await by(one, 4)
  await by(one, 1)
  await by(one, 4)
  expect(noted.reads).toBe(4)
  await by(one, 3)
  await by(one, 2)
  expect(noted.reads).toBe(6)
})

test('a missing row is not locked', async () => {
  const { by } = aFeature()
  await expect(by(one, 77)).rejects.toThrow('no hall')
})
