import type { Tx } from '../db/db.ts'
import type { MailFile } from './kinds.ts'

type NewMail = {
  portal_id: number
  message_key: string | null
  template: string
  to_email: string
  from_email: string
  subject: string
  html: string
  text: string
}

/** Keeps a mail and answers its id, or null when the portal already has one with this key. */
export const insertMail = async (tx: Tx, mail: NewMail): Promise<number | null> => {
  const row = await tx
    .insertInto('mails')
    .values(mail)
    .onConflict((conflict) => conflict.columns(['portal_id', 'message_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const insertMailFiles = async (tx: Tx, portalId: number, mailId: number, files: readonly MailFile[]) => {
  if (files.length === 0) return
  await tx
    .insertInto('mail_files')
    .values(files.map((file) => ({ ...file, portal_id: portalId, mail_id: mailId })))
    .execute()
}

/** The files of a mail, in their order. */
export const mailFiles = (tx: Tx, portalId: number, mailId: number): Promise<MailFile[]> =>
  tx
    .selectFrom('mail_files')
    .select(['name', 'mime_type', 'content'])
    .where('portal_id', '=', portalId)
    .where('mail_id', '=', mailId)
    .orderBy('id')
    .execute()

/** Whether the portal already has a mail with this key. */
export const hasMail = async (tx: Tx, portalId: number, key: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('mails')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('message_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

const COLUMNS = [
  'id',
  'portal_id',
  'message_key',
  'template',
  'to_email',
  'from_email',
  'subject',
  'html',
  'text',
  'created_at',
  'sent_at',
  'error',
] as const

export const mailById = (tx: Tx, id: number) =>
  tx.selectFrom('mails').select(COLUMNS).where('id', '=', id).executeTakeFirst()

export type StoredMail = NonNullable<Awaited<ReturnType<typeof mailById>>>

export const markSent = (tx: Tx, id: number, now: Date) =>
  tx
    .updateTable('mails')
    .set({ sent_at: now, error: null, given_up_at: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()

/** `given_up_at` is null while it is tried again. */
export const markFailed = (tx: Tx, id: number, error: string, givenUpAt: Date | null) =>
  tx
    .updateTable('mails')
    .set({ error, given_up_at: givenUpAt })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()

/** Senders of the portal that mails may come from now: active, and with records that are right (PRT-065, PRT-097). */
const senders = (tx: Tx, portalId: number) =>
  tx
    .selectFrom('custom_emails')
    .select('email')
    .where('portal_id', '=', portalId)
    .where('status', '=', 'active')
    .where('failing_since', 'is', null)

/** The portal's own sender address; the oldest one if there are several. */
export const activeSender = async (tx: Tx, portalId: number): Promise<string | null> => {
  const row = await senders(tx, portalId).orderBy('activated_at').orderBy('id').limit(1).executeTakeFirst()
  return row?.email ?? null
}

export const isActiveSender = async (tx: Tx, portalId: number, email: string): Promise<boolean> =>
  (await senders(tx, portalId).where('email', '=', email).executeTakeFirst()) !== undefined

/** The newest mails below an id, of one recipient or of all, without their content. */
export const listMails = (tx: Tx, { to, before, limit }: { to: string | null; before: number | null; limit: number }) =>
  tx
    .selectFrom('mails')
    .innerJoin('portals', 'portals.id', 'mails.portal_id')
    .select([
      'mails.id',
      'mails.template',
      'mails.to_email',
      'mails.subject',
      'mails.created_at',
      'mails.sent_at',
      'mails.error',
      'portals.name as portal_name',
    ])
    .$if(to !== null, (query) => query.where('mails.to_email', '=', to ?? ''))
    .$if(before !== null, (query) => query.where('mails.id', '<', before ?? 0))
    .orderBy('mails.id', 'desc')
    .limit(limit)
    .execute()
