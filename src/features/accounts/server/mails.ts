import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { sendMail } from '#platform/mail/mail.ts'
import { LINK_MINUTES, makeLink } from './links.ts'
import { providerFor } from './passwords-off.ts'

/** Nothing is mailed to somebody without an e-mail (BDG-024). */
type Recipient = { user_id: number; email: string | null; first_name: string | null }
type MailContext = Pick<Context, 'portal' | 'now'>

const linkTo = (ctx: MailContext, path: string, token: string) => `${ctx.portal.origin}${path}?token=${token}`

/** The mail of a forgotten password, with a link that is valid for 60 minutes and once (AUT-041). */
export const sendResetLink = async (tx: Tx, ctx: MailContext, to: Recipient): Promise<void> => {
  if (to.email === null) return
  const token = await makeLink(tx, ctx, { user_id: to.user_id, email: to.email, type: 'reset-password' })
  await sendMail(tx, {
    portal_id: ctx.portal.id,
    to: to.email,
    template: 'reset-link',
    data: {
      first_name: to.first_name,
      link: linkTo(ctx, '/reset-password', token),
      minutes: LINK_MINUTES['reset-password'],
    },
  })
}

type Welcome = { template: 'new-account' | 'joined-portal'; provider: string | null }

/** A mail that leads to the sign-in page: at a provider, or with the password that somebody has already (SSO-023). */
const sendSignIn = async (tx: Tx, ctx: MailContext, to: Recipient, { template, provider }: Welcome): Promise<void> => {
  const { first_name, email } = to
  if (email === null) return
  await sendMail(tx, {
    portal_id: ctx.portal.id,
    to: email,
    template,
    data: { first_name, email, link: `${ctx.portal.origin}/login`, provider },
  })
}

/** The mail of a new account, with a link to set a password (CRT-024). It lives as long as an invitation, since nobody waits for it. */
export const sendNewAccount = async (tx: Tx, ctx: MailContext, to: Recipient): Promise<void> => {
  if (to.email === null) return
  const provider = await providerFor(tx, ctx.portal.id, to.email)
  if (provider !== null) return sendSignIn(tx, ctx, to, { template: 'new-account', provider })
  const minutes = LINK_MINUTES.invite
  const token = await makeLink(tx, ctx, { user_id: to.user_id, email: to.email, type: 'reset-password', minutes })
  await sendMail(tx, {
    portal_id: ctx.portal.id,
    to: to.email,
    template: 'new-account',
    data: { first_name: to.first_name, email: to.email, link: linkTo(ctx, '/reset-password', token) },
  })
}

/** Tells somebody with an account that they belong to a further portal now, and what it knows of them (USR-045). */
export const sendJoined = async (tx: Tx, ctx: MailContext, to: Recipient): Promise<void> => {
  const provider = await providerFor(tx, ctx.portal.id, to.email)
  await sendSignIn(tx, ctx, to, { template: 'joined-portal', provider })
}

/** Asks the new address to confirm a changed e-mail, and notifies the old one, if there is one (AUT-051). */
export const sendEmailChange = async (tx: Tx, ctx: MailContext, from: Recipient, newEmail: string): Promise<void> => {
  const token = await makeLink(tx, ctx, { user_id: from.user_id, email: newEmail, type: 'change-email' })
  await sendMail(tx, {
    portal_id: ctx.portal.id,
    to: newEmail,
    template: 'verify-email',
    data: { first_name: from.first_name, link: `${linkTo(ctx, '/verify-email', token)}&type=change-email` },
  })
  await sendMail(tx, {
    portal_id: ctx.portal.id,
    to: from.email,
    template: 'changed-email',
    data: { first_name: from.first_name, new_email: newEmail },
  })
}
