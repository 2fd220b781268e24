import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { testApp } from '../../../../tests/api.ts'
import { createTestDatabase } from '../../../../tests/database.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import {
  HOW_TO_GET_PGBOUNCER,
  hasPgBouncer,
  type PgBouncer,
  startPgBouncer,
} from '../../../../tests/processes/pgbouncer.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { shopOf } from '../../../../tests/shop.ts'
import { busyLearner } from '../../../../tests/versions/busy-learner.ts'
import { versioning } from '../../../../tests/versions/versioning.ts'
import { wholeCourse } from '../../../../tests/versions/whole-course.ts'
import { keepsNamedStatements } from './pooler.ts'

/** Far fewer than there are connections of the program, so that each transaction takes what another has just left. */
const SERVER_CONNECTIONS = 3
const LEARNERS = 10

const isHere = hasPgBouncer()
if (!isHere) console.warn(`Skipped: the tests of poolers. ${HOW_TO_GET_PGBOUNCER}`)

describe.skipIf(!isHere)('through PgBouncer in transaction mode', () => {
  let pooler: PgBouncer
  let owner: pg.ClientConfig
  const t = testApp({
    openDatabase: async () => {
      const database = await createTestDatabase()
      owner = database.owner
      pooler = await startPgBouncer({ ...owner, database: database.name }, { size: SERVER_CONNECTIONS })
      const client = new pg.Client(pooler.connection)
      await client.connect()
      const keepsNames = await keepsNamedStatements(client)
      await client.end()
      const drop = async () => {
        await pooler.close()
        await database.drop()
      }
      return { ...database, pooler: { database: { ...pooler.connection, max: 8 }, keepsNames }, drop }
    },
  })
  const play = scormPlay(t)
  const make = versioning(t)
  const shop = shopOf(t)

  const clients: pg.Client[] = []
  const connect = async (config: pg.ClientConfig) => {
    const client = new pg.Client(config)
    await client.connect()
    clients.push(client)
    return client
  }
  afterAll(() => Promise.all(clients.map((client) => client.end())))

  test('authors, learners, buyers and uploads do everything as without it, many at once over few connections (OPS-032)', async () => {
    const course = await wholeCourse(make, play)
    const portal = await shop.portal()
    const bought = await shop.course(portal)
    const learning = Array.from({ length: LEARNERS }, async () => {
      const { person, related_id } = await make.learnerIn(course)
      return busyLearner(() => t.as(person), course.params.slug, related_id).learn({ may_move: false })
    })
    const buying = Array.from({ length: LEARNERS }, async () => {
      const buyer = await t.make.person('learner', { portal })
      await shop.buy(buyer, 'course', [{ id: bought.id }])
      return buyer
    })
    const [learned, buyers] = await Promise.all([Promise.all(learning), Promise.all(buying)])
    const statuses = await t.platform((tx) =>
      tx
        .selectFrom('enrollments')
        .select('status')
        .where(
          'id',
          'in',
          learned.map(({ related_id }) => related_id),
        )
        .execute(),
    )
    expect(statuses).toEqual(Array.from({ length: LEARNERS }, () => ({ status: PROGRESS.finished })))
    for (const { id } of buyers) expect(await shop.enrollmentsOf(id)).toMatchObject([{ course_id: bought.id }])
    expect(await enrolling(t).check()).toEqual([])
  })

  test('a connection that comes back to the pooler holds no portal, role, lock, listener, table or statement (OPS-033)', async () => {
    const portal = await t.make.portal()
    await t.app.db.withPortal(portal.id, (tx) => tx.selectFrom('courses').select('id').execute(), 'read only')
    await expect(t.platform(() => Promise.reject(new Error('undone')))).rejects.toThrow('undone')
    // At the same time, so that each has a connection of the server of its own.
    const visitors = await Promise.all(Array.from({ length: SERVER_CONNECTIONS }, () => connect(pooler.connection)))
    await Promise.all(visitors.map((visitor) => visitor.query('begin')))
    const left = await Promise.all(
      visitors.map(async (visitor) => {
        const { rows } = await visitor.query(`select
            pg_backend_pid() as pid, coalesce(current_setting('app.portal_id', true), '') as portal,
            current_user as role, current_setting('plan_cache_mode') as planning,
            (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks,
            (select count(*)::int from pg_listening_channels()) as listeners,
            (select count(*)::int from pg_class where relpersistence = 't') as tables,
            (select count(*)::int from pg_prepared_statements where name !~ '^PGBOUNCER_') as statements`)
        return rows[0]
      }),
    )
    await Promise.all(visitors.map((visitor) => visitor.query('commit')))
    expect(new Set(left.map(({ pid }) => pid)).size).toBe(SERVER_CONNECTIONS)
    const clean = {
      portal: '',
      role: 'portico_app',
      planning: 'auto',
      locks: 0,
      listeners: 0,
      tables: 0,
      statements: 0,
    }
    expect(left.map(({ pid: _, ...rest }) => rest)).toEqual(Array.from(left, () => clean))
  })

  test('whether named statements are kept is found out, and one that is not kept leaves nothing behind (OPS-034)', async () => {
    const client = await connect(pooler.connection)
    const { rows } = await client.query(`select name from pg_prepared_statements where name like 'portico_%'`)
    expect(rows).toEqual([])
    const again = await keepsNamedStatements(client)
    expect(await keepsNamedStatements(client)).toBe(again)
    // Without the pooler the server has the statement by the name that it was sent with.
    expect(await keepsNamedStatements(await connect({ ...owner, database: pooler.connection.database }))).toBe(false)
  })

  test('after a column has changed its type, RECONNECT makes the pooler forget the plans of before (OPS-091)', async () => {
    const program = await createTestDatabase()
    const server = { ...program.owner, database: program.name }
    const upgrade = await connect(server)
    await upgrade.query('create table places (number int); grant select on places to public')
    const one = await startPgBouncer(server, { size: 1 })
    const read = async () => {
      const client = new pg.Client(one.connection)
      await client.connect()
      const { rows } = await client
        .query({ name: 'places', text: 'select number from places' })
        .finally(() => client.end())
      return rows
    }
    expect(await read()).toEqual([])
    await upgrade.query(`alter table places alter number type text; insert into places values ('seven')`)
    await expect(read()).rejects.toThrow(/cached plan must not change result type|already exists/)
    await one.order('RECONNECT')
    await expect.poll(() => read().catch(() => null)).toEqual([{ number: 'seven' }])
    await upgrade.end()
    clients.splice(clients.indexOf(upgrade), 1)
    await one.close()
    await program.drop()
  })
})
