import { notify } from '#features/notifications/server/api.ts'
import { togglesOfRoles } from '#features/permissions/server/api.ts'
import { accessOf, ROLE_NAMES } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'

type To = Pick<Context, 'portal' | 'now'>

/** The people of the portal whose role may take or decline updates of every course. */
const deciders = async (tx: Tx, { portal }: To) => {
  const togglesOf = await togglesOfRoles(tx, portal)
  const condition = { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core }
  const roles = ROLE_NAMES.filter(
    (role) => accessOf(role, 'shared-courses.update', { toggles: togglesOf(role), condition }) === 'any',
  )
  return tx
    .selectFrom('people')
    .select(['people.id', 'people.email', 'people.first_name'])
    .where('people.portal_id', '=', portal.id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('portal_user_roles as held')
          .select('held.user_id')
          .where('held.portal_id', '=', portal.id)
          .whereRef('held.user_id', '=', 'people.id')
          .where('held.role', 'in', roles),
      ),
    )
    .orderBy('people.id')
    .execute()
}

type SharedNews = {
  course: { id: number; slug: string; title: string }
  source: string
  release: number
  news: 'arrived' | 'update'
}

/**
 * Tells those who may take it that a shared course has arrived, or that an update of one is offered, in the bell and by mail
 * (SHR-036). A job that runs again tells nobody twice.
 */
export const tellShared = async (tx: Tx, to: To, { course, source, release, news }: SharedNews): Promise<void> => {
  const link = `/courses/builder/${course.slug}/source`
  const course_title = course.title
  for (const { id, email, first_name } of await deciders(tx, to)) {
    const key = `shared-course:${course.id}:${release}:${id}`
    await notify(tx, to, {
      user_id: id,
      kind: 'shared_course',
      key,
      data: { course_title, portal_name: source, news, link },
      mail: {
        template: 'shared-course',
        to: email,
        key,
        course_id: null,
        data: { first_name, course_title, source, news, link: `${to.portal.origin}${link}` },
      },
    })
  }
}
