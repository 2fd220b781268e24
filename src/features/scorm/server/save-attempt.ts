import { CompiledQuery } from 'kysely'
import { sendWithCommit, type Tx } from '#platform/db.ts'
import type { AttemptState, ScormCommit } from '../rules/cmi.ts'
import { type Cmi, type Details, type StoredValue, storeCmi } from '../rules/cmi-keys.ts'
import type { ScormResult } from '../rules/result.ts'
import { asksForSnapshot, SNAPSHOTS_PER_STEP } from '../rules/snapshots.ts'

/** A message as the journal holds it; who restores a state says so there as well. */
export type JournalEntry = Omit<ScormCommit, 'event'> & { event: ScormCommit['event'] | 'restore' }

export type SavedAttempt = {
  portal_id: number
  attempt_id: number
  before: AttemptState
  state: AttemptState
  result: ScormResult
  /** The start that the messages belong to, and those of them that came for the first time. */
  launch: number
  commits: readonly JournalEntry[]
  /** Who brought an earlier state back; absent for messages of the player. */
  restored_by?: number
  /** The row in course_user_progress, and what becomes of its details (SCO-003); null where they stay as they are. */
  progress_id: number | null
  details: { removed: readonly string[]; added: Details } | null
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
  return storeCmi(data === undefined ? text : { ...text, [SUSPEND]: `${data.length} characters` })
}

// Snapshots are copies of the row as it stands before: every part of a statement sees what was there when it began, so
// nothing has to be read or sent for them. Data that loses more than half of its length is kept first as well, since that is
// how content destroys what a learner had done.
const SAVE = `
  with kept as (
    insert into scorm_snapshots (portal_id, attempt_id, sco, number, reason, launch, seq, cmi, suspend_data,
      suspend_length, status, result, digest, stood_at, kept_at)
    select s.portal_id, s.attempt_id, s.sco, coalesce((
        select max(n.number) from scorm_snapshots n
        where n.portal_id = s.portal_id and n.attempt_id = s.attempt_id and n.sco = s.sco
      ), 0) + 1, coalesce(c.reason, 'shrunk'), a.launch, a.seq, s.cmi, s.suspend_data, s.suspend_length, s.status, s.result,
      md5(s.status || s.result || (s.cmi - 'cmi.core.session_time' - 'cmi.core.exit')::text
        || coalesce(s.suspend_data::text, ''))::uuid,
      a.updated_at, $8
    from unnest($9::text[], $24::text[], $25::int[]) as c (sco, reason, length)
    join scorm_sco_states s on s.portal_id = $1 and s.attempt_id = $2 and s.sco = c.sco
    join scorm_attempts a on a.portal_id = $1 and a.id = $2
    where c.reason is not null or c.length < s.suspend_length / 2
    on conflict do nothing
    returning sco, number
  ), thinned as (
    delete from scorm_snapshots t using kept k
    where t.portal_id = $1 and t.attempt_id = $2 and t.sco = k.sco
      and k.number - t.number >= ${SNAPSHOTS_PER_STEP} * (t.number & -t.number)
  ), attempt as (
    update scorm_attempts set launch = $3, last_launch = greatest(last_launch, $3), seq = $4, current_item = $5, result = $6, total_time = total_time + $7,
      updated_at = $8
    where portal_id = $1 and id = $2
  ), items as (
    insert into scorm_sco_states as s (portal_id, attempt_id, sco, cmi, suspend_data, suspend_length, status, result,
      total_time, is_open)
    select $1::bigint, $2::bigint, c.sco, c.cmi::jsonb, c.suspend_data::jsonb, coalesce(c.length, 0), c.status, c.result,
      c.total_time, c.is_open
    from unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::boolean[], $25::int[])
      as c (sco, cmi, suspend_data, status, result, total_time, is_open, length)
    on conflict (portal_id, attempt_id, sco) do update set cmi = excluded.cmi,
      suspend_data = coalesce(excluded.suspend_data, s.suspend_data),
      suspend_length = case when excluded.suspend_data is null then s.suspend_length else excluded.suspend_length end, status = excluded.status, result = excluded.result,
      total_time = excluded.total_time, is_open = excluded.is_open
  ), journal as (
    insert into scorm_commits (portal_id, attempt_id, launch, seq, sco, event, cmi, received_at, user_id)
    select $1::bigint, $2::bigint, $16::int, j.seq, j.sco, j.event, j.cmi::jsonb, $8, $26::bigint
    from unnest($17::int[], $18::text[], $19::text[], $20::text[]) as j (seq, sco, event, cmi)
    on conflict do nothing
  )
  update course_user_progress set details = (details - $22::text[]) || $23::jsonb, updated_at = $8
  where portal_id = $1 and id = $21`

/**
 * The statement that writes an attempt with the items that have changed, the journal of the messages, the details of the
 * progress, and where it is time the state before (SCO-028). The caller holds the lock of the enrolment.
 */
export const savingAttempt = ({
  before,
  state,
  commits,
  details,
  restored_by: restoredBy,
  ...given
}: SavedAttempt): CompiledQuery => {
  const changed = Object.entries(state.scos).filter(([sco, next]) => before.scos[sco] !== next)
  const spent = changed.reduce((sum, [sco, next]) => sum + next.total_time - (before.scos[sco]?.total_time ?? 0), 0)
  const parts = changed.map(([, { cmi }]) => split(cmi))
  const messages = commits.filter((commit): commit is ScormCommit => commit.event !== 'restore')
  const values = [
    given.portal_id,
    given.attempt_id,
    state.launch,
    state.seq,
    state.current,
    given.result,
    spent,
    given.now,
    changed.map(([sco]) => sco),
    parts.map(({ rest }) => rest),
    parts.map(({ suspend }) => suspend),
    changed.map(([, { status }]) => status),
    changed.map(([, { result }]) => result),
    changed.map(([, { total_time: time }]) => time),
    changed.map(([, { is_open: isOpen }]) => isOpen),
    given.launch,
    commits.map(({ seq }) => seq),
    commits.map(({ sco }) => sco),
    commits.map(({ event }) => event),
    commits.map(({ cmi }) => JSON.stringify(journaled(cmi))),
    details ? given.progress_id : null,
    [...(details?.removed ?? [])],
    JSON.stringify(details?.added ?? {}),
    changed.map(([sco]) => (restoredBy === undefined ? asksForSnapshot(sco, messages) : 'restore')),
    parts.map(({ length }) => length),
    restoredBy ?? null,
  ]
  return CompiledQuery.raw(SAVE, values)
}

/** Writes an attempt, in a statement that travels with COMMIT. */
export const saveAttempt = (tx: Tx, given: SavedAttempt): void => sendWithCommit(tx, savingAttempt(given))
