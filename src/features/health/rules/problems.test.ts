import { describe, expect, test } from 'vitest'
import { type Alarm, turnOf } from './alarms.ts'
import { type Facts, missingOf, type ProcessSign, problemsOf } from './problems.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
const sign = (more: Partial<ProcessSign> = {}): ProcessSign => ({
  ...{
    host: 'one',
    pid: 7,
    role: 'worker',
    started_at: ago(9_000),
    seen_at: ago(5),
    disk: null,
    replica: null,
    redis: null,
  },
  ...more,
})
const WELL: Facts = {
  processes: [sign(), sign({ role: 'web' })],
  queues: [{ queue: 'mail.send', waiting: 0, failed: 0, oldest_seconds: 0 }],
  mails: { waiting: 0, failed: 0, oldest_seconds: 0, last_sent_at: null, last_error: null },
  callbacks: { down: 0 },
  domains: { failing: 0 },
  backups: { last_at: null, error: null },
  reminders: { waiting: 0, oldest_seconds: 0, late_portals: 0 },
  texts: [],
  database: { connections: 20, connections_max: 100, oldest_transaction_seconds: 2 },
}
const of = (more: Partial<Facts>) => problemsOf({ ...WELL, ...more }, NOW)
const queue = (more: Partial<Facts['queues'][number]>) => ({ ...WELL.queues[0], ...more }) as Facts['queues'][number]
const mails = (more: Partial<Facts['mails']>) => ({ ...WELL.mails, ...more })

describe('what is wrong (OPS-056)', () => {
  test('nothing, when all is well (OPS-056)', () => {
    expect(of({})).toEqual([])
  })

  test.each<[string, Partial<Facts>, string, string]>([
    [
      'a portal without texts for today',
      {
        texts: [
          { portal_name: 'Granite', sent: 900, limit: 1_000 },
          { portal_name: 'Near', sent: 800, limit: 1_000 },
        ],
      },
      'text-limit',
      '1 portal has reached the limit of text messages for today',
    ],
    ['no worker at all', { processes: [sign({ role: 'web' })] }, 'worker-missing', 'No worker is running'],
    ['a silent worker is none', { processes: [sign({ seen_at: ago(50) })] }, 'worker-missing', 'No worker is running'],
    [
      'a worker that is gone',
      { processes: [sign(), sign({ seen_at: ago(300) })] },
      'worker-missing',
      'A process is missing',
    ],
    [
      'a web process that is gone',
      { processes: [sign(), sign({ role: 'web', seen_at: ago(300) })] },
      'process-missing',
      'A process is missing',
    ],
    [
      'a late queue',
      { queues: [queue({ waiting: 3, oldest_seconds: 660 })] },
      'queue-stuck',
      'The queue has been stuck for 11 minutes',
    ],
    [
      'mails that wait while none leaves',
      { mails: mails({ waiting: 2, oldest_seconds: 900, last_sent_at: ago(1_000) }) },
      'mail-stuck',
      'No e-mail could be sent for 15 minutes',
    ],
    [
      'a backup that failed',
      { backups: { last_at: ago(900), error: 'The disk is full.' } },
      'backup-failed',
      'The last backup failed',
    ],
    [
      'reminders that wait, while other mails leave (CMP-034)',
      {
        mails: mails({ waiting: 2, oldest_seconds: 900, last_sent_at: ago(10) }),
        reminders: { waiting: 2, oldest_seconds: 900, late_portals: 0 },
      },
      'reminders-stuck',
      'Recertification reminders have waited for 15 minutes',
    ],
    [
      'a day on which nobody was reminded (CMP-034)',
      { reminders: { waiting: 0, oldest_seconds: 0, late_portals: 2 } },
      'reminders-late',
      'Recertification has not run for a day in 2 portals',
    ],
    ['failed jobs', { queues: [queue({ failed: 1 })] }, 'jobs-failed', '1 job has failed'],
    [
      'mails that were given up',
      { mails: mails({ failed: 2 }) },
      'mails-failed',
      '2 e-mails were given up in the last 24 hours',
    ],
    ['addresses that are down', { callbacks: { down: 1 } }, 'callbacks-down', '1 callback does not answer'],
    ['wrong records', { domains: { failing: 2 } }, 'domains-failing', '2 domains or senders have wrong records'],
    [
      'too many connections',
      { database: { ...WELL.database, connections: 90 } },
      'connections',
      'The database is running out of connections',
    ],
    [
      'a long transaction',
      { database: { ...WELL.database, oldest_transaction_seconds: 7_300 } },
      'long-transaction',
      'A transaction has been open for 2 hours',
    ],
    [
      'a disk',
      { processes: [sign({ disk: { place: 'one:/data', state: 'low', free: 1e9 } })] },
      'disk:one:/data',
      'A disk is nearly full',
    ],
    [
      'a replica that is gone (OPS-014)',
      { processes: [sign(), sign({ role: 'web', replica: { state: 'unreachable', failing_seconds: 61 } })] },
      'replica',
      'The read replica does not answer',
    ],
    [
      'Redis that is gone (OPS-038)',
      { processes: [sign(), sign({ role: 'web', redis: { failing_seconds: 61 } })] },
      'redis',
      'Redis does not answer',
    ],
    [
      'a replica that was promoted (OPS-014)',
      { processes: [sign(), sign({ role: 'web', replica: { state: 'promoted', failing_seconds: 600 } })] },
      'replica',
      'The read replica was promoted',
    ],
  ])('%s (OPS-056)', (_, facts, name, title) => {
    expect(of(facts).map((one) => [one.name, one.title])).toEqual([[name, title]])
  })

  test.each<[string, Partial<Facts>]>([
    ['a queue that is not late yet', { queues: [queue({ waiting: 3, oldest_seconds: 599 })] }],
    ['one old mail while others leave', { mails: mails({ waiting: 1, oldest_seconds: 900, last_sent_at: ago(60) }) }],
    ['reminders that wait for a moment', { reminders: { waiting: 9, oldest_seconds: 599, late_portals: 0 } }],
    ['mails that wait for a moment', { mails: mails({ waiting: 100, oldest_seconds: 30 }) }],
    ['a single process with every role', { processes: [sign({ role: 'all' })] }],
    ['a process that missed three signs', { processes: [sign({ seen_at: ago(40) })] }],
    ['Redis that restarts', { processes: [sign({ role: 'all', redis: { failing_seconds: 20 } })] }],
    [
      'a replica that restarts',
      { processes: [sign({ role: 'all', replica: { state: 'unreachable', failing_seconds: 30 } })] },
    ],
    [
      'a replica as a process saw it that has gone',
      {
        processes: [
          sign({ replica: { state: 'behind', failing_seconds: 90 }, seen_at: ago(50) }),
          sign({ started_at: ago(40) }),
        ],
      },
    ],
  ])('%s is well (OPS-056)', (_, facts) => {
    expect(of(facts)).toEqual([])
  })

  test('the worst stands first (OPS-056)', () => {
    const problems = of({ callbacks: { down: 1 }, queues: [queue({ waiting: 1, failed: 4, oldest_seconds: 700 })] })
    expect(problems.map(({ name }) => name)).toEqual(['queue-stuck', 'jobs-failed', 'callbacks-down'])
  })

  test('a newer process of the same role replaces one that is gone, and only one (OPS-055)', () => {
    const gone = [sign({ pid: 1, seen_at: ago(400) }), sign({ pid: 2, seen_at: ago(300) })]
    const heir = sign({ pid: 3, started_at: ago(200) })
    expect(missingOf([...gone, heir], NOW).map(({ pid }) => pid)).toEqual([2])
    expect(missingOf([...gone, heir, sign({ pid: 4, started_at: ago(100) })], NOW)).toEqual([])
    expect(missingOf([...gone, sign({ pid: 5, role: 'web', started_at: ago(100) })], NOW)).toHaveLength(2)
    // One that ran before already replaces nobody.
    expect(missingOf([...gone, sign({ started_at: ago(9_000) })], NOW)).toHaveLength(2)
  })
})

describe('alarms (OPS-058)', () => {
  const stuck = of({ queues: [queue({ waiting: 1, oldest_seconds: 700 })] })
  const alarm = (more: Partial<Alarm> = {}): Alarm => ({
    ...{ name: 'queue-stuck', raised_at: ago(900), well_since: null },
    ...more,
  })
  const NOTHING = { raise: [], again: [], fading: [], end: [] }

  test.each<[string, Alarm[], typeof stuck, Partial<ReturnType<typeof turnOf>>]>([
    ['something has gone bad', [], stuck, { raise: stuck }],
    ['it is still bad', [alarm()], stuck, {}],
    ['it was well for a moment', [alarm({ well_since: ago(30) })], stuck, { again: ['queue-stuck'] }],
    ['it has just become well', [alarm()], [], { fading: ['queue-stuck'] }],
    ['it has been well for a moment', [alarm({ well_since: ago(60) })], [], {}],
    [
      'it has been well for two minutes',
      [alarm({ well_since: ago(120) })],
      [],
      { end: [alarm({ well_since: ago(120) })] },
    ],
    ['a warning', [], of({ callbacks: { down: 1 } }), {}],
  ])('%s (OPS-058)', (_, alarms, problems, turn) => {
    expect(turnOf(alarms, problems, NOW)).toEqual({ ...NOTHING, ...turn })
  })
})
