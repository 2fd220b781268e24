import { loadShownPeople } from '#features/accounts/server/api.ts'
import { loadEnrollment, requireLearnerWithinReach } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { JOURNAL_EVENTS } from '../contract-admin.ts'
import { outlineOf } from '../rules/outline.ts'
import { type AttemptState, NEW_ATTEMPT } from '../rules/player/cmi.ts'
import { restoreCmi, type StoredValue } from '../rules/player/cmi-keys.ts'
import type { ScormResult } from '../rules/result.ts'
import { loadScos } from './attempts-store.ts'
import {
  type AttemptRow,
  listJournal,
  loadAttempt,
  loadAttemptsOf,
  loadItems,
  loadSnapshots,
  shownState,
} from './journal-store.ts'

const secondsOf = (hundredths: number): number => Math.floor(hundredths / 100)

const presentAttempt = (row: AttemptRow) => ({
  id: row.id,
  related_id: row.enrollment_id,
  course_id: row.course_id,
  module: { id: row.module_id, title: row.module_title },
  package: { id: row.package_id, title: row.package_title, version: row.version },
  result: row.result as ScormResult,
  carried_from: row.carried_from,
  total_seconds: secondsOf(row.total_time),
  launches: row.last_launch,
  started_at: row.started_at,
  updated_at: row.updated_at,
})

/** The attempts of a learner within reach; throws `not_found` for everyone else. */
export const listAttempts = async (tx: Tx, ctx: SignedIn, relatedId: number) => {
  const [enrollment, rows] = await Promise.all([
    loadEnrollment(tx, ctx, relatedId),
    loadAttemptsOf(tx, ctx.portal.id, relatedId),
  ])
  await requireLearnerWithinReach(tx, ctx, enrollment)
  return { data: rows.map(presentAttempt), meta: { next_cursor: null, prev_cursor: null } }
}

/** An attempt whose learner is within reach, with that enrollment. Throws `not_found` otherwise. */
export const requireAttempt = async (tx: Tx, ctx: SignedIn, id: number) => {
  const row = await loadAttempt(tx, ctx.portal.id, id)
  if (!row) throw fail('not_found')
  const enrollment = await requireLearnerWithinReach(tx, ctx, await loadEnrollment(tx, ctx, row.enrollment_id))
  return { row, enrollment }
}

/** An attempt with the states that can be restored (SCO-028). */
export const showAttempt = async (tx: Tx, ctx: SignedIn, id: number) => {
  const { row, enrollment } = await requireAttempt(tx, ctx, id)
  const portalId = ctx.portal.id
  const [people, scos, items, snapshots] = await Promise.all([
    loadShownPeople(tx, portalId, [enrollment.user_id]),
    loadScos(tx, portalId, id, null),
    loadItems(tx, portalId, id),
    loadSnapshots(tx, portalId, id),
  ])
  const learner = people.get(enrollment.user_id)
  if (!learner) throw fail('not_found')
  const outline = row.outline?.items ?? []
  const state: AttemptState = { ...NEW_ATTEMPT, launch: row.launch, seq: row.seq, current: row.current_item, scos }
  const titles = new Map(outline.map(({ identifier, title }) => [identifier, title]))
  return {
    ...presentAttempt(row),
    learner: learner,
    outline: outlineOf(outline, state),
    items: items.map((item) => ({
      sco: item.sco,
      title: titles.get(item.sco) ?? item.sco,
      ...shownState(item),
      total_seconds: secondsOf(item.total_time),
      is_open: item.is_open,
    })),
    snapshots: snapshots.map(({ id: snapshotId, sco, reason, launch, seq, stood_at, ...stored }) => ({
      id: snapshotId,
      sco,
      reason: reason as 'visit' | 'messages' | 'shrunk' | 'restore',
      launch,
      seq,
      stood_at,
      ...shownState(stored),
    })),
  }
}

/** A page of the messages of an attempt: what came when, and what it changed (SCO-028). */
export const showJournal = async (
  tx: Tx,
  ctx: SignedIn,
  id: number,
  query: { cursor?: string | undefined; per_page: number },
) => {
  await requireAttempt(tx, ctx, id)
  const { data, meta } = await listJournal(tx, ctx.portal.id, id, query)
  const people = await loadShownPeople(
    tx,
    ctx.portal.id,
    data.flatMap(({ user_id: by }) => by ?? []),
  )
  return {
    data: data.map(({ id: seq, launch, sco, event, cmi, received_at, user_id }) => ({
      launch,
      seq,
      sco,
      event: event as (typeof JOURNAL_EVENTS)[number],
      received_at,
      changes: Object.entries(restoreCmi(cmi as Record<string, StoredValue>)).map(([key, value]) => ({ key, value })),
      user: user_id === null ? null : (people.get(user_id) ?? null),
    })),
    meta,
  }
}
