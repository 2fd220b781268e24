import { createEnrollments } from '#features/enrollments/contract.ts'
import { DEMO_BADGES } from '#kernel/access/demo-badges.ts'
import { hashPassword } from '#platform/passwords.ts'
import type { Config } from '#platform/process/config.ts'
import type { App } from '../app.ts'
import { clientOf } from './client.ts'
import type { DemoPortals } from './create-portals.ts'

const INDUCTION = 'Quarry Induction'
const [WADE, ROSA] = DEMO_BADGES.numbers

/** Two workers of the quarry without an e-mail: they have a badge, a PIN and a course to take (BDG-035). */
export const loadBadges = async (
  app: App,
  config: Config,
  founded: DemoPortals,
  courses: ReadonlyMap<string, { id: number }> | undefined,
): Promise<void> => {
  const portal = founded.portals.get('granite')
  const course = courses?.get(INDUCTION)
  if (!portal || !course) throw new Error('The demo has no quarry')
  const admin = { user_id: founded.people.get('gina@example.com') ?? 0, role: 'portal_admin' as const }
  const { api } = await clientOf(app, config, admin, portal)
  await api.call(createEnrollments, {
    body: {
      course_id: course.id,
      role_id: 'learner',
      new_people: [
        { first_name: 'Wade', last_name: 'Quarryman', badge_number: WADE },
        { first_name: 'Rosa', last_name: 'Rigger', badge_number: ROSA },
      ],
    },
  })
  // Everyone has the same known PIN, so it is hashed once.
  const secret = { secret_hash: await hashPassword(DEMO_BADGES.pin), is_pin: true, set_at: new Date() }
  await app.db.withPortal(portal.id, async (tx) => {
    const holders = await tx
      .selectFrom('badges')
      .select('user_id')
      .where('portal_id', '=', portal.id)
      .where('number', 'in', [...DEMO_BADGES.numbers])
      .execute()
    await tx
      .insertInto('badge_secrets')
      .values(holders.map((holder) => ({ portal_id: portal.id, user_id: holder.user_id, ...secret })))
      .execute()
  })
}
