import { findById } from '#features/accounts/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { type Day, dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { loadRequirements, namingTerms } from './requirements.ts'

/** Where people see and upload their documents. */
export const OWN_DOCUMENTS = '/profile/documents'

type DocumentNews = {
  user_id: number
  requirement_id: number
  news: 'accepted' | 'rejected' | 'reopened'
  reason?: string | null
  until?: Day | null
}

/** What a requirement is called on a day. */
export const requirementTitle = async (tx: Tx, portalId: number, id: number, on: Day): Promise<string> => {
  const [stored] = await loadRequirements(tx, portalId, id)
  return (stored && namingTerms(stored, on)?.title) ?? ''
}

/** Notifies a person of a decision about their document, in the bell and by mail (CMP-022). */
export const notifyOfDocument = async (
  tx: Tx,
  ctx: SignedIn,
  { user_id, requirement_id, news, reason = null, until = null }: DocumentNews,
): Promise<void> => {
  const person = await findById(tx, ctx.portal.id, user_id)
  if (!person) return
  const today = dayOf(ctx.now, ctx.portal.setting.time_zone)
  const title = await requirementTitle(tx, ctx.portal.id, requirement_id, today)
  await notify(tx, ctx, {
    user_id,
    kind: 'document',
    data: { title, news, reason, until, link: OWN_DOCUMENTS },
    mail: {
      to: person.email,
      course_id: null,
      template: 'document',
      data: {
        ...{ first_name: person.first_name, title, news, reason, until },
        link: `${ctx.portal.origin}${OWN_DOCUMENTS}`,
      },
    },
  })
}
