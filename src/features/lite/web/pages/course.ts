import { createCertificates } from '#features/certificates/contract.ts'
import { finishCourse, listLearnerModules, showLearnerCourse } from '#features/progress/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { continueLabel, ITEM_WORDS, statusSentence } from '#kernel/format/learning-words.ts'
import { confirmation } from '#kernel/product/texts.ts'
import { fullCoursePath, fullItemPath, liteItemPath, litePath, needsFull, switchTo } from '../../rules/addresses.ts'
import { type Html, html } from '../html.ts'
import { attempt, type Failure, type LiteAnswer, type LiteHandler, type LiteRequest } from '../lite-request.ts'
import { dayText, form, linkButton, note, problem, progressBar, submit } from '../parts.ts'
import { certificateList, certificatesOf } from './certificates.ts'

type Course = Wire<typeof showLearnerCourse>['data']
type Outline = Wire<typeof listLearnerModules>
type Entry = Outline['data'][number]
type Step = Entry | Entry['items'][number]
type Place = { slug: string; related_id: number }

/** What the lite version can show: packages and assignments are left to the full one. */
const isShown = (type: string) => !/^(Assignment|ScormModule|CloudScormModule)$/.test(type)

const step = (
  place: Place,
  item: Step,
  { module_id, needs_full }: { module_id?: number; needs_full: boolean },
): Html => {
  const target = { itemable_type: item.itemable_type, itemable_id: item.itemable_id, module_id: module_id ?? null }
  const isFull = needs_full || !isShown(item.itemable_type)
  const state = item.is_locked ? 'Locked' : statusSentence(item.status)
  const words = html`${item.title}<small>${ITEM_WORDS[item.itemable_type] ?? 'Module'} · ${state}${isFull && ' · full version'}</small>`
  // What a sequential course keeps closed is named, but leads nowhere (LRN-027).
  if (item.is_locked) return html`<li><div>${words}</div></li>`
  const path = isFull ? needsFull(fullItemPath(place, target)) : liteItemPath(place, target)
  return html`<li><a href="${path}">${words}</a></li>`
}

/** The outline of a course with the status of every item, in its order (LIT-009). */
export const outlineList = (place: Place, { data }: Pick<Outline, 'data'>, needs_full: boolean): Html => {
  const entries = data.map((entry) => {
    if (entry.itemable_type !== 'Module' || entry.items.length === 0) return step(place, entry, { needs_full })
    const inner = entry.items.map((item) => step(place, item, { module_id: entry.itemable_id, needs_full }))
    return html`<li><h3>${entry.title}</h3><ol class="outline">${inner}</ol></li>`
  })
  return html`<ol class="outline">${entries}</ol>`
}

/** Where to go on, and what stands in the way. */
const continuing = (at: LiteRequest, place: Place, course: Course, { meta }: Outline): Html | null => {
  const { continue_item: next } = meta
  const { learner } = course
  if (course.has_rules && learner.access === 'active' && !learner.completed_at)
    return note(
      'warn',
      html`<p>Rules for this course ask for time that is counted while you learn. Only the full version can count it.</p><p>${linkButton(next ? fullItemPath(place, next) : switchTo('full', fullCoursePath(place)), 'Open in the full version')}</p>`,
    )
  if (meta.can_finish)
    return note(
      'good',
      html`<p><strong>Everything is done.</strong> ${confirmation('complete_course').text} Then you receive your certificate.</p>${form(at, litePath(place), html`<input type="hidden" name="do" value="finish">${submit('Complete the course')}`)}`,
    )
  if (learner.access === 'pending')
    return note('warn', html`<p>This course starts on ${dayText(at, learner.starts_at)}.</p>`)
  if (learner.access === 'expired' && !learner.completed_at)
    return note('warn', html`<p>Your access to this course has ended.</p>`)
  return next && html`<p>${linkButton(liteItemPath(place, next), continueLabel(meta.status))}</p>`
}

const finished = async (at: LiteRequest, place: Place, course: Course): Promise<Html> => {
  const certificates = await certificatesOf(at, { id: course.id, related_id: place.related_id })
  const ask = form(
    at,
    litePath(place),
    html`<input type="hidden" name="do" value="certificate"><p>You have finished the course. Your certificate can be made now.</p>${submit('Generate certificate')}`,
  )
  return html`<h2>Certificate</h2>${certificateList(at, certificates) ?? ask}`
}

const coursePage = async (at: LiteRequest, place: Place, failure?: Failure): Promise<LiteAnswer> => {
  const query = { related_id: place.related_id }
  const params = { slug: place.slug }
  const [{ data: course }, outline] = await Promise.all([
    at.api.call(showLearnerCourse, { params, query }),
    at.api.call(listLearnerModules, { params, query }),
  ])
  const { learner } = course
  const isFinished = learner.completed_at !== null
  const isOpen = learner.is_readable
  const hasLocked = outline.data.some((entry) => [entry, ...entry.items].some((item) => item.is_locked))
  return {
    title: failure ? `Error: ${course.title}` : course.title,
    ...(failure && { status: failure.status }),
    main: html`<h1>${course.title}</h1>${problem(failure)}${at.query.has('finished') && isFinished && note('good', html`<p role="status"><strong>You have finished the course.</strong> Well done.</p>`)}${progressBar(outline.meta.progress, 'Course progress')}<p>${outline.meta.items_done} of ${outline.meta.items_total} items done.${learner.due_at && !isFinished && html` Due ${dayText(at, learner.due_at)}.`}</p>${continuing(at, place, course, outline)}${isFinished && (await finished(at, place, course))}<h2>Outline</h2>${hasLocked && html`<p class="soft">Locked items open in order, each after the one before it is done.</p>`}${outlineList(place, isOpen ? outline : closed(outline), course.has_rules && !isFinished)}`,
  }
}

/** Nothing of a course can be opened before it starts and after access has ended. */
const closed = ({ data }: Outline): Pick<Outline, 'data'> => ({
  data: data.map((entry) => ({
    ...entry,
    is_locked: true,
    items: entry.items.map((item) => ({ ...item, is_locked: true })),
  })),
})

/** A course: how far one is, where to go on, the outline, and the certificate at its end. */
export const course: LiteHandler = async (at) => {
  const { slug = '', relatedId } = at.params
  const place = { slug, related_id: Number(relatedId) }
  if (!at.form) return coursePage(at, place)
  const isCertificate = at.form.get('do') === 'certificate'
  const { failure } = await attempt<unknown>(at, () =>
    isCertificate
      ? at.api.call(createCertificates, { body: { users_courses: [place.related_id] } })
      : at.api.call(finishCourse, { params: { slug }, body: { related_id: place.related_id } }),
  )
  if (failure) return coursePage(at, place, failure)
  return { to: `${litePath(place)}${isCertificate ? '' : '?finished=1'}` }
}

/** The newest enrollment in a course (ROU-050). */
export const newestCourse: LiteHandler = async (at) => {
  const { slug = '' } = at.params
  const { data } = await at.api.call(showLearnerCourse, { params: { slug } })
  return { to: litePath({ slug, related_id: data.learner.id }) }
}
