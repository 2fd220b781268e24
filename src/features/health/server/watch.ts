import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { sql } from 'kysely'
import type { PortalContext } from '#kernel/context.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { sendMail } from '#platform/mail/mail.ts'
import type { Config } from '#platform/process/config.ts'
import { versionOf } from '#platform/process/version.ts'
import type { ProcessState } from '../contract.ts'
import { turnOf } from '../rules/alarms.ts'
import { BEAT_MS, type Problem, problemsOf } from '../rules/problems.ts'
import { activityOf, factsOf, readAll } from './look.ts'
import { operators } from './operators.ts'
import { forgetProcesses, removeProcess, writeSign } from './process-store.ts'

type Log = { error: (details: object, message: string) => void; info: (details: object, message: string) => void }

type WatchOptions = {
  db: Db
  config: Pick<Config, 'CORE_PORTAL_ID' | 'ROLE' | 'root'>
  portalById: (id: number) => Promise<PortalContext | null>
  /** What this process knows of itself. */
  state: () => Promise<ProcessState>
  log: () => Log
  /** False writes signs of life only when asked, for tests. */
  runs: boolean
}

export type Watch = {
  /** Writes a sign of life of this process. */
  beat: () => Promise<void>
  /** Looks at everything and tells operators what has gone bad or well; only one process does so at a time. */
  look: () => Promise<void>
  close: () => Promise<void>
}

/** Looks come after every third sign of life. */
const LOOK_EVERY = 3

const tell = async (
  tx: Tx,
  { db, config, portalById }: WatchOptions,
  news: readonly { problem: Problem | null; title: string; since: Date }[],
) => {
  const people = await operators(db, config.CORE_PORTAL_ID)
  const portal = await portalById(config.CORE_PORTAL_ID)
  const link = `${portal?.origin ?? ''}/admin/health`
  for (const { problem, title, since } of news)
    for (const { email, first_name } of people)
      await sendMail(tx, {
        portal_id: config.CORE_PORTAL_ID,
        to: email,
        template: 'alarm',
        data: { first_name, title, text: problem?.text ?? null, since, link },
      })
}

/** One look, in one transaction: who sees an alarm first writes it, and the second one finds it. */
const lookOnce = async (options: WatchOptions): Promise<void> => {
  const { db, config, log } = options
  const database = await activityOf(db, config.CORE_PORTAL_ID)
  await db.withPlatform(async (tx) => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('portico alarms', 0)) as is_mine`.execute(tx)
    if (!rows[0]?.is_mine) return
    await forgetProcesses(tx)
    const all = await readAll(tx)
    const [now] = all
    const problems = problemsOf(factsOf(all, database), now)
    const alarms = await tx.selectFrom('alarms').select(['name', 'title', 'raised_at', 'well_since']).execute()
    const { raise, again, fading, end } = turnOf(alarms, problems, now)
    for (const { name, title } of raise) await tx.insertInto('alarms').values({ name, title, raised_at: now }).execute()
    if (again.length > 0) await tx.updateTable('alarms').set({ well_since: null }).where('name', 'in', again).execute()
    if (fading.length > 0) await tx.updateTable('alarms').set({ well_since: now }).where('name', 'in', fading).execute()
    const over = end.map(({ name }) => name)
    if (over.length > 0) await tx.deleteFrom('alarms').where('name', 'in', over).execute()
    const titleOf = (name: string) => alarms.find((one) => one.name === name)?.title ?? name
    await tell(tx, options, [
      ...raise.map((problem) => ({ problem, title: problem.title, since: now })),
      ...end.map(({ name, raised_at: since }) => ({ problem: null, title: titleOf(name), since })),
    ])
    for (const { name, title } of raise) log().error({ alarm: name }, `alarm: ${title}`)
    for (const { name } of end) log().info({ alarm: name }, `alarm is over: ${titleOf(name)}`)
  })
}

/** Gives signs of life of this process and watches over all, until closed. */
export const startWatch = (options: WatchOptions): Watch => {
  const { db, config, log, runs } = options
  const id = randomUUID()
  const version = versionOf(config.root)
  const begun = performance.now()
  let working: Promise<void> = Promise.resolve()
  let beats = 0
  let isClosed = false

  const beat = async () => {
    const state = await options.state()
    const own = { id, host: os.hostname(), pid: process.pid, role: config.ROLE, version, state }
    await db.withPlatform((tx) => writeSign(tx, own, performance.now() - begun))
  }
  const look = () => lookOnce(options)
  const turn = async () => {
    await beat()
    if (beats++ % LOOK_EVERY === LOOK_EVERY - 1) await look()
  }
  let isBusy = false
  const run = () => {
    if (isBusy || isClosed) return
    isBusy = true
    working = turn()
      .catch((error: unknown) => log().error({ err: error }, 'the watch over the installation failed'))
      .finally(() => {
        isBusy = false
      })
  }
  const timer = runs ? setInterval(run, BEAT_MS).unref() : undefined
  if (runs) run()
  return {
    beat,
    look,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await working
      await db.withPlatform((tx) => removeProcess(tx, id)).catch(() => {})
    },
  }
}
