import { listLearnerCourses } from '#features/progress/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { continueLabel } from '#kernel/format/learning-words.ts'
import { liteItemPath, litePath } from '../../rules/addresses.ts'
import { type Html, html } from '../html.ts'
import type { LiteHandler, LiteRequest } from '../lite-request.ts'
import { dayText, linkButton, progressBar } from '../parts.ts'

type Course = Wire<typeof listLearnerCourses>['data'][number]

const PER_PAGE = 20

const facts = (at: LiteRequest, { author, learner }: Course): Html => {
  const until = learner.completed_at
    ? html`Completed ${dayText(at, learner.completed_at)}`
    : learner.access === 'expired'
      ? html`Access has ended`
      : learner.access === 'pending'
        ? html`Starts ${dayText(at, learner.starts_at)}`
        : html`Open until ${dayText(at, learner.expires_at, { isEnd: true })}`
  return html`<p class="soft">${author.name && html`${author.name}. `}${learner.due_at && html`Due ${dayText(at, learner.due_at)}. `}${until}</p>`
}

/** A course with where to go on in it (LIT-008). */
const card = (at: LiteRequest, course: Course): Html => {
  const place = { slug: course.slug, related_id: course.learner.id }
  const { continue_item: next } = course
  const start = next && !course.has_rules ? liteItemPath(place, next) : litePath(place)
  return html`<li class="card"><h2><a href="${litePath(place)}">${course.title}</a></h2>${facts(at, course)}${progressBar(course.progress, `Progress in ${course.title}`)}${course.learner.is_readable && html`<p>${linkButton(start, continueLabel(course.status), course.learner.completed_at !== null)}</p>`}</li>`
}

/** The own courses, those that can be taken or those that are over, a page at a time. */
export const courses: LiteHandler = async (at) => {
  const isPast = at.query.get('state') === 'past'
  const cursor = at.query.get('cursor')
  const state = isPast ? 'past' : 'current'
  const list = await at.api.call(listLearnerCourses, {
    query: { state, per_page: PER_PAGE, ...(cursor && { cursor }) },
  })
  const title = isPast ? 'Past courses' : 'My courses'
  const empty = isPast
    ? 'No past course yet. Courses that you finish are listed here.'
    : 'No course to take now. Courses that you are enrolled in are listed here.'
  const next = list.meta.next_cursor
  return {
    title,
    main: html`<h1>${title}</h1>${list.data.length === 0 ? html`<p>${empty}</p>` : html`<ul class="list">${list.data.map((course) => card(at, course))}</ul>`}${next && html`<p><a href="/lite?state=${state}&amp;cursor=${encodeURIComponent(next)}">More courses</a></p>`}<p>${isPast ? html`<a href="/lite">Courses to take</a>` : html`<a href="/lite?state=past">Past courses</a>`}</p>`,
  }
}
