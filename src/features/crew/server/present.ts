import { hash } from 'node:crypto'
import { loadShownPeople } from '#features/accounts/server/api.ts'
import { loadHolders } from '#features/badges/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { recordOf } from '../rules/record.ts'
import { loadEntries, loadLearners, loadOwners, loadSession, type SessionRow } from './store.ts'

type People = Awaited<ReturnType<typeof loadShownPeople>>

const listed = (row: SessionRow, people: People) => ({
  id: row.id,
  title: row.title,
  place: row.place,
  course: { id: row.course_id, title: row.course_title, slug: row.course_slug },
  opened_at: row.opened_at,
  opened_by: people.get(row.opened_by) ?? null,
  closed_at: row.closed_at,
  arrived: row.arrived,
})

/** Sessions for a list, with those who opened them. */
export const presentSessions = async (tx: Tx, portalId: number, rows: readonly SessionRow[]) => {
  const people = await loadShownPeople(tx, portalId, [...new Set(rows.map(({ opened_by }) => opened_by))])
  return rows.map((row) => listed(row, people))
}

/** A session within reach with its roster and record; another one is `not_found`. */
export const showSession = async (tx: Tx, ctx: SignedIn, id: number) => {
  const row = await loadSession(tx, ctx, id)
  if (!row) throw fail('not_found')
  const entries = await loadEntries(tx, ctx.portal.id, id)
  const learners = row.closed_at === null ? await loadLearners(tx, ctx, row.course_id) : []
  const known = new Set(learners.map(({ related_id }) => related_id))
  const others = [...new Set(entries.map(({ related_id }) => related_id))].filter((related) => !known.has(related))
  const roster = [...learners, ...(await loadOwners(tx, ctx, others))]
  const people = await loadShownPeople(tx, ctx.portal.id, [
    ...new Set([
      row.opened_by,
      ...(row.closed_by === null ? [] : [row.closed_by]),
      ...roster.map(({ user_id }) => user_id),
      ...entries.map(({ recorded_by }) => recorded_by),
    ]),
  ])
  const badges =
    row.closed_at === null
      ? await loadHolders(
          tx,
          ctx.portal.id,
          learners.map(({ user_id }) => user_id),
        )
      : new Map()
  const badgeOf = (userId: number) => {
    const badge = badges.get(userId)
    return badge ? { number: badge.number, code_hash: hash('sha256', badge.code) } : null
  }
  const entryOf = recordOf(entries)
  const isWithinReach = new Set(roster.map(({ related_id }) => related_id))
  const members = roster.flatMap(({ related_id, user_id }) => {
    const user = people.get(user_id)
    if (!user) return []
    const arrived = entryOf({ related_id, kind: 'arrived', task: null })
    return [
      {
        related_id,
        user,
        badge: badgeOf(user_id),
        arrived_at: arrived?.at ?? null,
        proof: arrived?.proof ?? null,
        typed_name: arrived?.typed_name ?? null,
        left_at: entryOf({ related_id, kind: 'left', task: null })?.at ?? null,
        tasks: row.tasks.flatMap((_, task) => {
          const signed = entryOf({ related_id, kind: 'task', task })
          return signed ? [{ task, at: signed.at, by: people.get(signed.recorded_by) ?? null }] : []
        }),
      },
    ]
  })
  return {
    ...listed(row, people),
    revision: entries.length + (row.closed_at === null ? 0 : 1),
    arrived: members.filter(({ arrived_at }) => arrived_at !== null).length,
    closed_by: row.closed_by === null ? null : (people.get(row.closed_by) ?? null),
    tasks: row.tasks,
    roster: members,
    corrections: entries.flatMap(({ related_id, kind, task, is_so, reason, recorded_at, recorded_by }) =>
      reason === null || !isWithinReach.has(related_id)
        ? []
        : [{ related_id, kind, task, is_so, reason, at: recorded_at, by: people.get(recorded_by) ?? null }],
    ),
  }
}
