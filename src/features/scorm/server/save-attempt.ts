import { CompiledQuery } from 'kysely'
import { sendWithCommit, type Tx } from '#platform/db.ts'
import type { AttemptState, ScormCommit } from '../rules/cmi.ts'
import { type Cmi, type Details, type StoredValue, storeCmi } from '../rules/cmi-keys.ts'
import type { ScormResult } from '../rules/result.ts'

export type SavedAttempt = {
  portal_id: number
  attempt_id: number
  before: AttemptState
  state: AttemptState
  result: ScormResult
  /** The start that the messages belong to, and those of them that came for the first time. */
  launch: number
  commits: readonly ScormCommit[]
  /** The row in course_user_progress, and what becomes of its details (SCO-003); null where they stay as they are. */
  progress_id: number | null
  details: { removed: readonly string[]; added: Details } | null
  now: Date
}

const SUSPEND = 'cmi.suspend_data'

/** The suspend data apart from the rest; null where this state does not know it, and then it stays as it is stored. */
const split = (cmi: Cmi): { rest: string; suspend: string | null } => {
  const { [SUSPEND]: suspend, ...rest } = storeCmi(cmi)
  return { rest: JSON.stringify(rest), suspend: suspend === undefined ? null : JSON.stringify(suspend) }
}

/** What the journal keeps of a message: of suspend data, which may come every second, only the length. */
const journaled = (cmi: ScormCommit['cmi']): Record<string, StoredValue> => {
  const text = Object.fromEntries(Object.entries(cmi).map(([key, value]) => [key, String(value)]))
  const data = text[SUSPEND]
  return storeCmi(data === undefined ? text : { ...text, [SUSPEND]: `${data.length} characters` })
}

const SAVE = `
  with attempt as (
    update scorm_attempts set launch = $3, seq = $4, current_item = $5, result = $6, total_time = total_time + $7,
      updated_at = $8
    where portal_id = $1 and id = $2
  ), items as (
    insert into scorm_sco_states as s (portal_id, attempt_id, sco, cmi, suspend_data, status, result, total_time, is_open)
    select $1::bigint, $2::bigint, c.sco, c.cmi::jsonb, c.suspend_data::jsonb, c.status, c.result, c.total_time, c.is_open
    from unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::boolean[])
      as c (sco, cmi, suspend_data, status, result, total_time, is_open)
    on conflict (portal_id, attempt_id, sco) do update set cmi = excluded.cmi,
      suspend_data = coalesce(excluded.suspend_data, s.suspend_data), status = excluded.status, result = excluded.result,
      total_time = excluded.total_time, is_open = excluded.is_open
  ), journal as (
    insert into scorm_commits (portal_id, attempt_id, launch, seq, sco, event, cmi, received_at)
    select $1::bigint, $2::bigint, $16::int, j.seq, j.sco, j.event, j.cmi::jsonb, $8
    from unnest($17::int[], $18::text[], $19::text[], $20::text[]) as j (seq, sco, event, cmi)
    on conflict do nothing
  )
  update course_user_progress set details = (details - $22::text[]) || $23::jsonb, updated_at = $8
  where portal_id = $1 and id = $21`

/**
 * Writes an attempt with the items that have changed, the journal of the messages, and the details of the progress, in one
 * statement that travels with COMMIT. The caller holds the lock of the enrolment.
 */
export const saveAttempt = (tx: Tx, { before, state, commits, details, ...given }: SavedAttempt): void => {
  const changed = Object.entries(state.scos).filter(([sco, next]) => before.scos[sco] !== next)
  const spent = changed.reduce((sum, [sco, next]) => sum + next.total_time - (before.scos[sco]?.total_time ?? 0), 0)
  const parts = changed.map(([, { cmi }]) => split(cmi))
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
  ]
  sendWithCommit(tx, CompiledQuery.raw(SAVE, values))
}
