import { isTextLimitReached } from '#kernel/access/text-limit.ts'
import { formatFileSize, formatNumber } from '#kernel/format.ts'

type ReplicaState = 'up' | 'behind' | 'unreachable' | 'promoted' | 'foreign'

/** A process as its last sign of life describes it. */
export type ProcessSign = {
  host: string
  pid: number
  role: 'web' | 'worker' | 'all'
  started_at: Date
  seen_at: Date
  disk: { place: string; state: 'up' | 'low' | 'down'; free: number } | null
  replica: { state: ReplicaState; failing_seconds: number } | null
  redis: { failing_seconds: number } | null
}

export type Facts = {
  processes: readonly ProcessSign[]
  queues: readonly { queue: string; waiting: number; failed: number; oldest_seconds: number }[]
  mails: {
    waiting: number
    failed: number
    oldest_seconds: number
    last_sent_at: Date | null
    last_error: string | null
  }
  callbacks: { down: number }
  domains: { failing: number }
  backups: { last_at: Date | null; error: string | null }
  /** Reminders to renew a training. */
  reminders: { waiting: number; oldest_seconds: number; late_portals: number }
  /** Text messages of today, of portals near their limit. */
  texts: readonly { portal_name: string; sent: number; limit: number }[]
  database: { connections: number; connections_max: number; oldest_transaction_seconds: number }
}

export type Problem = {
  /** One at a time of each name; operators are notified of those that are `down`. */
  name: string
  level: 'down' | 'warn'
  title: string
  /** What it means for people, and what to do. */
  text: string
}

/** Each process writes a sign of life this often. */
export const BEAT_MS = 10_000
/** One without a sign for this long does not live any more. */
export const SILENT_MS = 45_000
/** Jobs and mails that wait for this long are stuck. */
const STUCK_SECONDS = 600
const LONG_TRANSACTION_SECONDS = 600
const MOST_CONNECTIONS = 0.9
/** A replica or Redis that is away for less than this is being restarted. */
const AWAY_SECONDS = 60

const isAlive = ({ seen_at: seen }: ProcessSign, now: Date) => now.getTime() - seen.getTime() < SILENT_MS
const takesJobs = ({ role }: ProcessSign) => role !== 'web'

const minutes = (seconds: number): string => {
  const count = Math.max(1, Math.round(seconds / 60))
  if (count < 120) return `${count} ${count === 1 ? 'minute' : 'minutes'}`
  return `${formatNumber(Math.round(count / 60))} hours`
}
const some = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`

/**
 * Processes that fell silent without saying goodbye and that no newer one of their role has replaced. Each newer one
 * replaces one.
 */
export const missingOf = (processes: readonly ProcessSign[], now: Date): ProcessSign[] => {
  const live = processes.filter((one) => isAlive(one, now))
  const silent = processes.filter((one) => !isAlive(one, now)).sort((a, b) => a.seen_at.getTime() - b.seen_at.getTime())
  const free = [...live].sort((a, b) => a.started_at.getTime() - b.started_at.getTime())
  return silent.filter((gone) => {
    const at = free.findIndex(({ role, started_at: started }) => role === gone.role && started > gone.seen_at)
    if (at < 0) return true
    free.splice(at, 1)
    return false
  })
}

const processProblems = ({ processes }: Facts, now: Date): Problem[] => {
  const missing = missingOf(processes, now)
  const [first] = missing
  const problems: Problem[] = []
  if (!processes.some((one) => takesJobs(one) && isAlive(one, now)))
    problems.push({
      name: 'worker-missing',
      level: 'down',
      title: 'No worker is running',
      text: 'E-mails, imports, exports and scheduled work wait. Start a process with ROLE=worker or ROLE=all; what waits is then done on its own.',
    })
  else if (first)
    problems.push({
      name: takesJobs(first) ? 'worker-missing' : 'process-missing',
      level: 'down',
      title: missing.length === 1 ? 'A process is missing' : `${formatNumber(missing.length)} processes are missing`,
      text: `${missing
        .slice(0, 3)
        .map(({ role, host, pid }) => `${role} on ${host} (process ${pid})`)
        .join(
          ', ',
        )} ended without saying goodbye. Start it again; if it keeps ending, its log and the memory of the machine tell why.`,
    })
  return problems
}

const queueProblems = ({ queues, mails }: Facts, now: Date): Problem[] => {
  const stuck = queues.filter(({ oldest_seconds: age }) => age >= STUCK_SECONDS)
  const [worst] = [...stuck].sort((a, b) => b.oldest_seconds - a.oldest_seconds)
  const failed = queues.reduce((sum, one) => sum + one.failed, 0)
  const isSending = mails.last_sent_at !== null && now.getTime() - mails.last_sent_at.getTime() < STUCK_SECONDS * 1000
  const problems: Problem[] = []
  if (worst)
    problems.push({
      name: 'queue-stuck',
      level: 'down',
      title: `The queue has been stuck for ${minutes(worst.oldest_seconds)}`,
      text: `${some(worst.waiting, 'job waits', 'jobs wait')} in ${worst.queue}${stuck.length > 1 ? `, and ${some(stuck.length - 1, 'other queue is', 'other queues are')} late too` : ''}. Look at the workers below: start more of them, or restart one that does not answer.`,
    })
  if (mails.waiting > 0 && mails.oldest_seconds >= STUCK_SECONDS && !isSending)
    problems.push({
      name: 'mail-stuck',
      level: 'down',
      title: `No e-mail could be sent for ${minutes(mails.oldest_seconds)}`,
      text: `${some(mails.waiting, 'e-mail waits', 'e-mails wait')}. ${mails.last_error ? `The mail server says: ${mails.last_error}. ` : ''}Check SMTP_URL and the mail server; e-mails are tried for four hours and then given up.`,
    })
  if (failed > 0)
    problems.push({
      name: 'jobs-failed',
      level: 'warn',
      title: `${some(failed, 'job has', 'jobs have')} failed`,
      text: `Nothing tries ${failed === 1 ? 'it' : 'them'} again. Read the error below, fix its cause, and choose Retry.`,
    })
  if (mails.failed > 0)
    problems.push({
      name: 'mails-failed',
      level: 'warn',
      title: `${some(mails.failed, 'e-mail was', 'e-mails were')} given up in the last 24 hours`,
      text: `The people did not get them. ${mails.last_error ? `The last reason: ${mails.last_error}` : 'The reasons are in the log.'}`,
    })
  return problems
}

/** People who miss a reminder may lose the right to work, so these are looked at apart from other mails (CMP-034). */
const reminderProblems = ({ reminders }: Facts): Problem[] => {
  const { waiting, oldest_seconds: oldest, late_portals: late } = reminders
  const problems: Problem[] = []
  if (waiting > 0 && oldest >= STUCK_SECONDS)
    problems.push({
      name: 'reminders-stuck',
      level: 'down',
      title: `Recertification reminders have waited for ${minutes(oldest)}`,
      text: `${some(waiting, 'reminder has', 'reminders have')} not been sent, so people may not renew in time. Check SMTP_URL, the mail server and the workers below; what waits is then sent on its own.`,
    })
  if (late > 0)
    problems.push({
      name: 'reminders-late',
      level: 'down',
      title: `Recertification has not run for a day in ${some(late, 'portal', 'portals')}`,
      text: 'Nobody is reminded or enrolled there. Look at the queue recertification.daily and at the workers below; the next run makes up for the days that were missed.',
    })
  return problems
}

const diskProblems = ({ processes }: Facts, now: Date): Problem[] => {
  const places = new Map(
    processes.filter((one) => isAlive(one, now)).flatMap(({ disk }) => (disk ? [[disk.place, disk]] : [])),
  )
  return [...places.values()]
    .filter(({ state }) => state !== 'up')
    .map(({ place, state, free }) => ({
      name: `disk:${place}`,
      // Operators get a mail of its own about disks (UPL-041).
      level: 'warn' as const,
      title: state === 'down' ? 'A disk is full' : 'A disk is nearly full',
      text: `${place} has ${formatFileSize(free)} left. Uploads stop first; when it is full, nobody can sign in. Make it larger or delete what is not needed.`,
    }))
}

const REPLICA_WORDS: Record<Exclude<ReplicaState, 'up'>, { title: string; text: string }> = {
  behind: {
    title: 'The read replica is behind the database',
    text: 'See whether it still receives the log (pg_stat_wal_receiver) and keeps up with it.',
  },
  unreachable: { title: 'The read replica does not answer', text: 'Start it, or look at the network in between.' },
  promoted: {
    title: 'The read replica was promoted',
    text: 'It now takes writes of its own and is not used. Make it again from the primary.',
  },
  foreign: {
    title: 'The read replica belongs to another database',
    text: 'Correct DATABASE_READ_URL, or make the replica again from the primary.',
  },
}

const replicaProblems = ({ processes }: Facts, now: Date): Problem[] => {
  const bad = processes.find(
    (one) => isAlive(one, now) && one.replica && one.replica.failing_seconds >= AWAY_SECONDS,
  )?.replica
  if (!bad || bad.state === 'up') return []
  const { title, text } = REPLICA_WORDS[bad.state]
  const meanwhile = 'Until then, public pages are read from the primary, which puts more load on it.'
  return [{ name: 'replica', level: 'down', title, text: `${text} ${meanwhile}` }]
}

const redisProblems = ({ processes }: Facts, now: Date): Problem[] =>
  processes.some((one) => isAlive(one, now) && one.redis && one.redis.failing_seconds >= AWAY_SECONDS)
    ? [
        {
          name: 'redis',
          level: 'down',
          title: 'Redis does not answer',
          text: 'Start it, or look at the network in between. Until then, live events go through PostgreSQL, which puts more load on it.',
        },
      ]
    : []

const backupProblems = ({ backups }: Facts): Problem[] =>
  backups.error === null
    ? []
    : [
        {
          name: 'backup-failed',
          // Operators get a mail of its own about backups (OPS-064).
          level: 'warn',
          title: 'The last backup failed',
          text: `${backups.error} The next run tries again.`,
        },
      ]

const databaseProblems = ({ database, callbacks, domains }: Facts): Problem[] => {
  const { connections, connections_max: most, oldest_transaction_seconds: oldest } = database
  const problems: Problem[] = []
  if (connections >= most * MOST_CONNECTIONS)
    problems.push({
      name: 'connections',
      level: 'warn',
      title: 'The database is running out of connections',
      text: `${formatNumber(connections)} of ${formatNumber(most)} are open. Raise max_connections, or run fewer processes.`,
    })
  if (oldest >= LONG_TRANSACTION_SECONDS)
    problems.push({
      name: 'long-transaction',
      level: 'warn',
      title: `A transaction has been open for ${minutes(oldest)}`,
      text: 'Rows it changed are locked, and old rows cannot be cleaned up. Find it in pg_stat_activity and end it.',
    })
  if (callbacks.down > 0)
    problems.push({
      name: 'callbacks-down',
      level: 'warn',
      title: `${some(callbacks.down, 'callback does', 'callbacks do')} not answer`,
      text: 'Messages for them wait and go out when the address answers again. The portals’ admins got an e-mail.',
    })
  if (domains.failing > 0)
    problems.push({
      name: 'domains-failing',
      level: 'warn',
      title: `${some(domains.failing, 'domain or sender has', 'domains or senders have')} wrong records`,
      text: 'The portals’ admins got an e-mail. A domain is no longer used after 7 days.',
    })
  return problems
}

/** A limit that is reached by mistake costs nothing more; one that is too low keeps people from their links (TXT-026). */
const textProblems = ({ texts }: Facts): Problem[] => {
  const reached = texts.filter(({ sent, limit }) => isTextLimitReached(sent, limit))
  const [first] = reached
  return first
    ? [
        {
          name: 'text-limit',
          level: 'warn',
          title: `${some(reached.length, 'portal has', 'portals have')} reached the limit of text messages for today`,
          text: `${first.portal_name}${reached.length > 1 ? ` and ${some(reached.length - 1, 'other', 'others')}` : ''}. Only sign-in links can still be sent today, if any. If this is intended, raise the limit in the portal’s settings.`,
        },
      ]
    : []
}

const RANK = { down: 0, warn: 1 }

/** What is wrong, the worst first, in words that say what to do (OPS-056). */
export const problemsOf = (facts: Facts, now: Date): Problem[] =>
  [
    ...processProblems(facts, now),
    ...queueProblems(facts, now),
    ...reminderProblems(facts),
    ...diskProblems(facts, now),
    ...replicaProblems(facts, now),
    ...redisProblems(facts, now),
    ...backupProblems(facts),
    ...databaseProblems(facts),
    ...textProblems(facts),
  ].sort((a, b) => RANK[a.level] - RANK[b.level])
