import { findById } from '#features/accounts/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { MailData } from '#platform/mail/kinds.ts'
import { sendMail } from '#platform/mail/mail.ts'

type News = MailData['second-factor']['news']

/** Tells a person by mail that their second factors changed, so that they learn of a change that somebody else made. */
export const tellChange = async (
  tx: Tx,
  ctx: Pick<Context, 'portal' | 'host_portal' | 'now'>,
  userId: number,
  news: News,
  name: string | null = null,
): Promise<void> => {
  const person = await findById(tx, ctx.portal.id, userId)
  if (!person) return
  await sendMail(tx, {
    portal_id: ctx.portal.id,
    to: person.email,
    template: 'second-factor',
    data: {
      first_name: person.first_name,
      link: `${ctx.portal.origin}/profile/security`,
      news,
      name,
      at: ctx.now,
    },
  })
}
