import { sql } from 'kysely'
import { requireMember } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type * as contract from '../../contract.ts'
import { dayNumber } from '../../rules/days.ts'
import { placeOn, stretchesUntil } from '../../rules/person.ts'
import { loadPlaceFacts } from '../history.ts'
import { requireManagers } from '../options.ts'

type Body = Input<typeof contract.savePlaces>['body']
type Change = { kind: 'team' | 'site' | 'job' | 'state'; value: string | null }

/** A team is named by its manager, by the key by which the log names people elsewhere. */
const logged = ({ kind, value }: Change): [string, string | number | null] =>
  kind === 'team' ? ['manager_id', value === null ? null : Number(value)] : [kind, value]

/**
 * Writes where people work from a day on, as facts of that day; what would change nothing is not written. Answers how many
 * facts were written.
 */
export const savePlaces = async (tx: Tx, ctx: SignedIn, { user_ids, ...body }: Body): Promise<number> => {
  if (body.team_id != null) await requireManagers(tx, ctx.portal.id, [body.team_id], 'team_id')
  let written = 0
  for (const userId of new Set(user_ids)) {
    await requireMember(tx, ctx, userId)
    written += await movePerson(tx, ctx, userId, body)
  }
  return written
}

const movePerson = async (
  tx: Tx,
  ctx: SignedIn,
  userId: number,
  { from_day, team_id: team, ...body }: Omit<Body, 'user_ids'>,
): Promise<number> => {
  const facts = (await loadPlaceFacts(tx, ctx.portal.id, { ids: [userId], on: from_day })).get(userId) ?? []
  const before = placeOn(stretchesUntil(facts, dayNumber(from_day)))
  const fields = [
    ['team', team === undefined ? undefined : team === null ? null : String(team), before.team_id?.toString() ?? null],
    ['site', body.site, before.site],
    ['job', body.job, before.job],
    ['state', body.state, before.state],
  ] as const
  const changed = fields.flatMap(([kind, value, former]) => {
    const next = value === '' ? null : value
    return next === undefined || next === former ? [] : [{ kind, value: next }]
  })
  for (const { kind, value } of changed)
    await sql`
      insert into compliance_facts (portal_id, user_id, kind, day, value, recorded_by, recorded_at)
      values (${ctx.portal.id}, ${userId}, ${kind}, ${from_day}::date, ${value}, ${ctx.viewer.user_id}, ${ctx.now})`.execute(
      tx,
    )
  if (changed.length > 0)
    await logActivity(tx, ctx, {
      action: 'user.move',
      subject_type: 'user',
      subject_id: userId,
      changes: { from_day, ...Object.fromEntries(changed.map(logged)) },
    })
  return changed.length
}
