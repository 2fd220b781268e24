import {
  ask,
  askTogetherWithCommit,
  askWithCommit,
  type Statement,
  type StatementCall,
  statement,
  type Tx,
} from '#platform/db/db.ts'
import type { AttemptState, ScormCommit } from '../rules/player/cmi.ts'
import { type Cmi, describeSuspendData, type StoredValue, storeCmi } from '../rules/player/cmi-keys.ts'
import { asksForSnapshot, SNAPSHOTS_PER_STEP } from '../rules/player/snapshots.ts'
import type { ScormResult } from '../rules/result.ts'

/** A message as the journal holds it; a state that was restored or carried over from a former package stands there as well. */
export type JournalEntry = Omit<ScormCommit, 'event'> & { event: ScormCommit['event'] | 'restore' | 'carry' }

export type SavedAttempt = {
  portal_id: number
  attempt_id: number
  before: AttemptState
  state: AttemptState
  result: ScormResult
  /** How long the stored suspend data of the items is that are known. */
  suspend_lengths: Readonly<Record<string, number>>
  /** The start that the messages belong to, and those of them that came for the first time. */
  launch: number
  commits: readonly JournalEntry[]
  /** Who brought an earlier state back, or had one carried over; absent for messages of the player. */
  ordered_by?: number
  now: Date
}

const SUSPEND = 'cmi.suspend_data'

/** The suspend data apart from the rest; null where this state does not know it, and then it stays as it is stored. */
const split = (cmi: Cmi): { rest: string; suspend: string | null; length: number | null } => {
  const { [SUSPEND]: suspend, ...rest } = storeCmi(cmi)
  return {
    rest: JSON.stringify(rest),
    suspend: suspend === undefined ? null : JSON.stringify(suspend),
    length: cmi[SUSPEND]?.length ?? null,
  }
}

/** What the journal keeps of a message: of suspend data, which may come every second, only the length. */
const journaled = (cmi: JournalEntry['cmi']): Record<string, StoredValue> => {
  const text = Object.fromEntries(Object.entries(cmi).map(([key, value]) => [key, String(value)]))
  const data = text[SUSPEND]
  return storeCmi(data === undefined ? text : { ...text, [SUSPEND]: describeSuspendData(data.length) })
}

// Snapshots copy the row before the other writes, so nothing has to be read or sent for them. A state is also saved
// before its data loses more than half of its length, since that is how content destroys a learner's work.
const KEEP = statement(`
  with kept as (
    insert into scorm_snapshots (portal_id, attempt_id, sco, number, reason, launch, seq, cmi, suspend_data,
      suspend_length, status, result, digest, stood_at, kept_at)
    select s.portal_id, s.attempt_id, s.sco, coalesce((
        select max(n.number) from scorm_snapshots n
        where n.portal_id = s.portal_id and n.attempt_id = s.attempt_id and n.sco = s.sco
      ), 0) + 1, coalesce(c.reason, 'shrunk'), a.launch, a.seq, s.cmi, s.suspend_data, s.suspend_length, s.status, s.result,
      md5(s.status || s.result || (s.cmi - 'cmi.core.session_time' - 'cmi.core.exit')::text
        || coalesce(s.suspend_data::text, ''))::uuid,
      a.updated_at, $3
    from unnest($4::text[], $5::text[], $6::int[]) as c (sco, reason, length)
    join scorm_sco_states s on s.portal_id = $1 and s.attempt_id = $2 and s.sco = c.sco
    join scorm_attempts a on a.portal_id = $1 and a.id = $2
    where c.reason is not null or c.length < s.suspend_length / 2
    on conflict do nothing
    returning sco, number
  )
  delete from scorm_snapshots t using kept k
  where t.portal_id = $1 and t.attempt_id = $2 and t.sco = k.sco
    and k.number - t.number >= ${SNAPSHOTS_PER_STEP} * (t.number & -t.number)`)

const ATTEMPT = statement(`
  update scorm_attempts set launch = $3, last_launch = greatest(last_launch, $3), seq = $4, current_item = $5, result = $6,
    total_time = total_time + $7, updated_at = $8
  where portal_id = $1 and id = $2`)

/** SQL that writes the items of an attempt; the rows come as JSON text, suspend data null where it stays. */
const savingItems = (rows: string) =>
  statement(`
    insert into scorm_sco_states as s
      (portal_id, attempt_id, sco, cmi, suspend_data, suspend_length, status, result, total_time, is_open)
    ${rows}
    on conflict (portal_id, attempt_id, sco) do update set cmi = excluded.cmi,
      suspend_data = coalesce(excluded.suspend_data, s.suspend_data),
      suspend_length = case when excluded.suspend_data is null then s.suspend_length else excluded.suspend_length end,
      status = excluded.status, result = excluded.result, total_time = excluded.total_time, is_open = excluded.is_open`)
const ITEM = savingItems('values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)')
const ITEMS = savingItems(`
    select $1::bigint, $2::bigint, c.sco, c.cmi::jsonb, c.suspend_data::jsonb, c.length, c.status, c.result, c.total_time, c.is_open
    from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::bigint[], $10::boolean[])
      as c (sco, cmi, suspend_data, length, status, result, total_time, is_open)`)

const journaling = (rows: string) =>
  statement(`
    insert into scorm_commits (portal_id, attempt_id, launch, received_at, user_id, seq, sco, event, cmi)
    ${rows}
    on conflict do nothing`)
const MESSAGE = journaling('values ($1, $2, $3, $4, $5, $6, $7, $8, $9)')
const MESSAGES = journaling(`
    select $1::bigint, $2::bigint, $3::int, $4::timestamptz, $5::bigint, j.seq, j.sco, j.event, j.cmi::jsonb
    from unnest($6::int[], $7::text[], $8::text[], $9::text[]) as j (seq, sco, event, cmi)`)

/** One row as values, several as columns: most messages come alone and concern one item. */
const rowsOf = (
  one: Statement<unknown>,
  many: Statement<unknown>,
  first: unknown[],
  rows: unknown[][],
): StatementCall[] => {
  const [row] = rows
  if (!row) return []
  if (rows.length === 1) return [[one, [...first, ...row]]]
  return [[many, [...first, ...row.map((_, column) => rows.map((each) => each[column]))]]]
}

/**
 * The statements that write an attempt: first a snapshot of the previous state, if it is time for one (SCO-028); then
 * the changed items, the journal of the messages and the attempt, each with separate rows. The caller holds the lock of
 * the enrollment.
 */
const savingAttempt = ({
  before,
  state,
  commits,
  ordered_by: orderedBy,
  ...saved
}: SavedAttempt): { keep: StatementCall | null; writes: StatementCall[] } => {
  const changed = Object.entries(state.scos).filter(([sco, next]) => before.scos[sco] !== next)
  const spent = changed.reduce((sum, [sco, next]) => sum + next.total_time - (before.scos[sco]?.total_time ?? 0), 0)
  const messages = commits.filter(
    (commit): commit is ScormCommit => commit.event !== 'restore' && commit.event !== 'carry',
  )
  const reasons = changed.map(([sco]) => (orderedBy === undefined ? asksForSnapshot(sco, messages) : 'restore'))
  const items = changed.map(([sco, next]) => {
    const { rest, suspend, length } = split(next.cmi)
    return {
      values: [sco, rest, suspend, length ?? 0, next.status, next.result, next.total_time, next.is_open],
      length,
    }
  })
  const mayShrink = changed.some(([sco], at) => {
    const length = items[at]?.length ?? null
    return length !== null && length < (saved.suspend_lengths[sco] ?? 0) / 2
  })
  const attempt = [saved.portal_id, saved.attempt_id]
  const columns = [changed.map(([sco]) => sco), reasons, items.map(({ length }) => length)]
  const isKept = mayShrink || reasons.some((reason) => reason !== null)
  const standing = [state.launch, state.seq, state.current, saved.result, spent, saved.now]
  const writes = rowsOf(
    ITEM,
    ITEMS,
    attempt,
    items.map(({ values }) => values),
  )
  const journal = commits.map(({ seq, sco, event, cmi }) => [seq, sco, event, JSON.stringify(journaled(cmi))])
  writes.push(...rowsOf(MESSAGE, MESSAGES, [...attempt, saved.launch, saved.now, orderedBy ?? null], journal))
  writes.push([ATTEMPT, [...attempt, ...standing]])
  return { keep: isKept ? [KEEP, [...attempt, saved.now, ...columns]] : null, writes }
}

/** Writes an attempt; it travels with COMMIT. */
export const saveAttempt = (tx: Tx, attempt: SavedAttempt): void => {
  const { keep, writes } = savingAttempt(attempt)
  if (keep) askWithCommit(tx, ...keep)
  askTogetherWithCommit(tx, writes)
}

/** Like `saveAttempt`, for callers that read the attempt again in the same transaction. */
export const saveAttemptNow = async (tx: Tx, attempt: SavedAttempt): Promise<void> => {
  const { keep, writes } = savingAttempt(attempt)
  await Promise.all([...(keep ? [keep] : []), ...writes].map(([text, values]) => ask(tx, text, values)))
}
