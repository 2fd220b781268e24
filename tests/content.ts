import { type Actor, actorOf } from '#app/demo/actor.ts'
import type { TestApp, TestPortal } from './api.ts'

/** A portal with blog, catalog and shop, and an administrator who adds content. */
export const contentOf = async (
  t: TestApp,
  values: Record<string, unknown> = {},
): Promise<{ portal: TestPortal; editor: Actor }> => {
  const portal = await t.make.portal({
    is_marketable: true,
    has_course_catalog: true,
    has_blog: true,
    type: 2,
    ...values,
  })
  const person = await t.make.person('portal_admin', { portal })
  return { portal, editor: await actorOf(t.app, portal.id, { user_id: person.id, role: 'portal_admin' }) }
}
