import { uploadDefaultCertificateLogo } from '#features/portals/contract.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'
import { multipart, png } from './multipart.ts'

export type School = { portal: TestPortal; admin: TestPerson }
type CourseValues = { title?: string; valid_months?: number | null; has_template?: boolean; is_required?: boolean }

let counter = 0

/** Creates what certificates depend on: portals with a logo, courses with a template, and learners who have finished. */
export const certificateMakers = (t: TestApp) => {
  /** Uploads the portal's certificate logo with the call that admins use. */
  const giveLogo = async ({ admin }: School) => {
    const url = `/api/v1${uploadDefaultCertificateLogo.path}`
    const body = await multipart({ file: { name: 'logo.png', bytes: png(60, 20) } })
    await t.request(admin, { method: 'POST', url, ...body })
  }

  /** A portal with an admin and a certificate logo. */
  const school = async ({ has_logo = true, ...values }: Record<string, unknown> = {}): Promise<School> => {
    const portal = await t.make.portal(values)
    const school = { portal, admin: await t.make.person('portal_admin', { portal }) }
    if (has_logo) await giveLogo(school)
    return school
  }

  const course = ({ portal }: School, values: CourseValues = {}) => {
    const { title = 'Working at Height', valid_months = null, has_template = true, is_required = false } = values
    return t.platform(async (tx) => {
      const template = has_template
        ? await tx
            .insertInto('certificate_templates')
            .values({
              portal_id: portal.id,
              title: 'Certificate of Completion',
              text: 'Awarded to {user_name} on {date}.',
              signer_name: 'Margaret Ellison',
              valid_months,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        : null
      const row = await tx
        .insertInto('courses')
        .values({
          portal_id: portal.id,
          slug: `height-${++counter}`,
          title,
          publication_status: 3,
          is_certificate_required: is_required,
          certificate_template_id: template?.id ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    })
  }

  type EnrollmentValues = { is_finished?: boolean; manager?: TestPerson; curator?: TestPerson }
  const enroll = (at: School, courseId: number, person: TestPerson, values: EnrollmentValues = {}): Promise<number> =>
    t.platform(async (tx) => {
      const isFinished = values.is_finished ?? true
      const row = await tx
        .insertInto('enrollments')
        .values({
          portal_id: at.portal.id,
          course_id: courseId,
          user_id: person.id,
          role: 'learner',
          status: isFinished ? 5 : 1,
          access: isFinished ? 'expired' : 'active',
          completed_at: isFinished ? new Date('2026-03-01T09:00:00Z') : null,
          manager_id: values.manager?.id ?? null,
          curator_id: values.curator?.id ?? null,
          starts_at: new Date('2026-01-01T00:00:00Z'),
          expires_at: new Date('2100-01-01T00:00:00Z'),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    })

  /** A learner of a new course who has finished it. */
  const graduate = async (at: School, values: CourseValues & EnrollmentValues & { name?: [string, string] } = {}) => {
    const [first_name, last_name] = values.name ?? ['Ada', 'Lovelace']
    const learner = await t.make.person('learner', { portal: at.portal, first_name, last_name })
    const course_id = await course(at, values)
    const related_id = await enroll(at, course_id, learner, values)
    return { learner, course_id, related_id }
  }

  /** Creates agencies by title and code that approve a course. */
  const approve = (at: School, courseId: number, agencies: [title: string, code?: string, logo?: string][]) =>
    t.platform(async (tx) => {
      const portal_id = at.portal.id
      for (const [title, code = null, logo = null] of agencies) {
        const term = await tx
          .insertInto('terms')
          .values({ portal_id, kind: 'agency', title, slug: `agency-${++counter}`, code, logo, sort_number: counter })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx.insertInto('course_terms').values({ portal_id, course_id: courseId, term_id: term.id }).execute()
      }
    })

  return { school, giveLogo, course, enroll, graduate, approve }
}
