import { reachFor, requireKnown } from '#features/accounts/server/api.ts'
import { reachCourse } from '#features/courses/server/api.ts'
import type { Permission } from '#kernel/access/permissions.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Kind } from '../rules/fields.ts'
import type { RecordKey } from './store.ts'

/** The permission with which the records of a kind are seen. */
export const SEEN_WITH: Record<Kind, Permission> = {
  settings: 'portal-settings.view',
  person: 'users.view',
  roles: 'permissions.view',
  course: 'courses.view',
}

/** Refuses those who do not see all records of the kind, whatever they see of the activity log. */
export const requireKind = (ctx: SignedIn, kind: Kind): void => {
  if (reachFor(ctx, SEEN_WITH[kind]) !== 'any') throw fail('not_enough_permissions')
}

/** The record that a call names; a person of another portal is `not_found` (HIS-017), one who left is there (HIS-007). */
export const requireRecord = async (
  tx: Tx,
  ctx: SignedIn,
  {
    kind,
    user_id: userId,
    course_id: courseId,
  }: { kind: Kind; user_id?: number | undefined; course_id?: number | undefined },
): Promise<RecordKey> => {
  requireKind(ctx, kind)
  const portal_id = ctx.portal.id
  if (kind === 'course') {
    const { id } = await reachCourse(tx, { ...ctx, scope: 'any' }, { id: courseId ?? 0 })
    return { portal_id, kind, record_id: id }
  }
  if (kind !== 'person') return { portal_id, kind, record_id: portal_id }
  await requireKnown(tx, { ...ctx, scope: 'any' }, userId ?? 0)
  return { portal_id, kind, record_id: userId ?? 0 }
}
