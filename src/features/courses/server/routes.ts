import { inNamedPortal } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { parseSort } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { copyCourse } from '../contract-copy.ts'
import { showDueDates, updateDueDates } from '../contract-due.ts'
import { selectCourses } from '../contract-selects.ts'
import { setCourseMarketable } from '../contract-selling.ts'
import type { Publication } from '../rules/publication.ts'
import { reachCourse } from './access.ts'
import { addInstructor, makePrimaryInstructor, removeInstructor } from './actions/change-instructors.ts'
import { changePicture, type Picture } from './actions/change-pictures.ts'
import { copyCourse as makeCopy } from './actions/copy-course.ts'
import { createCourse } from './actions/create-course.ts'
import { deleteCourse } from './actions/delete-course.ts'
import { addCertificateTemplate, changeCertificateTemplate } from './actions/save-certificate-template.ts'
import { setMarketable } from './actions/set-marketable.ts'
import { updateCourse } from './actions/update-course.ts'
import { updateDueDates as saveDueDates } from './actions/update-due-dates.ts'
import { updatePrices } from './actions/update-prices.ts'
import { listCourseRows } from './authoring-store.ts'
import { ownFilter } from './own-filter.ts'
import { loadInstructors } from './people-store.ts'
import { presentCourse, presentSummaries, presentTiers } from './present.ts'
import { type CourseRow, loadMovedSlug, loadTiers, type Tier } from './store.ts'
import { loadTemplate, withFiles } from './templates-store.ts'

const SORTS = {
  id: [],
  title: [{ name: 'title', type: 'text', expression: 'title collate "C"' }],
  updated_at: [{ name: 'updated_at', type: 'timestamptz' }],
  popularity: [{ name: 'popularity', type: 'int' }],
} as const

/** The course of an address, also of a former one, which the page then replaces (ROU-004). */
const reachByAnySlug = async (tx: Tx, ctx: SignedIn, slug: string): Promise<CourseRow> => {
  const moved = await loadMovedSlug(tx, ctx.portal.id, slug)
  return reachCourse(tx, ctx, { slug: moved ?? slug })
}

const presentPrices = (course: CourseRow, tiers: readonly Tier[]) => ({
  course: {
    id: course.id,
    slug: course.slug,
    title: course.title,
    publication_status: course.publication_status as Publication,
  },
  course_pricings: presentTiers(tiers),
  min_credit_price: course.min_credit_price_cents,
  max_discount: course.max_discount,
  credit_price: course.credit_price_cents,
})

/** A short list that is answered whole (API-007). */
const whole = <T>(data: T[]) => ({ data, meta: { next_cursor: null, prev_cursor: null } })

/** The two calls of one picture (BLD-035). */
const pictureRoutes = (
  services: Services,
  { upload, remove }: typeof contract.thumbnail,
  picture: Picture,
): Route[] => [
  route(upload, async ({ tx, ctx, params, body, files: uploads }) => {
    const sent = { ...body, uploads }
    const course = await changePicture(tx, ctx, services.files, { slug: params.slug, picture, sent })
    return { data: await presentCourse(tx, ctx, services, course) }
  }),
  route(remove, async ({ tx, ctx, params }) => {
    const course = await changePicture(tx, ctx, services.files, { slug: params.slug, picture, sent: null })
    return { data: await presentCourse(tx, ctx, services, course) }
  }),
]

/** The calls of courses; functions of slices above are passed in. */
export const routes = (services: Services): Route[] => [
  ...pictureRoutes(services, contract.thumbnail, 'thumbnail'),
  ...pictureRoutes(services, contract.seoImage, 'seo_image'),
  ...pictureRoutes(services, contract.authorAvatar, 'author_avatar'),
  route(contract.listCourses, async ({ tx, ctx, query }) => {
    const { cursor, per_page, sort, ...filter } = query
    const order = parseSort(sort, ['id', 'title', 'updated_at', 'popularity'])
    if (!order) throw fail('invalid', { field: 'sort' })
    const { data, meta } = await listCourseRows(tx, ctx.portal.id, await ownFilter(tx, ctx, filter), {
      cursor,
      per_page,
      sort,
      keys: [...SORTS[order.field]],
      direction: order.is_descending ? 'desc' : 'asc',
    })
    return { data: await presentSummaries(tx, ctx, data), meta }
  }),
  route(selectCourses, ({ tx, ctx, query }) => {
    const { portal_id, cursor, per_page, sort, ...filter } = query
    return inNamedPortal(tx, ctx, { portal_id, portalById: services.portalById }, async (there) => {
      const narrowed = await ownFilter(tx, there, filter)
      const request = { cursor, per_page, sort, keys: [...SORTS.title] }
      const { data, meta } = await listCourseRows(tx, there.portal.id, narrowed, request)
      return { data: data.map((row) => ({ ...row, publication_status: row.publication_status as Publication })), meta }
    })
  }),
  route(contract.createCourse, async ({ tx, ctx, body }) => ({
    data: await presentCourse(tx, ctx, services, await createCourse(tx, ctx, body)),
  })),
  route(contract.showCourse, async ({ tx, ctx, params }) => ({
    data: await presentCourse(tx, ctx, services, await reachByAnySlug(tx, ctx, params.slug)),
  })),
  route(contract.updateCourse, async ({ tx, ctx, params, body }) => ({
    data: await presentCourse(tx, ctx, services, await updateCourse(tx, ctx, services, params, body)),
  })),
  route(copyCourse, async ({ tx, ctx, params, body }) => ({
    data: await presentCourse(tx, ctx, services, await makeCopy(tx, ctx, services, { ...params, ...body })),
  })),
  route(setCourseMarketable, async ({ tx, ctx, params, body }) => ({
    data: await presentCourse(tx, ctx, services, await setMarketable(tx, ctx, params, body.is_marketable)),
  })),
  route(contract.deleteCourse, async ({ tx, ctx, params }) => ({ data: await deleteCourse(tx, ctx, params) })),

  route(contract.showPrices, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, params)
    const tiers = await loadTiers(tx, ctx.portal.id, [course.id])
    return { data: presentPrices(course, tiers.get(course.id) ?? []) }
  }),
  route(contract.updatePrices, async ({ tx, ctx, params, body }) => {
    const { course, tiers } = await updatePrices(tx, ctx, services, params, body)
    return { data: presentPrices(course, tiers) }
  }),

  route(showDueDates, async ({ tx, ctx, params }) => {
    const { due_days, due_at } = await reachCourse(tx, ctx, params)
    return { data: { due_days, due_at } }
  }),
  route(updateDueDates, async ({ tx, ctx, params, body }) => {
    const { due_days, due_at } = await saveDueDates(tx, ctx, params, body)
    return { data: { due_days, due_at } }
  }),

  route(contract.listInstructors, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, params)
    return whole((await loadInstructors(tx, ctx.portal.id, [course.id])).get(course.id) ?? [])
  }),
  route(contract.addInstructor, async ({ tx, ctx, params, body }) =>
    whole(await addInstructor(tx, ctx, params, body.user_id)),
  ),
  route(contract.removeInstructor, async ({ tx, ctx, params }) =>
    whole(await removeInstructor(tx, ctx, services, params, params.userId)),
  ),
  route(contract.makePrimaryInstructor, async ({ tx, ctx, params }) =>
    whole(await makePrimaryInstructor(tx, ctx, params, params.userId)),
  ),

  route(contract.showCertificateTemplate, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, params)
    const template = await loadTemplate(tx, ctx.portal.id, course.certificate_template_id)
    return { data: template && (await withFiles(tx, ctx.portal.id, template)) }
  }),
  route(contract.createCertificateTemplate, async ({ tx, ctx, params, body }) => ({
    data: await withFiles(tx, ctx.portal.id, await addCertificateTemplate(tx, ctx, params, body)),
  })),
  route(contract.updateCertificateTemplate, async ({ tx, ctx, params, body }) => ({
    data: await withFiles(tx, ctx.portal.id, await changeCertificateTemplate(tx, ctx, params, body)),
  })),
]
