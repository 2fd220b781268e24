import { challengeName, challengeValue, isDomainProved } from '#features/domains/server/api.ts'
import { z } from '#kernel/schema.ts'
import { logActivity, NO_REQUEST } from '#platform/db/activity.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { enqueue, handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import { sendMail } from '#platform/mail/mail.ts'
import type { Services } from '#platform/services.ts'
import { GRACE_DAYS, proofAfter } from '../rules/domain-proof.ts'
import { type DomainRow, domainsDue, listDomains, saveProof } from './store.ts'

const MOST_AT_ONCE = 200

const checkOne = job({
  name: 'single-sign-on.check-domain',
  data: z.object({ portal_id: z.int(), id: z.int() }),
  retries: 3,
  seconds: 60,
})
/** Finds the proved domains whose record was not looked at for a day. */
export const checkDueDomains = job({
  name: 'single-sign-on.check-domains',
  data: z.object({}),
  retries: 0,
  seconds: 60,
})

/** Tells the admins of the portal that the record of a domain is gone, or that its proof is. */
const mailAdmins = async (tx: Tx, services: Services, portalId: number, row: DomainRow, isOver: boolean, now: Date) => {
  const portal = await services.portalById(portalId)
  if (!portal) return
  const since = row.missing_since ?? now
  for (const { id, email, first_name } of await services.loadPortalAdmins(tx, portalId))
    await sendMail(tx, {
      portal_id: portalId,
      to: email,
      key: `sign-on-domain:${row.id}:${isOver}:${since.getTime()}:${id}`,
      template: 'sign-on-domain',
      data: {
        first_name,
        name: row.domain,
        is_over: isOver,
        until: new Date(since.getTime() + GRACE_DAYS * 86_400_000),
        record_name: challengeName(row.domain),
        record_value: challengeValue(row.token),
        link: `${portal.origin}/portals/sign-on`,
      },
    })
}

const checkDomain = async (db: Db, services: Services, portalId: number, id: number, now: Date): Promise<void> => {
  const read = (tx: Tx) => listDomains(tx, portalId).then((rows) => rows.find((row) => row.id === id))
  const before = await db.withPortal(portalId, read, 'read only')
  if (!before?.proved_at) return
  const isProved = await isDomainProved(services.config, before.domain, before.token)
  await db.withPortal(portalId, async (tx) => {
    const row = await read(tx)
    // Given up, or checked by hand, while we asked.
    if (!row?.proved_at || row.checked_at?.getTime() !== before.checked_at?.getTime()) return
    const { event, ...proof } = proofAfter(
      { proved_at: row.proved_at, missing_since: row.missing_since },
      isProved,
      now,
    )
    await saveProof(tx, portalId, id, { ...proof, checked_at: now })
    if (event === null) return
    await logActivity(
      tx,
      { portal: { id: portalId }, viewer: null, now, request: NO_REQUEST },
      {
        action: `sign-on-domain.${event}`,
        subject_type: 'sign-on-provider',
        subject_id: row.provider_id,
        changes: { name: row.domain },
      },
    )
    if (event !== 'recover') await mailAdmins(tx, services, portalId, row, event === 'lose', now)
  })
}

/** A proved domain is looked up every day: who has lost a domain must not open the accounts of its next owner (SSO-017). */
export const domainJobs = (services: Services): JobHandler[] => [
  handle(checkOne, ({ portal_id: portalId, id }, { db, now }) => checkDomain(db, services, portalId, id, now)),
  handle(
    checkDueDomains,
    (_, { db, now }) =>
      db.withPlatform(async (tx) => {
        for (const { portal_id, id } of await domainsDue(tx, now, MOST_AT_ONCE))
          await enqueue(tx, checkOne, { portal_id, id }, { singleton_key: String(id) })
      }),
    { cron: '*/10 * * * *' },
  ),
]
