import pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createDb, type Db, statement } from '#platform/db/db.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A database with an empty table of shelves for every test in a file, over one connection. */
export const shelvesDatabase = () => {
  const t = {} as { database: TestDatabase; owner: pg.Client; db: Db; count: () => Promise<number> }
  beforeAll(async () => {
    t.database = await createTestDatabase()
    t.owner = new pg.Client(t.database.owner)
    await t.owner.connect()
    await t.owner.query(`create table public.shelves (id int primary key deferrable initially deferred, name text, at timestamptz);
      grant all on public.shelves to portico_app`)
    // One connection, so that anything left over from one call affects the next.
    t.db = createDb({ ...t.database.app, max: 1 })
    t.count = async () => Number((await t.owner.query('select count(*) as n from public.shelves')).rows[0].n)
  })
  beforeEach(() => t.owner.query('truncate public.shelves'))
  afterAll(async () => {
    await t.db.close()
    await t.owner.end()
    await t.database.drop()
  })
  return t
}

export const INSERT = statement('insert into public.shelves (id, name, at) values ($1, $2, $3)')
export const NAMES = statement<{ id: number; name: string | null; at: Date | null }>(
  'select id, name, at from public.shelves order by id',
)
export const SUM = statement<{ sum: number }>('select 1::int / $1::int as sum')
