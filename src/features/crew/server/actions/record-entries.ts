import { proveBadge } from '#features/badges/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { AppError, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { CommittedFailure } from '#platform/http/route.ts'
import type { addCrewEntries, CrewEntry, correctCrewSession } from '../../contract.ts'
import { isTimePossible, judge, recordOf, type Said } from '../../rules/record.ts'
import {
  closeSession,
  insertEntry,
  loadEntries,
  loadLearners,
  loadOwners,
  loadSession,
  lockSession,
  type StoredEntry,
} from '../store.ts'

/**
 * A session within reach, and everything recorded in it, behind its lock. What a device kept for somebody else than who is signed in
 * there now is refused as a whole, since it would stand under the wrong name (CRW-019).
 */
const lockRecord = async (tx: Tx, ctx: SignedIn, id: number, recordedBy?: number) => {
  if (recordedBy !== undefined && recordedBy !== ctx.viewer.user_id) throw fail('crew_other_person')
  if (!(await loadSession(tx, ctx, id))) throw fail('not_found')
  await lockSession(tx, ctx.portal.id, id)
  const session = await loadSession(tx, ctx, id)
  if (!session) throw fail('not_found')
  return { session, entries: await loadEntries(tx, ctx.portal.id, id) }
}

type Locked = Awaited<ReturnType<typeof lockRecord>>

const verdictOf = (
  said: Said,
  { session, entries }: Locked,
  how: { is_so: boolean; is_correction: boolean; is_own: boolean },
) => {
  const entryOf = recordOf(entries)
  return judge(
    { ...said, is_so: how.is_so, is_correction: how.is_correction },
    {
      is_own: how.is_own,
      is_closed: session.closed_at !== null,
      is_held: entryOf(said) !== null,
      has_arrived: entryOf({ related_id: said.related_id, kind: 'arrived', task: null }) !== null,
      tasks: session.tasks.length,
    },
  )
}

/** The learner whom an entry is about, and how they proved it: badge with PIN, signature, or typed name (CRW-006, CRW-021). */
const identify = async (
  tx: Tx,
  ctx: SignedIn,
  entry: CrewEntry,
  learners: Awaited<ReturnType<typeof loadLearners>>,
): Promise<{ related_id: number; user_id: number; proof: StoredEntry['proof'] }> => {
  const { kind, badge, secret, typed_name: name, signature } = entry
  const isByBadge = kind === 'arrived' && badge !== undefined && secret !== undefined
  const userId = isByBadge ? await proveBadge(tx, ctx, { badge, secret }) : null
  const learner = learners.find(({ related_id, user_id }) =>
    userId === null ? related_id === entry.related_id : user_id === userId,
  )
  if (!learner) throw fail('crew_not_enrolled')
  if (kind !== 'arrived') return { ...learner, proof: null }
  if (isByBadge) return { ...learner, proof: 'badge' }
  if (signature !== undefined) return { ...learner, proof: 'signature' }
  if (name === undefined)
    throw fail('invalid', { message: 'Scan the badge and enter its PIN, sign, or type the full name.' })
  return { ...learner, proof: 'name' }
}

/**
 * Records entries one by one: what is wrong with one does not stop the others, and one that is there already is answered as it was
 * the first time, without asking for its PIN again (CRW-005). Calls for one session wait for each other.
 */
export const recordEntries = async (
  tx: Tx,
  ctx: SignedIn,
  id: number,
  { entries: sent, recorded_by }: Input<typeof addCrewEntries>['body'],
) => {
  const locked = await lockRecord(tx, ctx, id, recorded_by)
  const { session, entries } = locked
  const learners = await loadLearners(tx, ctx, session.course_id)
  const record = async (entry: CrewEntry) => {
    const former = entries.find(({ entry_id }) => entry_id === entry.id)
    if (former) return { outcome: 'already' as const, related_id: former.related_id }
    if (session.closed_at !== null && entry.badge !== undefined) throw fail('crew_session_closed')
    if (!isTimePossible(entry.at, { opened_at: session.opened_at, now: ctx.now })) throw fail('crew_time_wrong')
    const { related_id, user_id, proof } = await identify(tx, ctx, entry, learners)
    const { kind, task } = entry
    const verdict = verdictOf({ related_id, kind, task }, locked, {
      is_so: true,
      is_correction: false,
      is_own: user_id === ctx.viewer.user_id,
    })
    if (verdict === 'already') return { outcome: 'already' as const, related_id }
    if (verdict !== 'record') throw fail(verdict)
    const by = { recorded_at: ctx.now, recorded_by: ctx.viewer.user_id }
    const typed_name = proof === 'name' ? (entry.typed_name ?? null) : null
    const signature = proof === 'signature' ? (entry.signature ?? null) : null
    const said = { related_id, kind, task, is_so: true, proof, typed_name, signature, reason: null, at: entry.at }
    const stored = { entry_id: entry.id, ...said, ...by }
    await insertEntry(tx, { portal_id: ctx.portal.id, session_id: id }, stored)
    entries.push(stored)
    return { outcome: 'recorded' as const, related_id }
  }
  const results = []
  for (const entry of sent) {
    try {
      results.push({ id: entry.id, code: null, text: null, ...(await record(entry)) })
    } catch (thrown) {
      // The call succeeds, so that a wrong PIN stays counted in any case.
      const error = thrown instanceof CommittedFailure ? thrown.error : thrown
      if (!(error instanceof AppError)) throw error
      const refused = { outcome: 'refused' as const, code: error.code, text: error.message, related_id: null }
      results.push({ id: entry.id, ...refused })
    }
  }
  return results
}

/** Closes a session; closing it twice is closing it once (CRW-011). */
export const closeCrew = async (tx: Tx, ctx: SignedIn, id: number): Promise<void> => {
  const { session } = await lockRecord(tx, ctx, id)
  if (session.closed_at !== null) return
  await closeSession(tx, ctx.portal.id, id, { closed_by: ctx.viewer.user_id, closed_at: ctx.now })
  await logActivity(tx, ctx, {
    action: 'crew-session.close',
    subject_type: 'crew_session',
    subject_id: id,
    changes: { title: session.title, arrived: session.arrived },
  })
}

/** Adds to the record of a session, or takes something back, with who did it and why (CRW-012). */
export const correctCrew = async (
  tx: Tx,
  ctx: SignedIn,
  id: number,
  { id: entry_id, related_id, kind, task, is_so, reason, at, recorded_by }: Input<typeof correctCrewSession>['body'],
): Promise<void> => {
  const locked = await lockRecord(tx, ctx, id, recorded_by)
  const { session, entries } = locked
  if (entries.some((entry) => entry.entry_id === entry_id)) return
  if (at && !isTimePossible(at, { opened_at: session.opened_at, now: ctx.now })) throw fail('crew_time_wrong')
  const learners = await loadLearners(tx, ctx, session.course_id)
  const [owner] = await loadOwners(tx, ctx, [related_id])
  const isKnown = [...learners, ...entries].some((one) => one.related_id === related_id)
  if (!owner || !isKnown) throw fail('crew_not_enrolled')
  const said = { related_id, kind, task }
  const verdict = verdictOf(said, locked, {
    is_so,
    is_correction: true,
    is_own: owner.user_id === ctx.viewer.user_id,
  })
  if (verdict === 'already') return
  if (verdict !== 'record') throw fail(verdict)
  const by = { at: at ?? ctx.now, recorded_at: ctx.now, recorded_by: ctx.viewer.user_id }
  await insertEntry(
    tx,
    { portal_id: ctx.portal.id, session_id: id },
    { entry_id, ...said, is_so, proof: null, typed_name: null, signature: null, reason, ...by },
  )
  await logActivity(tx, ctx, {
    action: 'crew-session.correct',
    subject_type: 'user',
    subject_id: owner.user_id,
    changes: { session_id: id, title: session.title, ...said, is_so, reason },
  })
}
