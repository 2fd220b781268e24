import { sql } from 'kysely'
import { NOTICE_DAYS, noticeDue } from '#features/api-tokens/server/api.ts'
import { notify } from '#features/notifications/server/api.ts'
import { z } from '#kernel/schema.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { each } from '#platform/jobs/each.ts'
import { handle, type JobHandler, job } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'

type NoticeServices = Pick<Services, 'portalById' | 'loadPortalAdmins'>
type Ending = {
  id: number
  portal_id: number
  name: string
  /** Whose it is; null for a token of the portal. */
  user_id: number | null
  is_provisioning: boolean
  created_at: Date
  expires_at: Date
}
type Recipient = { id: number; email: string | null; first_name: string | null }

const DAY_MS = 86_400_000

/** Tokens of all portals, and of people who may use theirs, that end within the time of the first notice. */
const endingSoon = async (tx: Tx, now: Date): Promise<Ending[]> => {
  const until = new Date(now.getTime() + NOTICE_DAYS[0] * DAY_MS)
  const { rows } = await sql<Ending>`
    select id, portal_id, name, null::bigint as user_id, 'provisioning' = any (scopes) as is_provisioning, created_at, expires_at
    from portal_tokens where revoked_at is null and expires_at > ${now} and expires_at <= ${until}
    union all
    select t.id, t.portal_id, t.name, t.user_id, false, t.created_at, t.expires_at
    from api_tokens t join portal_users m on m.portal_id = t.portal_id and m.user_id = t.user_id
    where t.expires_at > ${now} and t.expires_at <= ${until} and m.left_at is null and not m.is_blocked
    order by expires_at, id`.execute(tx)
  return rows
}

const recipientsOf = async (
  tx: Tx,
  services: NoticeServices,
  { portal_id, user_id }: Ending,
): Promise<readonly Recipient[]> =>
  user_id === null
    ? services.loadPortalAdmins(tx, portal_id)
    : tx
        .selectFrom('people')
        .select(['id', 'email', 'first_name'])
        .where('portal_id', '=', portal_id)
        .where('id', '=', user_id)
        .execute()

/** Announces the end of one token, each person once for each notice, however many processes see it. */
const announceOne = async (tx: Tx, services: NoticeServices, token: Ending, now: Date): Promise<void> => {
  const notice = noticeDue(token, now)
  const portal = notice === null ? null : await services.portalById(token.portal_id)
  if (!portal) return
  const { name, expires_at: endsAt, is_provisioning } = token
  const isPersonal = token.user_id !== null
  const daysLeft = Math.ceil((endsAt.getTime() - now.getTime()) / DAY_MS)
  const link = isPersonal ? '/profile/settings' : '/admin/two-way-api'
  for (const person of await recipientsOf(tx, services, token))
    await notify(
      tx,
      { portal, now },
      {
        user_id: person.id,
        key: `token:${isPersonal ? 'own' : 'portal'}:${token.id}:${notice}`,
        kind: 'token_ends',
        data: { name, ends_at: endsAt, time_zone: portal.setting.time_zone, days_left: daysLeft, link },
        mail: {
          to: person.email,
          course_id: null,
          template: 'token-ends',
          data: {
            ...{ first_name: person.first_name, name, ends_at: endsAt, days_left: daysLeft },
            ...{ is_personal: isPersonal, is_provisioning, link: `${portal.origin}${link}` },
          },
        },
      },
    )
}

/** Announces API tokens that end soon, 14 and 3 days before (INT-042). */
export const announceEnding = async (db: Db, services: NoticeServices, now: Date): Promise<void> =>
  each(await db.withPlatform((tx) => endingSoon(tx, now), 'read only'), (token) =>
    db.withPortal(token.portal_id, (tx) => announceOne(tx, services, token, now)),
  )

const ending = job({ name: 'two-way-api.tell-ending', data: z.object({}), seconds: 600 })

/** The jobs of the two-way API. */
export const jobs = (services: Services): JobHandler[] => [
  handle(ending, (_, { db, now }) => announceEnding(db, services, now), { cron: '17 * * * *' }),
]
