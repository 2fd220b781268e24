// What keeps a portal from moving now, and what its people have to set again afterwards. Each query counts rows of one portal,
// which is $1.
import type pg from 'pg'
import { OPEN_INVITATIONS, ORDER_STATUS, PUBLISHING } from '#kernel/product/statuses.ts'

type Question = { count: string; words: (count: number) => string }

const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Whatever would be lost or happen at both addresses: it has to end first. */
const UNDER_WAY: readonly Question[] = [
  {
    count: `from orders where portal_id = $1 and (status = ${ORDER_STATUS.processing} or status = ${ORDER_STATUS.pending} and expires_at > now())`,
    words: (n) => `${some(n, 'order')} being paid. Wait until each is paid, canceled, or expired.`,
  },
  {
    count: `from refunds where portal_id = $1 and (status = 'pending' or passed_on = 'waits')`,
    words: (n) => `${some(n, 'refund')} on the way. Wait until the payment provider has confirmed.`,
  },
  {
    count: `from disputes where portal_id = $1 and status = 'open'`,
    words: (n) => `${some(n, 'open chargeback')}. The payment provider reports the result here only.`,
  },
  {
    count: `from scorm_packages where portal_id = $1 and status in ('PENDING', 'TEMPORARY_FAILURE')`,
    words: (n) => `${some(n, 'SCORM package')} being unpacked. Wait a few minutes.`,
  },
  {
    count: `from cloud_scorm_imports where portal_id = $1 and status in ('PENDING', 'TEMPORARY_FAILURE')`,
    words: (n) => `${some(n, 'package')} on the way to SCORM Cloud. Wait a few minutes.`,
  },
  {
    count: `from people_imports where portal_id = $1 and status in ('checking', 'running', 'undoing')`,
    words: (n) => `${some(n, 'import')} of people running. Wait until each is done.`,
  },
  {
    count: `from bulk_changes where portal_id = $1 and status in ('running', 'undoing')`,
    words: (n) => `${some(n, 'bulk change')} running. Wait until each is done.`,
  },
  {
    count: `from exports where portal_id = $1 and status = 'waiting'`,
    words: (n) => `${some(n, 'export')} being made. Wait until each is ready.`,
  },
  {
    count: `from shipments where portal_id = $1 and status in ('PENDING', 'TEMPORARY_FAILURE')`,
    words: (n) => `${some(n, 'shipment')} on the way to the carrier. Wait until each is accepted or has failed.`,
  },
  {
    count: `from mails where portal_id = $1 and sent_at is null and given_up_at is null`,
    words: (n) => `${some(n, 'e-mail')} waiting to be sent. Wait a few minutes.`,
  },
  {
    count: `from callback_deliveries d join callbacks c on c.portal_id = d.portal_id and c.id = d.callback_id
      where d.portal_id = $1 and c.is_active and d.status not in ('SUCCESS', 'FAILED')`,
    words: (n) => `${some(n, 'message')} to receivers not delivered. Wait, or turn off the callback.`,
  },
  {
    count: `from releases where portal_id = $1 and status = 'scheduled'`,
    words: (n) => `${some(n, 'scheduled release')}. Publish or unschedule it first.`,
  },
  {
    count: `from course_shares where portal_id = $1 and state in (${PUBLISHING.queued}, ${PUBLISHING.processing})`,
    words: (n) => `${some(n, 'course')} being shared. Wait until sharing has ended.`,
  },
  {
    count: `from pgboss.job where state in ('created', 'retry', 'active') and data ->> 'portal_id' = $1::text`,
    words: (n) => `${some(n, 'background job')} waiting or running. Wait until they are done.`,
  },
]

/** Courses that are linked with other portals of the installation; they can move as copies. */
const SHARED: readonly Question[] = [
  {
    count: `from received_courses where portal_id = $1`,
    words: (n) =>
      `${some(n, 'course')} received from other portals: at the new address ${n === 1 ? 'it is' : 'they are'} the portal's own and get no more updates`,
  },
  {
    count: `from course_shares where portal_id = $1 and revoked_at is null`,
    words: (n) =>
      `${some(n, 'share')} with other portals: those keep the course and get no updates from the new address`,
  },
]

/** What cannot work elsewhere, because another service or the SECRET of this installation stands behind it. */
const SET_AGAIN: readonly Question[] = [
  {
    count: `from payment_accounts where portal_id = $1 and disconnected_at is null`,
    words: () =>
      'Payments: connect the account at the payment provider again. Refund earlier orders at the provider, unless both installations use the same one.',
  },
  {
    count: `from subscriptions where portal_id = $1 and card_reference is not null`,
    words: (n) => `Subscriptions: ${some(n, 'saved card')} must be entered again before the next payment is due.`,
  },
  {
    count: `from integrations where portal_id = $1`,
    words: (n) => `Integrations: enter the keys of ${some(n, 'service')} (SCORM Cloud, EasyShip) again.`,
  },
  {
    count: `from callbacks where portal_id = $1 and deleted_at is null`,
    words: (n) =>
      `Callbacks: ${some(n, 'callback')}, turned off and with a new secret each. Give each receiver its new secret, then turn it on.`,
  },
  {
    count: `from portal_tokens where portal_id = $1 and revoked_at is null and expires_at > now()`,
    words: (n) => `API: make ${some(n, 'token')} of the portal again, SCIM tokens included.`,
  },
  {
    count: `from api_tokens where portal_id = $1 and expires_at > now()`,
    words: (n) => `API: people make their ${some(n, 'own token')} again.`,
  },
  {
    count: `from sign_on_providers where portal_id = $1 and deleted_at is null`,
    words: (n) =>
      `Single sign-on: ${some(n, 'provider')}, turned off. Enter the client secret and give the provider the new addresses. Until then, everyone signs in with a password.`,
  },
  {
    count: `from sign_on_domains where portal_id = $1 and proved_at is not null`,
    words: (n) => `Single sign-on: prove ${some(n, 'domain')} again with a new DNS record.`,
  },
  {
    count: `from provisioning_settings where portal_id = $1 and is_on`,
    words: () => 'Provisioning: turn it on again and give the provider the new address and token.',
  },
  {
    count: `from custom_domains where portal_id = $1`,
    words: (n) => `Domains: ${some(n, 'custom domain')} must be proved again with new DNS records.`,
  },
  {
    count: `from custom_emails where portal_id = $1`,
    words: (n) => `E-mail: ${some(n, 'sender')} must be removed, added again, and proved with new DNS records.`,
  },
  {
    count: `from portal_users m where m.portal_id = $1 and m.left_at is null and (
      exists (select from authenticator_apps a where a.user_id = m.user_id and a.confirmed_at is not null)
      or exists (select from passkeys p where p.user_id = m.user_id))`,
    words: (n) =>
      `Two-step sign-in: ${some(n, 'person', 'people')} must set up an authenticator app or a passkey again.`,
  },
  {
    count: `from badges where portal_id = $1 and withdrawn_at is null`,
    words: (n) => `Badges: print ${some(n, 'badge')} again; the codes on them lead to the old address. PINs stay.`,
  },
  {
    count: `from invitations where portal_id = $1 and status in (${OPEN_INVITATIONS.join(', ')})`,
    words: (n) =>
      `Invitations: send ${some(n, 'open invitation')} again; the links that were mailed lead to the old address.`,
  },
]

const ask = async (client: pg.ClientBase, questions: readonly Question[], portalId: number): Promise<string[]> => {
  const lines: string[] = []
  for (const { count, words } of questions) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count ${count}`, [portalId])
    const number = rows[0]?.count ?? 0
    if (number > 0) lines.push(words(number))
  }
  return lines
}

export const underWay = (client: pg.ClientBase, portalId: number) => ask(client, UNDER_WAY, portalId)
export const sharedCourses = (client: pg.ClientBase, portalId: number) => ask(client, SHARED, portalId)
export const toSetAgain = (client: pg.ClientBase, portalId: number) => ask(client, SET_AGAIN, portalId)
