import { updateCourse, updatePrices } from '#features/courses/contract.ts'
import { modules, textItems } from '#features/outline/contract.ts'
import { finishModuleItem, listLearnerModules, showLearnerCourse } from '#features/progress/contract.ts'
import {
  declineUpdate,
  listSharedCourses,
  listSharesOfCourse,
  revokeShares,
  shareCourse,
  showCourseSource,
  takeUpdate,
} from '#features/shared-courses/contract.ts'
import { listCourseVersions, publishVersion } from '#features/versions/contract.ts'
import type { TestApp, TestPerson } from '../api.ts'
import { authoring } from '../authoring.ts'
import { learning, type OutlineSpec } from '../learning.ts'

/** Courses that portals share with each other, through the calls of the people on both sides. */
export const sharing = (t: TestApp) => {
  const make = authoring(t)
  const learn = learning(t)

  /** A published course of a portal, with what its author does. */
  const source = async (outline: OutlineSpec[] = [['Text', 'Text'], { pools: [{ questions: 2 }] }, 'Assignment']) => {
    const author = await t.make.person('portal_admin')
    const api = t.as(author)
    const { portal } = author
    const course = await learn.course(portal, outline, { publication_status: 1 })
    const instructor = await t.make.person('instructor', { portal })
    await t.platform(async (tx) => {
      const at = { portal_id: portal.id, course_id: course.id }
      await tx
        .insertInto('course_instructors')
        .values({ ...at, user_id: instructor.id, is_primary: true })
        .execute()
      await tx
        .insertInto('course_pricings')
        .values({ ...at, from: 1, price_cents: 4900 })
        .execute()
    })
    const params = { slug: course.slug }
    await api.call(updateCourse, { params, body: { publication_status: 2 } })
    const shares = async () => (await api.call(listSharesOfCourse, { params, query: { per_page: 100 } })).data
    return {
      ...{ author, api, course, portal, params, shares },
      share: async (...to: TestPerson[]) => {
        const body = { portal_ids: to.map((person) => person.portal.id) }
        return (await api.call(shareCourse, { params, body })).data
      },
      /** How the course stands with a portal. */
      shareWith: async ({ portal: to }: TestPerson) => (await shares()).find((one) => one.portal.id === to.id),
      revoke: async (...to: TestPerson[]) => {
        const body = { portal_ids: to.map((person) => person.portal.id) }
        return (await api.call(revokeShares, { params, body })).data.revoked
      },
      rename: (title: string) => api.call(updateCourse, { params, body: { title } }),
      editText: (id: number, text: string) =>
        api.call(textItems.update, { params: { id }, body: { text: `<p>${text}</p>` } }),
      addText: async (text: string) => {
        const module_id = course.outline.find(({ type }) => type === 'Module')?.id as number
        return (await api.call(textItems.create, { body: { module_id, title: text, text: `<p>${text}</p>` } })).data.id
      },
      addModule: async (title: string) =>
        (await api.call(modules.create, { params: { courseId: course.id }, body: { title } })).data.id,
      publish: async () => {
        const { newest } = await api.call(listCourseVersions, { params })
        return (await api.call(publishVersion, { params, body: { newest } })).data.number
      },
    }
  }

  /** What the admin of a receiving portal has of the one course that was shared with it, and does about it. */
  const received = async (admin: TestPerson) => {
    const api = t.as(admin)
    const list = async () => (await api.call(listSharedCourses, {})).data
    const [first] = await list()
    if (!first) throw new Error('Nothing was shared with this portal')
    const { id, slug } = first.course
    const params = { slug }
    return {
      ...{ id, slug, params, api },
      show: async () => (await api.call(showCourseSource, { params })).data,
      take: (release: number) => api.call(takeUpdate, { params, body: { release } }),
      decline: (release: number) => api.call(declineUpdate, { params, body: { release } }),
      versions: () => api.call(listCourseVersions, { params }),
      /** Sets what the portal owns, and puts the course on sale. */
      sell: async (price: number) => {
        const instructor = await t.make.person('instructor', { portal: admin.portal })
        await t.platform((tx) =>
          tx
            .insertInto('course_instructors')
            .values({ portal_id: admin.portal.id, course_id: id, user_id: instructor.id, is_primary: true })
            .execute(),
        )
        await api.call(updatePrices, { params, body: { course_pricings: [{ from: 1, price }] } })
        await api.call(updateCourse, { params, body: { publication_status: 2 } })
      },
    }
  }

  /** A learner in a course of a portal. */
  const learner = async (admin: TestPerson, course: { id: number; slug: string }) => {
    const person = await t.make.person('learner', { portal: admin.portal })
    const related_id = await make.enroll(admin.portal, course.id, person)
    const api = t.as(person)
    const at = { params: { slug: course.slug }, query: { related_id } }
    return {
      ...{ person, related_id, api },
      course: async () => (await api.call(showLearnerCourse, at)).data,
      outline: async () =>
        (await api.call(listLearnerModules, at)).data.map(({ itemable_type, itemable_id, title, items }) => ({
          itemable_type,
          itemable_id,
          title,
          items: items.map((item) => item.title),
        })),
      finish: (itemId: number) =>
        api.call(finishModuleItem, { params: { itemType: 'Text' as const, itemId }, body: { related_id } }),
    }
  }

  return { source, received, learner, run: () => t.app.jobs.drain() }
}
