// What an import of 50,000 people with an enrollment each costs: time of the check and of the run, and the memory of the
// process above what it needs idle (USR-069). Alone: node bench/import.ts. IMPORT_ROWS sets how many.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { createApp } from '#app/app.ts'
import { jobHandlers } from '#app/features.ts'
import { grantPlanCredits } from '#features/credits/server/api.ts'
import { checkJob, runJob } from '#features/people-import/server/job-names.ts'
import { findImport, insertImport, updateImport } from '#features/people-import/server/store.ts'
import { readConfig } from '#platform/process/config.ts'
import { withDatabase } from './database.ts'
import { round } from './measure.ts'

const PORTAL = 9_500_001
const ROOT = path.resolve(import.meta.dirname, '..')
const MB = 2 ** 20

type Step = { seconds: number; rows_per_second: number; memory_mb: number }
export type ImportFigures = { rows: number; idle_rss_mb: number; check: Step; run: Step }

const sheetOf = (rows: number): Buffer => {
  const lines = Array.from(
    { length: rows },
    (_, at) =>
      `crew${at}@example.com,Crew${at},Of the yard,(614) 555-01${String(at % 100).padStart(2, '0')},Bench course`,
  )
  return Buffer.from(['email,first name,last name,phone,course', ...lines].join('\n'))
}

/** Measures in this process; `prepare` changes the database before. */
export const measureImport = (rows: number, prepare?: (owner: pg.Client) => Promise<void>): Promise<ImportFigures> =>
  withDatabase(async ({ app: database, admin }) => {
    if (prepare) {
      const owner = new pg.Client(admin)
      await owner.connect()
      await prepare(owner)
      await owner.end()
    }
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-import-'))
    const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder, SECRET: 'x'.repeat(40) }
    const config = readConfig(env, ROOT)
    const app = await createApp({ config, database, hasPages: false, works: false })
    const { files } = app.services
    const now = new Date()
    const record = await app.db.withPlatform(async (tx) => {
      await tx
        .insertInto('portals')
        .values({
          id: PORTAL,
          slug: 'bench-import',
          name: 'Bench',
          status: 'active',
          subscribed_until: new Date('9999-01-01T00:00:00Z'),
        } as never)
        .execute()
      const { id: user_id } = await tx
        .insertInto('users')
        .values({ email: 'admin@bench.example.com' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('portal_users').values({ portal_id: PORTAL, user_id, first_name: 'Ada' }).execute()
      await tx.insertInto('portal_user_roles').values({ portal_id: PORTAL, user_id, role: 'portal_admin' }).execute()
      await tx
        .insertInto('courses')
        .values({ portal_id: PORTAL, slug: 'bench', title: 'Bench course', publication_status: 2 } as never)
        .execute()
      const columns = { email: 0, first_name: 1, last_name: 2, direct_number: 3, course: 4 }
      const empty = { middle_name: null, username: null, roles: null, tags: null, due_on: null, access_until: null }
      const id = await insertImport(tx, {
        portal_id: PORTAL,
        user_id,
        role: 'portal_admin',
        impersonator_id: null,
        file_name: 'bench.csv',
        header: [],
        samples: [],
        columns: { ...empty, ...columns } as never,
        created_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
      })
      return { id, user_id }
    })
    const portal = await app.resolvers.portalById(PORTAL)
    if (!portal) throw new Error('The portal of the bench is missing')
    const request = { id: 'bench', address: '', user_agent: '', is_secure: true }
    const context = { portal, host_portal: portal, viewer: null, scope: 'any' as const, now, request }
    await app.db.withPortal(PORTAL, (tx) => grantPlanCredits(tx, context, { amount: rows, key: 'bench' }))
    await files.put('imports/bench.csv', sheetOf(rows))
    const change = (values: Parameters<typeof updateImport>[3]) =>
      app.db.withPortal(PORTAL, (tx) => updateImport(tx, PORTAL, record.id, values))
    await change({ file_key: 'imports/bench.csv', status: 'checking' })
    const idle = process.memoryUsage().rss
    const step = async (name: string): Promise<Step> => {
      let most = 0
      const look = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss)
      }, 100)
      const started = performance.now()
      const handler = jobHandlers(app.services).find(({ job }) => job.name === name)
      const data = { portal_id: PORTAL, import_id: record.id }
      await handler?.run(data as never, { db: app.db, now: new Date(), signal: new AbortController().signal })
      const seconds = (performance.now() - started) / 1000
      clearInterval(look)
      return {
        seconds: round(seconds),
        rows_per_second: Math.round(rows / seconds),
        memory_mb: Math.round((most - idle) / MB),
      }
    }
    const check = await step(checkJob.name)
    await change({ status: 'running', run_at: new Date(), rows_done: 0 })
    const run = await step(runJob.name)
    const end = await app.db.withPortal(PORTAL, (tx) => findImport(tx, PORTAL, record.id))
    if (end?.status !== 'done' || end.sums?.results.new !== rows)
      throw new Error(`The import ended as ${end?.status}: ${JSON.stringify(end?.sums)} ${end?.problem}`)
    await app.close()
    fs.rmSync(folder, { recursive: true, force: true })
    return { rows, idle_rss_mb: Math.round(idle / MB), check, run }
  })

/** Measures in a process of its own, so that nothing else counts as its memory. */
export const benchImport = async (): Promise<ImportFigures> => {
  // As `npm start` runs the program.
  const env = { ...process.env, NODE_ENV: 'production' }
  const args = ['--max-old-space-size=1024', import.meta.filename]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

if (import.meta.main) {
  console.log(JSON.stringify(await measureImport(Number(process.env.IMPORT_ROWS ?? 50_000))))
  process.exit(0)
}
