import path from 'node:path'
import { type AppendLog, openLog } from './log.ts'
import type { TableName, Tables } from './model.ts'

type Put = { [Table in TableName]: [table: Table, record: Tables[Table]] }[TableName]
type Shelves = { [Table in TableName]: Map<string, Tables[Table]> }

export interface Reader {
  find<Table extends TableName>(table: Table, id: string): Tables[Table] | undefined
  /** Newest first. */
  list<Table extends TableName>(table: Table): Tables[Table][]
}
export interface Writer extends Reader {
  /** Seconds since 1970 on the stand-in's clock. */
  readonly now: number
  put<Table extends TableName>(table: Table, record: Tables[Table]): Tables[Table]
}

export interface Store extends Reader {
  /** Milliseconds since 1970 on the stand-in's clock. */
  now(): number
  /**
   * Runs `work` synchronously and keeps everything it wrote, or nothing if it throws. The changes are on disk before this
   * returns.
   */
  change<Result>(work: (tx: Writer) => Result): Result
  close(): void
}

const TABLES: { [Table in TableName]: true } = {
  accounts: true,
  balance_transactions: true,
  charges: true,
  checkout_drafts: true,
  checkout_sessions: true,
  clock: true,
  customers: true,
  deliveries: true,
  disputes: true,
  events: true,
  idempotent_answers: true,
  onboarding_links: true,
  payment_intents: true,
  payment_methods: true,
  products: true,
  refunds: true,
  tax_calculations: true,
  transfer_reversals: true,
  transfers: true,
}
const tableNames = Object.keys(TABLES) as TableName[]

const emptyShelves = () => Object.fromEntries(tableNames.map((table) => [table, new Map()])) as unknown as Shelves

const DAY = 24 * 60 * 60
const KEEP_ANSWERS = DAY
const KEEP_EVENTS = 30 * DAY

/** Opens the store in the folder and drops expired entries. Only one process may use a folder. */
export function openStore(dir: string): Store {
  const shelves = emptyShelves()
  const apply = (puts: Iterable<Put>) => {
    for (const [table, record] of puts) (shelves[table] as Map<string, typeof record>).set(record.id, record)
  }
  const log: AppendLog = openLog(path.join(dir, 'stripe.jsonl'), (entry) => apply(entry as Put[]))
  const now = () => Date.now() + (shelves.clock.get('clock')?.ahead ?? 0) * 1000

  const seconds = Math.floor(now() / 1000)
  for (const answer of [...shelves.idempotent_answers.values()])
    if (answer.created < seconds - KEEP_ANSWERS) shelves.idempotent_answers.delete(answer.id)
  for (const event of [...shelves.events.values()])
    if (event.created < seconds - KEEP_EVENTS) shelves.events.delete(event.id)
  for (const delivery of [...shelves.deliveries.values()])
    if (!shelves.events.has(delivery.event)) shelves.deliveries.delete(delivery.id)
  log.rewrite(tableNames.flatMap((table) => [...shelves[table].values()].map((record) => [[table, record]])))

  const find: Reader['find'] = (table, id) => shelves[table].get(id) as never
  const list: Reader['list'] = (table) => [...shelves[table].values()].reverse() as never

  return {
    now,
    find,
    list,
    change(work) {
      const fresh = emptyShelves()
      const puts: Put[] = []
      const tx: Writer = {
        now: Math.floor(now() / 1000),
        find: (table, id) => (fresh[table].get(id) ?? shelves[table].get(id)) as never,
        list(table) {
          const all = new Map<string, unknown>([...shelves[table], ...fresh[table]])
          return [...all.values()].reverse() as never
        },
        put(table, record) {
          ;(fresh[table] as Map<string, typeof record>).set(record.id, record)
          puts.push([table, record] as Put)
          return record
        },
      }
      const result = work(tx)
      if (puts.length > 0) {
        log.append(puts)
        apply(puts)
      }
      return result
    },
    close: () => log.close(),
  }
}
