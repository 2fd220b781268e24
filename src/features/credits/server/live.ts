import { type Tx, together } from '#platform/db/db.ts'
import { publishAll } from '#platform/live/publish.ts'
import type { CreditContext } from './accounts.ts'
import { courseCredits, portalCredits } from './store.ts'

/** The managers whose credits a movement changes: of the two accounts it is between, and of the holder's. */
const managersOf = async (tx: Tx, portalId: number, movementId: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('credit_movements as m')
    .innerJoin('credit_accounts as a', (join) =>
      join
        .onRef('a.portal_id', '=', 'm.portal_id')
        .on((eb) =>
          eb.or([
            eb('a.id', '=', eb.ref('m.debit_account_id')),
            eb('a.id', '=', eb.ref('m.credit_account_id')),
            eb('a.id', '=', eb.ref('m.holder_account_id')),
          ]),
        ),
    )
    .select('a.user_id')
    .distinct()
    .where('m.portal_id', '=', portalId)
    .where('m.id', '=', movementId)
    .where('a.user_id', 'is not', null)
    .execute()
  return rows.flatMap(({ user_id }) => user_id ?? [])
}

/**
 * Tells those who watch the course's enrollments what the portal has now, in all and for the course (CRD-027), and the
 * managers whose credits have changed that they have: they read their own numbers, never the portal's (PRT-055).
 */
export const tellCredits = async (
  tx: Tx,
  ctx: CreditContext,
  movement: { id: number; course_id: number },
): Promise<void> => {
  const { id, course_id } = movement
  const event = 'credits.updated'
  const portalId = ctx.portal.id
  const [managers, ofPortal, ofCourse] = await together([
    managersOf(tx, portalId, id),
    portalCredits(tx, portalId),
    courseCredits(tx, portalId, course_id),
  ])
  await publishAll(tx, [
    {
      channel: `enrolls.${course_id}`,
      event,
      data: {
        id,
        portalCredits: ofPortal,
        courseCredits: ofCourse,
      },
    },
    ...managers.map((userId) => ({ channel: `notifications.${userId}`, event, data: { id, course_id } })),
  ])
}
