// What the history costs: recording in an import of people (HIS-001), and reading a record as of a day among many changes
// (HIS-010). Alone: node bench/history.ts.
import pg from 'pg'
import { showState } from '#features/history/server/preview.ts'
import { matchingChanges } from '#features/history/server/store.ts'
import type { SignedIn } from '#kernel/context.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { createDb } from '#platform/db/db.ts'
import { keysetPage } from '#platform/db/paging.ts'
import { withDatabase } from './database.ts'
import { type ImportFigures, measureImport } from './import.ts'
import { interleaved, median, round } from './measure.ts'

const PORTAL = 9_700_001
const ZONE = 'America/New_York'
const PEOPLE = 20_000
/** Changes of everybody else, which the indexes have to pass over. */
const CHANGES = 1_000_000
const IMPORTED = 500
const ROUNDS = 3

export type HistoryFigures = Record<string, number>

/** Changes of a profile over five years, each from one city to the next. */
const fill = async (client: pg.Client): Promise<{ calm: number; busy: number; busiest: number }> => {
  const run = (sql: string) => client.query(sql)
  await run(`insert into portals (id, slug, name, status, created_at)
    values (${PORTAL}, 'bench-history', 'Bench', 'active', now() - interval '6 years')`)
  await run(`insert into users (email) select 'h' || n || '@example.com' from generate_series(1, ${PEOPLE}) n`)
  await run('set session_replication_role = replica')
  await run(`insert into portal_users (portal_id, user_id, first_name, last_name, city, joined_at)
    select ${PORTAL}, id, 'Pat', 'Person' || id, 'Lynn', now() - interval '6 years' from users`)
  const { rows } = await run('select min(id)::int as first from users')
  const [calm, busy, busiest] = [rows[0].first, rows[0].first + 1, rows[0].first + 2]
  const add = (who: string, count: number) =>
    run(`insert into record_changes (portal_id, kind, record_id, fields, changed, origin, created_at)
      select ${PORTAL}, 'person', ${who}, '{city}', '{"city": ["Lynn", "Salem"]}', 'program',
        now() - interval '5 years' + n * interval '5 years' / ${count}
      from generate_series(1, ${count} - 1) n`)
  await add(`${busiest + 1} + n % ${PEOPLE - 3}`, CHANGES)
  for (const [who, count] of [
    [calm, 11],
    [busy, 1001],
    [busiest, 10_001],
  ] as const)
    await add(String(who), count)
  await run('reset session_replication_role')
  await run('vacuum analyze')
  return { calm, busy, busiest }
}

/** Milliseconds for a record as of a day four years ago, by the number of its changes, and for a page of the list. */
const measureReading = (): Promise<HistoryFigures> =>
  withDatabase(async ({ app, admin }) => {
    const owner = new pg.Client(admin)
    await owner.connect()
    const people = await fill(owner)
    const sizes = await owner.query(
      "select pg_total_relation_size('record_changes')::float / (select count(*) from record_changes) as bytes",
    )
    await owner.end()
    const db = createDb(app)
    const now = new Date()
    const ctx = { portal: { id: PORTAL, setting: { time_zone: ZONE } }, now } as unknown as SignedIn
    const on = addDays(dayOf(now, ZONE), -4 * 365)
    const stateOf = (record_id: number) => () =>
      db.withPortal(
        PORTAL,
        (tx) => showState(tx, ctx, { portal_id: PORTAL, kind: 'person', record_id }, on),
        'read only',
      )
    const page = () =>
      db.withPortal(
        PORTAL,
        async (tx) => {
          const rows = await matchingChanges(tx, PORTAL, { kind: 'person', user_id: people.busiest, time_zone: ZONE })
          return keysetPage(rows, { cursor: undefined, per_page: 20, sort: '-created_at', keys: [], id: 'c.id' })
        },
        'read only',
      )
    const times = await interleaved(
      { calm: stateOf(people.calm), busy: stateOf(people.busy), busiest: stateOf(people.busiest), page },
      { rounds: 5, times: 10, warm_up: 5 },
    )
    await db.close()
    return {
      'a day among 10 changes of the record, ms': round(times.calm ?? 0, 1),
      'among 1,000': round(times.busy ?? 0, 1),
      'among 10,000': round(times.busiest ?? 0, 1),
      'a page of the list, ms': round(times.page ?? 0, 1),
      'bytes of a change with its indexes': round(sizes.rows[0].bytes, 0),
    }
  })

/** Takes away what records, so that the same import shows what it costs. */
const withoutRecording = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query(
    `select tgrelid::regclass::text as target, tgname from pg_trigger
     where tgfoid in (select oid from pg_proc where proname in ('note_row_change', 'note_joined', 'note_items', 'note_outside',
       'note_badge', 'note_account_change', 'note_switch', 'note_course_items', 'note_price'))`,
  )
  if (rows.length < 5) throw new Error('The triggers that record were not found')
  for (const { target, tgname } of rows) await client.query(`alter table ${target} disable trigger ${tgname}`)
}

/** Imports the same people with and without recording, in turn. */
const measureRecording = async (): Promise<HistoryFigures> => {
  const seconds = (figures: ImportFigures) => figures.run.seconds
  const [recorded, bare]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < ROUNDS; turn++) {
    bare.push(seconds(await measureImport(IMPORTED, withoutRecording)))
    recorded.push(seconds(await measureImport(IMPORTED)))
  }
  return {
    [`an import of ${IMPORTED} people, seconds`]: round(median(recorded)),
    'without recording': round(median(bare)),
    'ratio of both': round(median(recorded) / median(bare)),
  }
}

/** Measures what recording adds to an import, and a record as of a day. */
export const benchHistory = async (): Promise<HistoryFigures> => ({
  ...(await measureReading()),
  ...(await measureRecording()),
})

if (import.meta.main) console.log(await benchHistory())
