/** What a feature brings to the start page of those who run a portal, and to the search (REP-008, API-032). */
import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '../db/db.ts'

export type Figure = {
  key: string
  label: string
  value: number
  unit: 'count' | 'money'
  before: number | null
  trend: number[]
  note: string | null
  href: string
}
export type Attention = { key: string; count: number; text: string; href: string }
export type FoundRecord = { group: string; label: string; text: string | null; href: string }

/** Asked of those who may see all of the portal that the permission is about. */
export type DashboardPart = {
  permission: Permission
  figure?: (tx: Tx, ctx: SignedIn) => Promise<Figure>
  attention?: (tx: Tx, ctx: SignedIn) => Promise<Attention[]>
  /** True where what needs attention is also counted within the reach of those who see a part; `ctx.scope` says which. */
  is_for_own?: true
}

/** Asked of those who have the permission; `ctx.scope` says how far it reaches. */
export type RecordFinder = {
  permission: Permission
  find: (tx: Tx, ctx: SignedIn, words: string) => Promise<FoundRecord[]>
}

/** Records of one kind that a search answers at most. */
export const MOST_FOUND = 6
/** What needs attention is counted to here. */
export const MOST_COUNTED = 100

const STEP_DAYS = 3
const STEPS = 10

/** The step of a moment, 0 for the last three days; to be grouped by. */
const stepOf = (column: string, now: Date) =>
  sql<number>`floor(extract(epoch from (${now}::timestamptz - ${sql.ref(column)})) / ${STEP_DAYS * 86_400})::int`

type Counting = { now: Date; from: RawBuilder<unknown>; at: string; amount?: RawBuilder<unknown> }

/** The last 60 days of rows that are counted, or whose amounts are added up, by steps of three days. */
const countByStep = async (tx: Tx, { now, from, at, amount = sql`1` }: Counting) => {
  const since = new Date(now.getTime() - 2 * STEPS * STEP_DAYS * 86_400_000)
  const { rows } = await sql<{ step: number; amount: number }>`
    select ${stepOf(at, now)} as step, sum(${amount})::bigint as amount
    ${from} and ${sql.ref(at)} > ${since} and ${sql.ref(at)} <= ${now} group by 1`.execute(tx)
  const amounts = Array.from({ length: 2 * STEPS }, (_, step) =>
    Number(rows.find((row) => row.step === step)?.amount ?? 0),
  )
  const sum = (values: number[]) => values.reduce((all, each) => all + each, 0)
  return {
    value: sum(amounts.slice(0, STEPS)),
    before: sum(amounts.slice(STEPS)),
    trend: amounts.slice(0, STEPS).reverse(),
  }
}

type Counted = Pick<Figure, 'key' | 'label' | 'href'> & {
  permission: Permission
  from: (portalId: number) => RawBuilder<unknown>
  at: string
  /** Cents that are added up in place of a count. */
  amount?: RawBuilder<unknown>
}

/** A figure that counts rows of the last 30 days, or adds up their amounts (REP-008). */
export const countedFigure = ({ permission, from, at, amount, ...figure }: Counted) =>
  ({
    permission,
    figure: async (tx, { now, portal }) => ({
      ...figure,
      unit: amount ? 'money' : 'count',
      ...(await countByStep(tx, { now, at, from: from(portal.id), ...(amount && { amount }) })),
      note: null,
    }),
  }) satisfies DashboardPart

/** How many rows there are, counted no further than to what the screen tells apart. */
export const countSome = async (tx: Tx, rows: RawBuilder<unknown>): Promise<number> => {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${rows} limit ${MOST_COUNTED}) counted`.execute(tx)
  return counted[0]?.count ?? 0
}

/** "1 review waits", "7 reviews wait", "100+ reviews wait". */
export const inWords = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count >= MOST_COUNTED ? `${MOST_COUNTED}+` : count} ${many}`

/** A line when there is something to do, none otherwise. */
export const attentionOf = (key: string, count: number, text: string, href: string): Attention[] =>
  count > 0 ? [{ key, count, text, href }] : []
