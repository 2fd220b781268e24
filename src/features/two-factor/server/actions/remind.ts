import { requireMember, secondFactorsMissing } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { dayOf } from '#kernel/format/day.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { sendMail } from '#platform/mail/mail.ts'

/** Mails those of these people who need a second factor and have none, each at most once a day (AUT-073). */
export const remindOf = async (tx: Tx, ctx: SignedIn, userIds: readonly number[]) => {
  if (ctx.scope !== 'any') throw fail('not_enough_permissions')
  const ids = [...new Set(userIds)].sort((a, b) => a - b)
  for (const id of ids) await requireMember(tx, ctx, id)
  const today = dayOf(ctx.now, ctx.portal.setting.time_zone)
  const reminded: number[] = []
  for (const { id, email, first_name, due_at } of await secondFactorsMissing(tx, ctx.portal.id, ids)) {
    const mail = await sendMail(tx, {
      portal_id: ctx.portal.id,
      to: email,
      key: `second-factor-reminder:${id}:${today}`,
      template: 'second-factor-reminder',
      data: { first_name, due_at, is_overdue: due_at <= ctx.now, link: `${ctx.portal.origin}/profile/security` },
    })
    if (mail === null) continue
    reminded.push(id)
    await logActivity(tx, ctx, { action: 'second-factor.remind', subject_type: 'user', subject_id: id })
  }
  return { reminded, skipped: ids.filter((id) => !reminded.includes(id)) }
}
