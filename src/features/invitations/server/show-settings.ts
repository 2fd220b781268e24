import { displayPerson, inNamedPortal, loadPerson } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { displayName } from '#kernel/text.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { mailPreview } from '#platform/mail/mail.ts'
import type { Services } from '#platform/services.ts'
import { loadSettings, type Settings, saveSettings } from './settings.ts'

type Whose = { user_id?: number | undefined; portal_id?: number | undefined }

/** The person whose settings are meant: oneself, or for those who run the portal any of its managers (ROL-049). */
const findManager = async (tx: Tx, ctx: SignedIn, userId: number) => {
  const isSelf = userId === ctx.viewer.user_id
  if (ctx.scope === 'own' && !isSelf) throw fail('not_found')
  const person = await loadPerson(tx, ctx.portal.id, userId)
  if (!person) throw fail('not_found')
  if (isSelf) return person
  const role = await tx
    .selectFrom('portal_user_roles')
    .select('role')
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .where('role', '=', 'manager')
    .executeTakeFirst()
  if (!role) throw fail('not_found')
  return person
}

const present = async (tx: Tx, ctx: SignedIn, userId: number) => {
  const person = await findManager(tx, ctx, userId)
  const settings = await loadSettings(tx, { portal_id: ctx.portal.id, user_id: person.id })
  const { subject, html } = await mailPreview(ctx.portal, {
    template: 'invitation',
    data: {
      first_name: 'Casey',
      course_title: 'Name of the course',
      inviter: displayName(person),
      text: settings.invitation_text,
      link: ctx.portal.origin,
      decline_link: ctx.portal.origin,
      minutes: 7 * 24 * 60,
    },
  })
  return { user: { ...displayPerson(person), email: person.email }, ...settings, preview: { subject, html } }
}

export const showSettings = (tx: Tx, ctx: SignedIn, whose: Whose, portalById: Services['portalById']) =>
  inNamedPortal(tx, ctx, { portal_id: whose.portal_id, portalById }, (there) =>
    present(tx, there, whose.user_id ?? ctx.viewer.user_id),
  )

/** Saves what a manager has set; a text of blanks is none. */
export const updateSettings = (
  tx: Tx,
  ctx: SignedIn,
  { settings, ...whose }: Whose & { settings: Omit<Settings, 'updated_at'> },
  portalById: Services['portalById'],
) =>
  inNamedPortal(tx, ctx, { portal_id: whose.portal_id, portalById }, async (there) => {
    const { id } = await findManager(tx, there, whose.user_id ?? ctx.viewer.user_id)
    const text = settings.invitation_text?.trim() || null
    await saveSettings(
      tx,
      { portal_id: there.portal.id, user_id: id },
      { ...settings, invitation_text: text, updated_at: ctx.now },
    )
    await logActivity(tx, there, {
      action: 'manager.settings',
      subject_type: 'user',
      subject_id: id,
      changes: settings,
    })
    return present(tx, there, id)
  })
