import type { PortalContext } from '#kernel/context.ts'
import { z } from '#kernel/schema.ts'
import { type Db, dbOf, type Tx } from '../db/db.ts'
import { enqueue, handle, type JobContext, type JobHandler, job } from '../jobs/jobs.ts'
import { traced } from '../watch/trace.ts'
import { type DkimKey, loadDkimKey } from './dkim.ts'
import type { AnyMail, MailFile, MailPortal } from './kinds.ts'
import {
  activeSender,
  hasMail,
  insertMail,
  insertMailFiles,
  isActiveSender,
  mailById,
  mailFiles,
  markFailed,
  markSent,
  type StoredMail,
} from './store.ts'
import { MailError, smtpTransport, type Transport } from './transport.ts'

export type { AnyMail, MailData, MailFile, MailKind, MailPortal } from './kinds.ts'
export type { StoredMail } from './store.ts'

/** With pauses of up to ten minutes, 40 tries last longer than a mail is tried at all. */
const mailSend = job({
  name: 'mail.send',
  data: z.object({ id: z.int(), portal_id: z.int() }),
  retries: 40,
  seconds: 120,
})

/** A mail that the mail server has not accepted for this long is undeliverable. */
const GIVE_UP_MS = 4 * 3_600_000

export type MailerOptions = {
  /** The mail server; without one the mails stay in the local outbox (`/dev/mail`). */
  smtp_url?: string | undefined
  /** The platform's address, for portals without an active custom e-mail. */
  from_email: string
  is_production: boolean
  /** Opens the keys that sign mails of custom e-mails. */
  secret: string
  portalById: (id: number) => Promise<PortalContext | null>
  /** Called, in the transaction that records it, for a mail that will never arrive (MGR-002). */
  onUndeliverable?: (tx: Tx, mail: StoredMail) => Promise<void>
}

export type Mailer = { close: () => void }
type OpenMailer = { options: MailerOptions; transport: Transport | null }

const mailers = new WeakMap<Db, OpenMailer>()

const mailerOf = (db: Db): OpenMailer => {
  const mailer = mailers.get(db)
  if (!mailer) throw new Error('The mailer has not been created')
  return mailer
}

/** Lets `sendMail` and the job `mail.send` work on this database. Connects to nothing before the first mail. */
export const createMailer = (db: Db, options: MailerOptions): Mailer => {
  const transport = options.smtp_url ? smtpTransport(options.smtp_url) : null
  mailers.set(db, { options, transport })
  return {
    close: () => {
      mailers.delete(db)
      transport?.close()
    },
  }
}

const logoOf = ({ setting, origin }: PortalContext): string | null => {
  if (!setting.logo || !URL.canParse(setting.logo, origin)) return null
  const { href, protocol } = new URL(setting.logo, origin)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}

const mailPortal = (portal: PortalContext): MailPortal => ({
  name: portal.name,
  logo_url: logoOf(portal),
  primary_color: portal.setting.primary_color,
  support_email: portal.company.support_email,
  support_phone: portal.company.support_phone,
  time_zone: portal.setting.time_zone,
  url: portal.origin,
})

const portalOf = async ({ options }: OpenMailer, id: number): Promise<PortalContext> => {
  const portal = await options.portalById(id)
  if (!portal) throw new Error(`There is no portal ${id} to send a mail for`)
  return portal
}

/** A mail as it would arrive, without sending it. */
export const mailPreview = async (portal: PortalContext, mail: AnyMail): Promise<{ subject: string; html: string }> => {
  const { renderMail } = await import('./render.ts')
  const { subject, html } = await renderMail({ ...mail, portal: mailPortal(portal) })
  return { subject, html }
}

/**
 * Writes the mail and the job that sends it inside the transaction: it leaves once that has been committed, and never
 * otherwise. With a `key` a second mail of the same key is not written (null is answered instead of its id). It comes
 * from the portal's active custom e-mail, else from the platform's address (RTM-012). To somebody without an e-mail nothing is
 * written (BDG-024).
 */
export const sendMail = async (
  tx: Tx,
  mail: AnyMail & { portal_id: number; to: string | null; key?: string; files?: readonly MailFile[] },
): Promise<number | null> => {
  const mailer = mailerOf(dbOf(tx))
  const { portal_id: portalId, to, key = null } = mail
  if (to === null) return null
  if (key !== null && (await hasMail(tx, portalId, key))) return null
  const portal = await portalOf(mailer, portalId)
  // Loaded on the first mail: it brings React and costs some 20 MB that no start should pay.
  const { renderMail } = await import('./render.ts')
  const rendered = await renderMail({ ...mail, portal: mailPortal(portal) })
  const id = await insertMail(tx, {
    portal_id: portalId,
    message_key: key,
    template: mail.template,
    to_email: to,
    from_email: (await activeSender(tx, portalId)) ?? mailer.options.from_email,
    ...rendered,
  })
  if (id !== null && mail.files) await insertMailFiles(tx, portalId, id, mail.files)
  if (id !== null) await enqueue(tx, mailSend, { id, portal_id: portalId })
  return id
}

type Sender = { from: string; dkim: DkimKey | null }

/** Who a mail comes from at this moment: its sender may have been deleted, or got a warning, while it waited (PRT-097). */
const senderOf = async (tx: Tx, { options }: OpenMailer, mail: StoredMail): Promise<Sender> => {
  const { portal_id: portalId, from_email: email } = mail
  if (email === options.from_email || !(await isActiveSender(tx, portalId, email)))
    return { from: options.from_email, dkim: null }
  return { from: email, dkim: await loadDkimKey(tx, options.secret, portalId, email.slice(email.lastIndexOf('@') + 1)) }
}

/**
 * Passes a stored mail to the mail server, once; a mail that was sent is left alone. A temporary failure is thrown so
 * that the job runs again; a permanent one, or four hours of failures, is recorded and passed to `onUndeliverable`.
 */
export const deliverMail = async (
  { id, portal_id: portalId }: { id: number; portal_id: number },
  { db, now }: Pick<JobContext, 'db' | 'now'>,
): Promise<void> => {
  const mailer = mailerOf(db)
  const stored = await db.withPortal(
    portalId,
    async (tx) => {
      const mail = await mailById(tx, id)
      return mail && !mail.sent_at ? { mail, sender: await senderOf(tx, mailer, mail) } : null
    },
    'read only',
  )
  if (!stored) return
  const { mail, sender } = stored
  if (!mailer.transport) {
    const isLost = mailer.options.is_production
    await db.withPortal(portalId, async (tx) => {
      if (isLost) await markFailed(tx, id, 'No mail server is set up (SMTP_URL)', now)
      else await markSent(tx, id, now)
    })
    return
  }
  const portal = await portalOf(mailer, portalId)
  const files = await db.withPortal(portalId, (tx) => mailFiles(tx, portalId, id), 'read only')
  try {
    const { transport } = mailer
    await traced('mail', { kind: 'client', attributes: { template: mail.template } }, () =>
      transport.send({
        id,
        from: { name: portal.name, address: sender.from },
        dkim: sender.dkim,
        reply_to: portal.company.support_email,
        to: mail.to_email,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        files,
      }),
    )
  } catch (error) {
    const isOver =
      (error instanceof MailError && error.is_permanent) || now.getTime() - mail.created_at.getTime() > GIVE_UP_MS
    const message = error instanceof Error ? error.message : String(error)
    await db.withPortal(portalId, async (tx) => {
      await markFailed(tx, id, message, isOver ? now : null)
      if (isOver) await mailer.options.onUndeliverable?.(tx, { ...mail, error: message })
    })
    if (!isOver) throw error
    return
  }
  await db.withPortal(portalId, (tx) => markSent(tx, id, now))
}

/** The jobs of the platform's mail, for the list of all jobs. */
export const mailJobs: JobHandler[] = [handle(mailSend, deliverMail)]
