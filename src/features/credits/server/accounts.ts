import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'

/**
 * Who holds credits: a manager those of one course, the portal those of one course or general ones (`course_id` null),
 * a partner company those it bought.
 */
export type Holder =
  | { kind: 'manager'; course_id: number; user_id: number }
  | { kind: 'portal'; course_id: number | null }
  | { kind: 'partner'; company_id: number }

/** What the ledger needs to know of a call; without a viewer the movement has no actor. */
export type CreditContext = Pick<Context, 'portal' | 'viewer' | 'now'>

type AccountKind = 'issued' | 'portal' | 'manager' | 'partner' | 'order' | 'reserved' | 'used' | 'removed'
type AccountKey = { kind: AccountKind; course_id: number | null; user_id?: number; company_id?: number }

/** An account as it was when it was locked; `append` keeps it up to date. */
export type Account = {
  id: number
  kind: AccountKind
  course_id: number | null
  user_id: number | null
  company_id: number | null
  balance: number
  distributed: number
  used: number
}

export const ACCOUNT_COLUMNS = [
  'id',
  'kind',
  'course_id',
  'user_id',
  'company_id',
  'balance',
  'distributed',
  'used',
] as const

/** An account that is no holder's: where credits of a course (or general ones) come from or go. */
export const sink = (
  kind: 'issued' | 'order' | 'reserved' | 'used' | 'removed',
  courseId: number | null,
): AccountKey => ({
  kind,
  course_id: courseId,
})

export const accountOf = (holder: Holder): AccountKey =>
  holder.kind === 'partner' ? { kind: 'partner', course_id: null, company_id: holder.company_id } : holder

/** The text under which the table knows an account; the same as its generated column `key`. */
export const keyOf = ({ kind, course_id, user_id, company_id }: AccountKey): string =>
  `${kind}:${course_id ?? ''}:${user_id ?? ''}:${company_id ?? ''}`

const LOCK_ORDER = sql`course_id nulls first, id`

/** Makes the accounts that do not exist yet, always in the same order, so that two calls never wait for each other in turn. */
export const ensureAccounts = async (tx: Tx, portalId: number, keys: readonly AccountKey[]): Promise<void> => {
  const keyList = JSON.stringify(keys.map((key) => ({ ...key, key: keyOf(key) })))
  await sql`
    insert into credit_accounts (portal_id, kind, course_id, user_id, company_id)
    select ${portalId}::bigint, k.kind, k.course_id, k.user_id, k.company_id
    from jsonb_to_recordset(${keyList}::jsonb) as k (key text, kind text, course_id bigint, user_id bigint, company_id bigint)
    where not exists (select 1 from credit_accounts a where a.portal_id = ${portalId}::bigint and a.key = k.key)
    order by k.course_id nulls first, k.key
    on conflict (portal_id, key) do nothing`.execute(tx)
}

/**
 * Locks the accounts until the transaction ends and answers them in the order asked for; those that are missing are
 * made. All movements lock general accounts first, then those of each course by rising course and account id: anyone who
 * moves credits of several courses in one transaction goes by rising course id, and no two calls block each other.
 */
export const lockAccounts = async <const Keys extends readonly AccountKey[]>(
  tx: Tx,
  portalId: number,
  keys: Keys,
): Promise<{ [Index in keyof Keys]: Account }> => {
  await ensureAccounts(tx, portalId, keys)
  const rows = await tx
    .selectFrom('credit_accounts')
    .select([...ACCOUNT_COLUMNS, 'key'])
    .where('portal_id', '=', portalId)
    .where(sql<boolean>`key = any(${keys.map(keyOf)}::text[])`)
    .orderBy(LOCK_ORDER)
    .forNoKeyUpdate()
    .execute()
  const byKey = new Map(rows.map(({ key, ...account }) => [key, account as Account]))
  return keys.map((key) => byKey.get(keyOf(key))) as { [Index in keyof Keys]: Account }
}

/** As `lockAccounts`, for accounts that exist, by id. */
export const lockAccountsById = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
): Promise<Map<number, Account>> => {
  const rows = await tx
    .selectFrom('credit_accounts')
    .select(ACCOUNT_COLUMNS)
    .where('portal_id', '=', portalId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy(LOCK_ORDER)
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row as Account]))
}
