import type { Transporter } from 'nodemailer'
import type { DkimKey } from './dkim.ts'
import type { MailFile } from './kinds.ts'

export type OutgoingMail = {
  id: number
  from: { name: string; address: string }
  reply_to: string | null
  to: string
  subject: string
  html: string
  text: string
  /** Signs the mail (PRT-097). */
  dkim?: DkimKey | null
  files?: readonly MailFile[]
}

/** Why a mail could not be passed on, and whether trying again can help. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly is_permanent: boolean
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.is_permanent = isPermanent(cause)
  }
}

/**
 * The mail server's word that this mail will never be taken: an answer of 5xx to the addresses or the content. Trouble
 * with the connection or the sign-in passes.
 */
const isPermanent = (error: unknown): boolean => {
  const { code, responseCode } = (error ?? {}) as { code?: string; responseCode?: number }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  return responseCode === undefined || (responseCode >= 500 && responseCode < 600)
}

export type Transport = {
  /** Hands one mail to the mail server; throws a MailError. */
  send: (mail: OutgoingMail) => Promise<void>
  close: () => void
}

const SECOND = 1000

/** SMTP by the address of the server (`smtp://user:password@host:587`, `smtps://…:465`); connects on first use. */
export const smtpTransport = (url: string): Transport => {
  let opening: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    const options = {
      pool: true as const,
      url,
      maxConnections: 2,
      connectionTimeout: 10 * SECOND,
      greetingTimeout: 10 * SECOND,
      socketTimeout: 30 * SECOND,
    }
    return createTransport(options, { disableFileAccess: true, disableUrlAccess: true }) as unknown as Transporter
  }
  return {
    send: async (mail) => {
      opening ??= open()
      try {
        const transporter = await opening
        await transporter.sendMail({
          // The same for every try, so that a mail sent twice by an accident of ours is shown once.
          messageId: `<mail-${mail.id}@${mail.from.address.split('@')[1] ?? 'localhost'}>`,
          from: mail.from,
          // As objects: a text would be read as a list of addresses.
          to: [{ name: '', address: mail.to }],
          ...(mail.reply_to && { replyTo: [{ name: '', address: mail.reply_to }] }),
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          ...(mail.files?.length && {
            attachments: mail.files.map(({ name, mime_type, content }) => ({
              filename: name,
              contentType: mime_type,
              content,
            })),
          }),
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(mail.dkim && {
            dkim: {
              domainName: mail.dkim.domain,
              keySelector: mail.dkim.selector,
              privateKey: mail.dkim.private_key,
            },
          }),
        })
      } catch (error) {
        throw new MailError(error)
      }
    },
    close: () => {
      opening?.then((transporter) => transporter.close()).catch(() => {})
    },
  }
}
