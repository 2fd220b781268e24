import { grade, showAssignmentResponse } from '../../src/features/assignments/contract.ts'
import { createCertificates } from '../../src/features/certificates/contract.ts'
import { listNotifications } from '../../src/features/notifications/contract.ts'
import { finishModuleItem } from '../../src/features/progress/contract.ts'
import type { TestApp, TestPerson } from '../api.ts'
import { certificateMakers } from '../certificates.ts'
import { learning } from '../learning.ts'
import { multipart } from '../multipart.ts'

type ClassOptions = {
  /** Columns of the assignment. */
  task?: { attempts?: number | null; score?: number }
  /** Whether a certificate is issued when the course is completed, or when somebody asks for it; without it there is none. */
  certificate?: 'automatic' | 'on request'
}

/** Courses with an assignment and a text, their instructor, and learners who respond. */
export const classes = (t: TestApp) => {
  const make = learning(t)
  const certificates = certificateMakers(t)

  const pupilOf = async ({ course, id }: { course: Awaited<ReturnType<typeof make.course>>; id: number }) => {
    const person = await t.make.person('learner', { portal: course.portal })
    const related_id = await make.enroll(person, course)
    const params = { assignmentId: id }
    const latest = async () => {
      const row = await t.platform((tx) =>
        tx
          .selectFrom('assignment_responses')
          .select('id')
          .where('enrollment_id', '=', related_id)
          .orderBy('number', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow(),
      )
      return row.id
    }
    return {
      person,
      related_id,
      latest,
      /** Answers the id of the response. */
      respond: async (text = 'My answer') => {
        const { payload, headers } = await multipart({ related_id: String(related_id), text })
        const url = `/api/v1/learner/assignments/${id}/learner-response`
        const answer = await t.request(person, { method: 'POST', url, payload, headers })
        if (answer.statusCode !== 200) throw new Error(answer.body)
        return latest()
      },
      see: async () => (await t.as(person).call(showAssignmentResponse, { params, query: { related_id } })).data,
      grade: (who: TestPerson, score: number, comment: string | null = null) =>
        t.as(who).call(grade, { params, body: { related_id, score, comment } }),
      finishText: () => {
        const itemId = course.outline[1]?.items[0]?.id as number
        return t.as(person).call(finishModuleItem, { params: { itemType: 'Text', itemId }, body: { related_id } })
      },
      course: () => make.enrollment(related_id),
      news: async () => (await t.as(person).call(listNotifications)).data.map(({ kind }) => kind),
    }
  }
  type Pupil = Awaited<ReturnType<typeof pupilOf>>

  const start = async ({ task = {}, certificate }: ClassOptions = {}) => {
    const school = await certificates.school()
    const { portal, admin } = school
    const course = await make.course(portal, ['Assignment', ['Text']])
    const id = course.outline[0]?.id as number
    if (certificate) {
      const other = await certificates.course(school, { is_required: certificate === 'automatic' })
      await t.platform(async (tx) => {
        const { certificate_template_id, is_certificate_required } = await tx
          .selectFrom('courses')
          .select(['certificate_template_id', 'is_certificate_required'])
          .where('id', '=', other)
          .executeTakeFirstOrThrow()
        const values = { certificate_template_id, is_certificate_required }
        await tx.updateTable('courses').set(values).where('id', '=', course.id).execute()
      })
    }
    if (Object.keys(task).length > 0)
      await t.platform((tx) => tx.updateTable('assignments').set(task).where('id', '=', id).execute())
    const instructor = await t.make.person('instructor', { portal })
    const teach = (who: TestPerson) =>
      t.platform((tx) =>
        tx
          .insertInto('course_instructors')
          .values({ portal_id: portal.id, course_id: course.id, user_id: who.id })
          .execute(),
      )
    await teach(instructor)
    /** Everything that grading writes of these learners and an undo has to leave as it was. */
    const stateOf = (pupils: readonly Pupil[]) =>
      t.platform(async (tx) => {
        const ids = pupils.map(({ related_id }) => related_id)
        const of = (table: 'assignment_responses' | 'course_user_progress' | 'assignment_drafts') =>
          tx.selectFrom(table).selectAll().where('enrollment_id', 'in', ids)
        return {
          enrollments: await tx.selectFrom('enrollments').selectAll().where('id', 'in', ids).orderBy('id').execute(),
          responses: await of('assignment_responses').orderBy('id').execute(),
          items: await of('course_user_progress').orderBy('id').execute(),
          certificates: await tx
            .selectFrom('certificates')
            .select('number')
            .where('related_id', 'in', ids)
            .orderBy('id')
            .execute(),
        }
      })
    const mailsTo = ({ person }: Pupil) =>
      t.platform((tx) =>
        tx
          .selectFrom('mails')
          .select(['subject'])
          .where('template', '=', 'graded')
          .where('to_email', '=', person.email)
          .execute(),
      )
    const certify = ({ related_id }: Pupil) =>
      t.as(admin).call(createCertificates, { body: { users_courses: [related_id] } })
    return {
      portal,
      admin,
      course,
      id,
      instructor,
      teach,
      pupil: () => pupilOf({ course, id }),
      stateOf,
      mailsTo,
      certify,
    }
  }
  return { start }
}
