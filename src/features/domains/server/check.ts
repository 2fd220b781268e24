import { z } from '#kernel/schema.ts'
import { logActivity, NO_REQUEST } from '#platform/db/activity.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { job } from '#platform/jobs/jobs.ts'
import { sendMail } from '#platform/mail/mail.ts'
import type { Services } from '#platform/services.ts'
import { takenRecord } from '../rules/domain-records.ts'
import { GRACE_DAYS, type NextState, nextState } from '../rules/next-state.ts'
import { type DnsRecord, isRight } from '../rules/record.ts'
import { findDomainRecords, findHttpsRecords, findSenderRecords } from './find-records.ts'
import {
  awaitCertificate,
  type Checked,
  type CheckKind,
  type DomainRow,
  dkimKeyOf,
  domainById,
  type EmailRow,
  emailById,
  isActiveElsewhere,
  saveCheckedDomain,
  saveCheckedEmail,
  statusOf,
} from './store.ts'

/** Checks the records of one domain or sender. */
export const checkOne = job({
  name: 'domains.check',
  data: z.object({ kind: z.enum(['domain', 'email']), portal_id: z.int(), id: z.int() }),
  retries: 3,
  seconds: 120,
})
/** Finds what is due, every minute. */
export const checkDue = job({ name: 'domains.check-due', data: z.object({}), retries: 0, seconds: 60 })

const DAY = 86_400_000
const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)
const nameOf = (row: DomainRow | EmailRow) => ('host' in row ? row.host : row.email)
const stateOf = (row: DomainRow | EmailRow) => ({ ...row, status: statusOf(row) })

/** Writes down what has changed, tells admins of trouble and lets everybody read the portal again. */
const tell = async (
  tx: Tx,
  services: Services,
  row: DomainRow | EmailRow,
  { state, records, now }: Checked,
): Promise<void> => {
  const { event } = state
  if (event === null) return
  const portalId = row.portal_id
  const kind = 'host' in row ? 'custom-domain' : 'custom-email'
  await logActivity(
    tx,
    { portal: { id: portalId }, viewer: null, now, request: NO_REQUEST },
    { action: `${kind}.${event}`, subject_type: kind, subject_id: row.id, changes: { name: nameOf(row) } },
  )
  await services.portalChanged(tx, portalId)
  if (event !== 'warned' && event !== 'failed') return
  const portal = await services.portalById(portalId)
  if (!portal) return
  const base = new URL(services.config.PUBLIC_ORIGIN ?? `http://${services.config.BASE_HOST}:${services.config.PORT}`)
  base.hostname = `${portal.slug}.${base.hostname}`
  const since = state.failing_since ?? row.failing_since ?? now
  for (const { id, email, first_name } of await services.loadPortalAdmins(tx, portalId))
    await sendMail(tx, {
      portal_id: portalId,
      to: email,
      key: `${kind}:${row.id}:${event}:${since.getTime()}:${id}`,
      template: 'domain-problem',
      data: {
        first_name,
        name: nameOf(row),
        is_sender: kind === 'custom-email',
        is_over: event === 'failed',
        until: new Date(since.getTime() + GRACE_DAYS * DAY),
        problems: records
          .filter(({ state, is_required: isRequired }) => isRequired && state !== 'ok')
          .map(({ type, name, advice }) => ({ record: `${type} ${name}`, advice })),
        link: `${base.origin}/admin/portal/settings`,
      },
    })
}

const isTaken = (error: unknown) => (error as { constraint?: string }).constraint === 'custom_domains_active'

const keptDomain = (db: Db, services: Services, row: DomainRow, checked: Checked): Promise<void> =>
  db.withPortal(row.portal_id, async (tx) => {
    if (await saveCheckedDomain(tx, row, checked)) await tell(tx, services, row, checked)
  })

/** Another portal has the domain: the claim waits, however right its records are (PRT-091). */
const withoutIt = (row: DomainRow, records: readonly DnsRecord[], now: Date): Checked => {
  const taken = records.map((record) => (record.purpose === 'ownership' ? takenRecord(record) : record))
  return { records: taken, state: nextState(stateOf(row), taken, 'ownership', now), now }
}

/** The answers over HTTPS of a domain whose records are right; its web server may get a certificate from then on (PRT-110). */
const openDomain = async (db: Db, services: Services, row: DomainRow): Promise<DnsRecord[]> => {
  await db.withPortal(row.portal_id, (tx) => awaitCertificate(tx, row))
  return findHttpsRecords(services.config, row.host)
}

const checkDomain = async (db: Db, services: Services, row: DomainRow, now: Date): Promise<void> => {
  const answers = await findDomainRecords(services.config, row.host, row.token)
  const isElsewhere = await db.withPlatform((tx) => isActiveElsewhere(tx, row.host, row.portal_id), 'read only')
  if (isElsewhere) return keptDomain(db, services, row, withoutIt(row, answers, now))
  const records = isRight(answers) ? [...answers, ...(await openDomain(db, services, row))] : answers
  const state: NextState = nextState(stateOf(row), records, 'ownership', now)
  try {
    await keptDomain(db, services, row, { records, state, now })
  } catch (error) {
    // Two portals have proved it at the same moment, and the other one was faster.
    if (!isTaken(error)) throw error
    await keptDomain(db, services, row, withoutIt(row, records, now))
  }
}

const checkEmail = async (db: Db, services: Services, row: EmailRow, now: Date): Promise<void> => {
  const domain = domainOf(row.email)
  const key = await db.withPortal(row.portal_id, (tx) => dkimKeyOf(tx, row.portal_id, domain), 'read only')
  if (!key) return
  const records = await findSenderRecords(services.config, domain, key)
  const state = nextState(stateOf(row), records, 'dkim', now)
  await db.withPortal(row.portal_id, async (tx) => {
    if (await saveCheckedEmail(tx, row, { records, state, now })) await tell(tx, services, row, { records, state, now })
  })
}

type Subject = { kind: CheckKind; portal_id: number; id: number }

/** Looks the records up, outside of every transaction, and keeps what came of it (PRT-093). */
export const runCheck = async (db: Db, services: Services, subject: Subject, now: Date): Promise<void> => {
  const { kind, portal_id: portalId, id } = subject
  if (kind === 'domain') {
    const row = await db.withPortal(portalId, (tx) => domainById(tx, portalId, id), 'read only')
    if (row) await checkDomain(db, services, row, now)
    return
  }
  const row = await db.withPortal(portalId, (tx) => emailById(tx, portalId, id), 'read only')
  if (row) await checkEmail(db, services, row, now)
}
