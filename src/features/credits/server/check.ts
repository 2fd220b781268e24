import { sql } from 'kysely'
import { OPEN_INVITATIONS } from '#kernel/product/statuses.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { PURPOSE_NAMES, PURPOSES } from '../rules/movements.ts'

/** One thing that does not add up: which portal, which record, what should be there and what is. */
export type Finding = { portal_id: number; problem: string; record: string; expected: number; found: number }

const meanings = sql.join(
  PURPOSE_NAMES.map((name) => {
    const { distributed, used } = PURPOSES[name]
    return sql`(${sql.lit(name)}, ${sql.lit(distributed)}, ${sql.lit(used)})`
  }),
)

const find = async (tx: Tx, problem: string, query: ReturnType<typeof sql>): Promise<Finding[]> => {
  const { rows } = await query.execute(tx)
  return (rows as { portal_id: number; record: string; expected: unknown; found: unknown }[]).map((row) => ({
    portal_id: row.portal_id,
    problem,
    record: row.record,
    expected: Number(row.expected),
    found: Number(row.found),
  }))
}

/** Every balance and counter equals the sum of its movements. */
const accountsAgainstMovements = (tx: Tx) =>
  find(
    tx,
    'an account differs from the sum of its movements',
    sql`
    with meanings (purpose, distributed, used) as (values ${meanings}),
    flows as (
      select portal_id, credit_account_id as account_id, sum(amount) as balance from credit_movements group by 1, 2
      union all
      select portal_id, debit_account_id, -sum(amount) from credit_movements group by 1, 2
    ),
    balances as (select portal_id, account_id, sum(balance) as balance from flows group by 1, 2),
    counters as (
      select m.portal_id, m.holder_account_id as account_id,
        sum(m.amount * n.distributed) as distributed, sum(m.amount * n.used) as used
      from credit_movements m join meanings n using (purpose) group by 1, 2
    ),
    facts as (
      select a.portal_id, a.id, a.key, v.name, v.found, v.expected
      from credit_accounts a
      left join balances b on b.portal_id = a.portal_id and b.account_id = a.id
      left join counters c on c.portal_id = a.portal_id and c.account_id = a.id
      cross join lateral (values
        ('balance', a.balance, coalesce(b.balance, 0)),
        ('distributed', a.distributed, coalesce(c.distributed, 0)),
        ('used', a.used, coalesce(c.used, 0))
      ) v (name, found, expected)
    )
    select portal_id, name || ' of account ' || id || ' (' || key || ')' as record, expected, found
    from facts where found <> expected order by portal_id, id`,
  )

/** Balances never fall below zero, and no holder has used more than was distributed (CRD-007). */
const limits = (tx: Tx) =>
  find(
    tx,
    'an account breaks a limit',
    sql`
    select portal_id, 'account ' || id || ' (' || key || '), used ' || used || ' of distributed' as record,
      distributed as expected, balance as found
    from credit_accounts
    where (kind <> 'issued' and balance < 0) or used > distributed or used < 0 order by portal_id, id`,
  )

/** The balance noted with each movement is the one its account had after it. */
const notedBalances = (tx: Tx) =>
  find(
    tx,
    'a movement notes another balance than its account had',
    sql`
    with sides as (
      select portal_id, id, credit_account_id as account_id, amount as change, credit_balance as noted from credit_movements
      union all
      select portal_id, id, debit_account_id, -amount, debit_balance from credit_movements
    ),
    running as (
      select portal_id, id, account_id, noted,
        sum(change) over (partition by portal_id, account_id order by id rows unbounded preceding) as expected
      from sides
    )
    select portal_id, 'movement ' || id || ', account ' || account_id as record, expected, noted as found
    from running where noted <> expected order by portal_id, id`,
  )

/** What is noted as handed out equals what was given less what was taken back. */
const handouts = (tx: Tx) =>
  find(
    tx,
    'a handout differs from what was given and taken',
    sql`
    with given as (
      select portal_id, holder_account_id as from_id,
        case when purpose in ('give', 'assign') then credit_account_id else debit_account_id end as to_id,
        sum(case when purpose in ('give', 'assign') then amount else -amount end) as amount
      from credit_movements where purpose in ('give', 'assign', 'take', 'recall') group by 1, 2, 3
    )
    select coalesce(g.portal_id, h.portal_id) as portal_id,
      'handout ' || coalesce(g.from_id, h.from_account_id) || ' to ' || coalesce(g.to_id, h.to_account_id) as record,
      coalesce(g.amount, 0) as expected, coalesce(h.amount, 0) as found
    from given g
    full join credit_handouts h on h.portal_id = g.portal_id and h.from_account_id = g.from_id and h.to_account_id = g.to_id
    where coalesce(g.amount, 0) <> coalesce(h.amount, 0) order by 1, 2`,
  )

/**
 * Each grant on a credit has exactly one use, each use stands behind exactly one such grant, and an enrollment has at most
 * one that was not returned: an enrollment that a refund has ended and that was opened again has returned the first.
 */
const usesAgainstEnrollments = (tx: Tx) =>
  find(
    tx,
    'an enrollment and its credit do not match',
    sql`
    with uses as (
      select m.portal_id, m.id, m.enrollment_id, exists (
        select from credit_movements r
        where r.portal_id = m.portal_id and r.settles_id = m.id and r.purpose = 'return'
      ) as is_returned
      from credit_movements m where m.purpose in ('use', 'redeem', 'restore')
    ),
    paid as (
      select g.portal_id, g.enrollment_id, g.credit_movement_id from enrollment_grants g
      join enrollments e on e.portal_id = g.portal_id and e.id = g.enrollment_id
      where e.role = 'learner' and (g.kind = 'credit' or g.credit_movement_id is not null)
    ),
    facts as (
      select coalesce(p.portal_id, u.portal_id) as portal_id, coalesce(p.enrollment_id, u.enrollment_id) as enrollment_id,
        count(*) as seen, greatest(count(p.enrollment_id), count(u.id)) as wanted, count(*) filter (where p.enrollment_id is not null and u.id is not null) as matched,
        count(*) filter (where not u.is_returned) as standing
      from paid p
      full join uses u on u.portal_id = p.portal_id and u.id = p.credit_movement_id and u.enrollment_id = p.enrollment_id
      group by 1, 2
    )
    select portal_id, 'enrollment ' || coalesce(enrollment_id::text, 'none') as record, case when matched <> seen then wanted else 1 end as expected,
      case when matched <> seen then matched else standing end as found
    from facts where matched <> seen or standing > 1 order by portal_id, enrollment_id`,
  )

/**
 * An open invitation has one reservation that nothing has settled, an accepted one a reservation that became the use of its
 * enrollment, every other one a reservation that was given back (MGR-007).
 */
const reservationsAgainstInvitations = (tx: Tx) =>
  find(
    tx,
    'an invitation and its reserved credit do not match',
    sql`
    with facts as (
      select i.portal_id, i.id,
        case when i.status in (${sql.join(OPEN_INVITATIONS.map((status) => sql.lit(status)))}) then 0 when i.enrollment_id is not null then 1 else 2 end as expected,
        case when s.id is null then 0 when s.purpose = 'redeem' and s.enrollment_id = i.enrollment_id then 1
          when s.purpose = 'release' then 2 else -1 end as found
      from invitations i
      join credit_movements m on m.portal_id = i.portal_id and m.id = i.movement_id
      left join credit_movements s on s.portal_id = m.portal_id and s.settles_id = m.id
    )
    select portal_id, 'invitation ' || id || ' (0 open, 1 used, 2 given back)' as record, expected, found
    from facts where expected <> found order by portal_id, id`,
  )

/** Everything that an order has given is a credit that was bought with it, once (ORD-011, ORD-012). */
const ordersAgainstPurchases = (tx: Tx) =>
  find(
    tx,
    'an order and the credits bought with it do not match',
    sql`
    with given as (
      select portal_id, order_id, sum(seats) as seats from order_courses where outcome is not null group by 1, 2
    ),
    bought as (
      -- What was taken for a refund that failed is given again under a key of that refund.
      select portal_id, order_id, sum(amount) as amount from credit_movements
      where purpose = 'purchase' and order_id is not null and idempotency_key not like '%:refund-%' group by 1, 2
    )
    select g.portal_id, 'order ' || g.order_id as record, g.seats as expected, coalesce(b.amount, 0) as found
    from given g left join bought b on b.portal_id = g.portal_id and b.order_id = g.order_id
    where g.seats <> coalesce(b.amount, 0) order by g.portal_id, g.order_id`,
  )

/** All balances of a portal sum to zero: what one account lost another got. */
const portalsInBalance = (tx: Tx) =>
  find(
    tx,
    'the balances of a portal do not sum to zero',
    sql`
    select portal_id, 'portal ' || portal_id as record, 0 as expected, sum(balance) as found
    from credit_accounts group by portal_id having sum(balance) <> 0 order by portal_id`,
  )

/**
 * Proves the ledger of every portal, or names what does not add up: balances and counters against the sums of their
 * movements, limits, noted balances, handouts, one use for each enrollment on a credit, one reservation for each open invitation, one purchase for what an order has given. Reads one state of the database.
 */
export const checkCredits = (db: Pick<Db, 'withPlatform'>): Promise<Finding[]> =>
  db.withPlatform(async (tx) => {
    const findings: Finding[] = []
    for (const check of [
      accountsAgainstMovements,
      limits,
      notedBalances,
      handouts,
      usesAgainstEnrollments,
      reservationsAgainstInvitations,
      ordersAgainstPurchases,
      portalsInBalance,
    ])
      findings.push(...(await check(tx)))
    return findings
  }, 'repeatable read')

/** How much there is to check. */
export const countCredits = (db: Pick<Db, 'withPlatform'>) =>
  db.withPlatform(async (tx) => {
    const { rows } = await sql<{ portals: number; accounts: number; movements: number }>`
      select (select count(*) from portals) as portals, (select count(*) from credit_accounts) as accounts,
        (select count(*) from credit_movements) as movements`.execute(tx)
    return rows[0] ?? { portals: 0, accounts: 0, movements: 0 }
  }, 'read only')
