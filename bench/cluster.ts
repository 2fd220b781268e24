// One, two and four web processes behind Caddy: how many calls a second, what each call costs the program, the balancer and
// the database, and what the database does at a given rate. Alone: node bench/cluster.ts (after a build). CLUSTER_SECONDS sets
// how long each figure is measured. Everything runs on one machine, so its cores bound the figures; the processor time of a
// call is what docs/scaling.md reckons with.
import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { freePort, startBuilt } from '../tests/processes/built-program.ts'
import type { ClusterOrders, ClusterReport, Student } from './cluster-caller.ts'
import { fill, HOST, PORTAL, SECRET, urlOf } from './learners.ts'
import { round } from './measure.ts'
import { publishCourses } from './publish-course.ts'

const COURSES = 200
const CONNECTIONS = 32
const PROCESSES = [1, 2, 4]
const RATES = [100, 250, 500, 1_000]
/** Ticks of the kernel are hundredths of a second. */
const TICK_MS = 10
const SAMPLE_MS = 100
const WORDS = ['ladder', 'safety basics', 'course number 17', 'crane signals', 'nothing like it']

type Latency = { calls: number; p50_ms: number; p95_ms: number }
type Figures = {
  processes: number
  /** What was asked for a second; null for as much as was answered. */
  rate: number | null
  calls_per_second: number
  failed: number
  /** Processor time of a call, in milliseconds: of the web processes, of Caddy, of the database. */
  cpu_ms_per_call: { web: number; balancer: number; database: number }
  /** Time that the database itself counts for the statements of a call, and how many there were. */
  database_ms_per_call: number
  statements_per_call: number
  /** Connections to the database while it ran: open, and at work at the same moment (mean and most). */
  connections: { open: number; busy: number; most_busy: number }
  latency: Record<string, Latency>
}
export type ClusterFigures = { cores: number; throughput: Figures[]; rates: Figures[]; rows: Record<string, string> }

const ticksOf = (pid: number): number => {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}
const cpuMs = (pid: number) => ticksOf(pid) * TICK_MS
/** Of a server and its children, those that have ended included. */
const familyMs = (pid: number): number => {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ended = Number(fields[13]) + Number(fields[14])
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return (ticksOf(pid) + ended + children.reduce((sum, child) => sum + ticksOf(Number(child)), 0)) * TICK_MS
}

const latencyOf = (times: readonly number[]): Latency => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN, 1)
  return { calls: sorted.length, p50_ms: at(0.5), p95_ms: at(0.95) }
}

const fillShop = async (owner: pg.Client): Promise<void> => {
  await owner.query(`update portal_users set last_name = 'Learner' where portal_id = $1`, [PORTAL])
  await owner.query(
    `update portals set type = 2, is_marketable = true, has_course_catalog = true, subscribed_until = '9999-01-01' where id = $1`,
    [PORTAL],
  )
  await owner.query(
    `insert into courses (portal_id, slug, title, publication_status, description)
     select $1, 'course-' || n, (array['Ladder safety', 'Safety basics', 'Crane signals', 'Course'])[1 + n % 4] || ' number ' || n, 2,
       repeat('What a crew has to know. ', 40) from generate_series(1, $2::int) n`,
    [PORTAL, COURSES],
  )
}

/** A balancer as in deploy/Caddyfile, without HTTPS. */
const startBalancer = async (folder: string, ports: readonly number[]) => {
  if (spawnSync('caddy', ['version']).status !== 0) throw new Error('Caddy is not installed (apt-get install caddy)')
  const port = await freePort()
  const file = path.join(folder, `Caddyfile-${port}`)
  const members = ports.map((each) => `127.0.0.1:${each}`).join(' ')
  fs.writeFileSync(
    file,
    `{\n\tadmin off\n\tauto_https off\n}\nhttp://:${port} {\n\treverse_proxy ${members} {\n\t\tlb_policy least_conn\n\t\tlb_try_duration 10s\n\t\tlb_try_interval 100ms\n\t}\n}\n`,
  )
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder },
    stdio: 'ignore',
  })
  while (
    !(await fetch(`http://127.0.0.1:${port}/api/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (caddy.exitCode !== null) throw new Error(`Caddy ended with ${caddy.exitCode}`)
    await delay(50)
  }
  return {
    port,
    pid: caddy.pid!,
    stop: async () => {
      const ended = once(caddy, 'exit')
      caddy.kill('SIGKILL')
      await ended
    },
  }
}

const openCaller = () => {
  const caller = fork(path.join(import.meta.dirname, 'cluster-caller.ts'), { serialization: 'advanced' })
  return {
    call: async (orders: ClusterOrders): Promise<ClusterReport> => {
      caller.send(orders)
      const [report] = await Promise.race([
        once(caller, 'message'),
        once(caller, 'exit').then(([code]) => {
          throw new Error(`The callers ended with ${code}`)
        }),
      ])
      return report
    },
    close: () => caller.disconnect(),
  }
}

/** Looks at the connections of the program again and again until it is stopped. */
const watchConnections = (owner: pg.Client) => {
  const seen: { open: number; busy: number }[] = []
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      const { rows } = await owner.query(
        `select count(*)::int as open, count(*) filter (where state <> 'idle')::int as busy
           from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      seen.push(rows[0])
      await delay(SAMPLE_MS)
    }
  })()
  return async () => {
    isOver = true
    await looking
    const busy = seen.map((each) => each.busy)
    return {
      open: Math.max(...seen.map((each) => each.open)),
      busy: round(busy.reduce((sum, each) => sum + each, 0) / busy.length, 1),
      most_busy: Math.max(...busy),
    }
  }
}

/** What rows of the tables that grow with learners weigh, indexes included. */
const weightsOf = async (owner: pg.Client): Promise<Record<string, string>> => {
  const { rows } = await owner.query<{ name: string; bytes: number; count: number }>(
    `select relname as name, pg_total_relation_size(relid)::float8 as bytes, n_live_tup::float8 as count
       from pg_stat_user_tables where n_live_tup > 400 order by 2 desc limit 12`,
  )
  return Object.fromEntries(
    rows.map(({ name, bytes, count }) => [name, `${Math.round(bytes / count)} bytes of ${count} rows`]),
  )
}

type Place = {
  owner: pg.Client
  orders: Omit<ClusterOrders, 'port' | 'rate' | 'seconds'>
  seconds: number
  server: number
}

const measure = async (
  { owner, orders, seconds, server }: Place,
  cluster: { port: number; balancer: number; cpu: () => number; processes: number },
  caller: ReturnType<typeof openCaller>,
  rate: number | null,
): Promise<Figures> => {
  const call = (of: number) => caller.call({ ...orders, port: cluster.port, seconds: of, rate })
  // What runs all day is compiled, and the pages are in memory.
  const warmed = await call(Math.min(5, seconds))
  orders.learners = warmed.students
  await owner.query('select pg_stat_statements_reset()')
  const before = { web: cluster.cpu(), balancer: cpuMs(cluster.balancer), database: familyMs(server) }
  const stopWatching = watchConnections(owner)
  const report = await call(seconds)
  const connections = await stopWatching()
  orders.learners = report.students
  const after = { web: cluster.cpu(), balancer: cpuMs(cluster.balancer), database: familyMs(server) }
  const { rows } = await owner.query<{ ms: number; calls: number }>(
    `select coalesce(sum(total_exec_time), 0)::float8 as ms, coalesce(sum(calls), 0)::float8 as calls
       from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname like 'portico%'`,
  )
  const calls = Object.values(report.times).reduce((sum, times) => sum + times.length, 0)
  const each = (name: keyof typeof before) => round((after[name] - before[name]) / calls)
  return {
    processes: cluster.processes,
    rate,
    calls_per_second: Math.round(calls / report.seconds),
    failed: report.failed,
    cpu_ms_per_call: { web: each('web'), balancer: each('balancer'), database: each('database') },
    database_ms_per_call: round((rows[0]?.ms ?? 0) / calls),
    statements_per_call: round((rows[0]?.calls ?? 0) / calls, 1),
    connections,
    latency: Object.fromEntries(Object.entries(report.times).map(([kind, times]) => [kind, latencyOf(times)])),
  }
}

type Options = { seconds?: number; learners?: number; processes?: readonly number[]; rates?: readonly number[] }

/** Measures clusters on the built program with the PostgreSQL that it comes with, on files that are thrown away. */
export const benchCluster = async ({
  seconds = 10,
  learners = 640,
  processes = PROCESSES,
  rates = RATES,
}: Options = {}): Promise<ClusterFigures> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bench-'))
  fs.chmodSync(folder, 0o755)
  const flags = ['-c', 'shared_preload_libraries=pg_stat_statements', '-c', 'max_connections=200']
  const database = await startEmbedded(path.join(folder, 'postgres'), { flags })
  try {
    const { host, port, password } = database
    const migrated = await migrate({ admin: { host, port, user: 'postgres', password } })
    const owner = new pg.Client(migrated.admin)
    owner.on('error', () => {})
    await owner.connect()
    await owner.query('create extension pg_stat_statements')
    const prepared = await fill(owner, learners)
    await fillShop(owner)
    await publishCourses(migrated.app, PORTAL, { begun: false })
    await owner.query('vacuum analyze')
    const orders = {
      host: HOST,
      connections: CONNECTIONS,
      words: WORDS,
      slug: prepared.slug,
      courses: COURSES,
      scorm_id: prepared.scorm_id,
      sco: prepared.scos[0]!,
      learners: prepared.learners as Student[],
    }
    const place = { owner, orders, seconds, server: database.pid }
    const withCluster = async <T>(count: number, work: (cluster: Parameters<typeof measure>[1]) => Promise<T>) => {
      const start = (at: number) =>
        startBuilt(
          {
            ROLE: 'web',
            DATA_DIR: path.join(folder, `data-${at}`),
            SECRET,
            DATABASE_URL: urlOf(migrated.admin),
            PUBLIC_ORIGIN: 'https://localhost',
            TRUST_PROXY: 'loopback',
            CALLS_PER_MINUTE: '1000000000',
          },
          { path: '/api/v1/portal/login-info', host: HOST },
        )
      const webs = await Promise.all(Array.from({ length: count }, (_, at) => start(at)))
      let balancer: Awaited<ReturnType<typeof startBalancer>> | undefined
      try {
        balancer = await startBalancer(
          folder,
          webs.map((web) => web.port),
        )
        const cpu = () => webs.reduce((sum, web) => sum + web.cpuMs(), 0)
        return await work({ port: balancer.port, balancer: balancer.pid, cpu, processes: count })
      } finally {
        await balancer?.stop()
        await Promise.all(webs.map((web) => web.stop()))
      }
    }
    const caller = openCaller()
    const figures: ClusterFigures = { cores: os.cpus().length, throughput: [], rates: [], rows: {} }
    for (const count of processes)
      await withCluster(count, async (cluster) => {
        const measured = await measure(place, cluster, caller, null)
        console.dir(measured, { depth: 3 })
        figures.throughput.push(measured)
      })
    await withCluster(2, async (cluster) => {
      for (const rate of rates) {
        const measured = await measure(place, cluster, caller, rate)
        console.dir(measured, { depth: 3 })
        figures.rates.push(measured)
      }
    })
    await owner.query('analyze')
    figures.rows = await weightsOf(owner)
    caller.close()
    await owner.end()
    return figures
  } finally {
    await database.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

export const clusterOptions = (): Options => ({ seconds: Number(process.env['CLUSTER_SECONDS'] ?? 10) })

if (import.meta.main) console.dir(await benchCluster(clusterOptions()), { depth: 5 })
