import { API, type Call, dataOf, NEW_PASSWORD, signedIn, withPassword } from './calls.ts'
import { at, PASSWORD } from './kit.ts'

export type MadeCourse = { id: number; slug: string; title: string }

let counter = 0

/** The learners of this process by product instance and name. Once they have joined, every further course enrolls them. */
const learners = new Map<string, string>()

const enrollLearner = async (author: Call, courseId: number, name: string) => {
  const key = `${name} ${at('core', '')}`
  const learner = learners.get(key)
  const email = learner ?? `${name}-${process.pid}-${Date.now()}@example.com`
  const reply = await author('POST', `${API}/enrollments`, { data: { course_id: courseId, emails: [email] } })
  const [enrolled] = dataOf<{ enrolled: { id: number }[] }>(reply).enrolled
  if (!enrolled) throw new Error(`${email} was not enrolled: ${JSON.stringify(reply.body)}`)
  if (!learner) await withPassword(email, { first_name: 'Jane', last_name: 'Doe' })
  learners.set(key, email)
  return { email, password: NEW_PASSWORD, related_id: enrolled.id }
}

/**
 * A separate published course for one journey, created through the calls that authors use; `fill` adds its items. Two
 * courses have the same learner unless they name two.
 */
export const madeCourse = async <T>(
  authorEmail: string,
  fill: (author: Call, course: MadeCourse) => Promise<T>,
  learnerName = 'scorm',
) => {
  const author = await signedIn(authorEmail, PASSWORD)
  const stamp = `${process.pid}-${Date.now()}-${++counter}`
  const course = dataOf<MadeCourse>(
    await author('POST', `${API}/admin/courses`, { data: { title: `Played ${stamp}` } }),
  )
  const address = `${API}/admin/courses/${course.slug}`
  await author('PUT', `${address}/prices`, { data: { course_pricings: [{ from: 1, price: 49 }] } })
  const [instructor] = dataOf<{ id: number }[]>(await author('GET', `${API}/users?search=ivan%40example.com`))
  await author('POST', `${address}/instructors`, { data: { user_id: instructor?.id } })
  const made = await fill(author, course)
  await author('PUT', address, { data: { publication_status: 2 } })
  const learner = await enrollLearner(author, course.id, learnerName)
  const path = `/courses/learner/${course.slug}/${learner.related_id}/outline`
  return { learner, made, outlineUrl: at('core', path) }
}
