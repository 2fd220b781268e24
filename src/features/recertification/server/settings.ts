import { sql } from 'kysely'
import { currentRequirements } from '#features/compliance/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { dayOf } from '#kernel/format/day.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { DEFAULT_DAYS, type saveRenewal } from '../contract.ts'
import type { SeatSettings } from '../rules/seats.ts'

export type Settings = SeatSettings

const OFF: Settings = { is_automatic: false, days_before: DEFAULT_DAYS }

/** How each requirement of the portal is renewed; off where nobody has chosen. */
export const loadSettings = async (tx: Tx, portalId: number): Promise<(requirementId: number) => Settings> => {
  const rows = await tx
    .selectFrom('recertification_settings')
    .select(['requirement_id', 'is_automatic', 'days_before'])
    .where('portal_id', '=', portalId)
    .execute()
  const byId = new Map(rows.map(({ requirement_id, ...settings }) => [requirement_id, settings]))
  return (id) => byId.get(id) ?? OFF
}

/** The requirements of today with how they are renewed (CMP-035). */
export const listRenewals = async (tx: Tx, { portal, now }: SignedIn) => {
  const today = dayOf(now, portal.setting.time_zone)
  const settings = await loadSettings(tx, portal.id)
  return (await currentRequirements(tx, portal.id, today)).map(({ id, title, course, refreshers, valid_months }) => ({
    ...{ id, title, course, refreshers: [...refreshers], valid_months },
    ...settings(id),
  }))
}

/** Chooses whether the next enrollments of a requirement are made on their own (CMP-035). */
export const saveSettings = async (
  tx: Tx,
  ctx: SignedIn,
  id: number,
  { is_automatic, days_before }: Input<typeof saveRenewal>['body'],
): Promise<void> => {
  const { portal, now, viewer } = ctx
  const all = await currentRequirements(tx, portal.id, dayOf(now, portal.setting.time_zone))
  const requirement = all.find((each) => each.id === id)
  if (!requirement) throw fail('not_found')
  if (is_automatic && !requirement.course)
    throw fail('invalid', { fields: { is_automatic: ['Only a requirement with a course can enroll people.'] } })
  await sql`
    insert into recertification_settings (portal_id, requirement_id, is_automatic, days_before, updated_by, updated_at)
    values (${portal.id}, ${id}, ${is_automatic}, ${days_before}, ${viewer.user_id}, ${now})
    on conflict (portal_id, requirement_id) do update set is_automatic = excluded.is_automatic,
      days_before = excluded.days_before, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(
    tx,
  )
  await logActivity(tx, ctx, {
    action: 'recertification.update',
    subject_type: 'requirement',
    subject_id: id,
    changes: { is_automatic, days_before },
  })
}
