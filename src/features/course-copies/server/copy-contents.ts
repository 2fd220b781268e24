import { copyAssignments } from '#features/assignments/server/api.ts'
import { loadFormerSlugs } from '#features/courses/server/api.ts'
import { copyExams, loadPoolIdsOf } from '#features/exams/server/api.ts'
import { copyPlaces, copyThings, loadThings } from '#features/outline/server/api.ts'
import { copyPools } from '#features/question-pools/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { type CopiedIds, copyLinks, copyRows, rewriteTexts } from '#platform/db/copying/copy-rows.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Copied, withOwnLinks } from '../rules/own-links.ts'

type Course = { id: number; slug: string }

/** Texts in which authors can set links, with the rows that were copied. */
const rewriteLinks = async (tx: Tx, portal_id: number, copied: Copied, to: Course, questions: CopiedIds) => {
  const words = copied.from.map((slug) => `/${encodeURIComponent(slug)}`)
  const rewrite = (text: string) => withOwnLinks(text, copied)
  const of = (map: CopiedIds) => ({ portal_id, ids: [...map.values()], words })
  await rewriteTexts(tx, 'courses', { portal_id, ids: [to.id], words, column: 'description' }, rewrite)
  await rewriteTexts(tx, 'module_items', { ...of(copied.module_items), column: 'text' }, rewrite)
  await rewriteTexts(tx, 'exams', { ...of(copied.exams), column: 'description' }, rewrite)
  await rewriteTexts(tx, 'assignments', { ...of(copied.assignments), column: 'reqs' }, rewrite)
  await rewriteTexts(tx, 'questions', { ...of(questions), column: 'text' }, rewrite)
  await rewriteTexts(tx, 'questions', { ...of(questions), column: 'explanation' }, rewrite)
}

/**
 * Copies everything that is in a course, and what hangs on it elsewhere, into a new one (BLD-023, BLD-069). The original is
 * locked by the caller. The number of statements is the same for every course.
 */
export const copyContents = async (
  tx: Tx,
  ctx: SignedIn,
  { from, to }: { from: Course; to: Course },
): Promise<void> => {
  const portal_id = ctx.portal.id
  const place = { portal_id, to: to.id }
  const things = await loadThings(tx, portal_id, from.id)
  const { modules, module_items, scorm, cloud } = await copyThings(tx, place, things)
  const examIds = [...things.Exam.ids, ...things.Survey.ids]
  const { pools, questions } = await copyPools(tx, ctx, await loadPoolIdsOf(tx, portal_id, examIds))
  const exams = await copyExams(tx, { ...place, ids: examIds, pools })
  const assignments = await copyAssignments(tx, { ...place, ids: things.Assignment.ids })
  await copyPlaces(tx, place, things, {
    Module: modules,
    Exam: exams,
    Survey: exams,
    Assignment: assignments,
    ScormModule: scorm,
    CloudScormModule: cloud,
  })
  const course_id = new Map([[from.id, to.id]])
  await copyLinks(tx, 'course_mail_switches', { portal_id, columns: ['kind', 'is_mail_on'], moved: { course_id } })
  await copyRows(tx, 'shipping_settings', {
    portal_id,
    columns: ['option', 'shippable_product_id', 'category', 'carrier', 'price_cents'],
    set: { updated_at: ctx.now },
    moved: { course_id },
  })
  const origins = [ctx.host_portal.origin]
  const slugs = [from.slug, ...(await loadFormerSlugs(tx, portal_id, from.id))]
  const copied = { from: slugs, to: to.slug, origins, modules, module_items, exams, assignments, scorm, cloud }
  await rewriteLinks(tx, portal_id, copied, to, questions)
}
