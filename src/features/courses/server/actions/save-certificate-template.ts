import { requireMaterials } from '#features/media/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { createCertificateTemplate, updateCertificateTemplate } from '../../contract.ts'
import { reachAndLockCourse } from '../access.ts'
import { updateCourseRow } from '../authoring-store.ts'
import { insertTemplate, PICTURES, type TemplateRow, updateTemplateRow } from '../templates-store.ts'
import { touchCourse } from '../touch.ts'

type Key = { slug: string }
/** Some of what a template says. */
export type TemplateFields = Input<typeof updateCertificateTemplate>['body']

/** The stored values of a template: a plain text, pictures of the library, and null for empty fields. */
export const templateColumns = async (tx: Tx, ctx: SignedIn, body: TemplateFields) => {
  const pictures = PICTURES.flatMap((field) => {
    const uuid = body[field]
    return uuid ? [{ field, uuid, types: ['img'] as const }] : []
  })
  await requireMaterials(tx, ctx, pictures)
  const lines = Object.fromEntries(
    (['signer_name', 'signer_title'] as const).flatMap((field) => {
      const value = body[field]
      return value === undefined ? [] : [[field, value || null]]
    }),
  )
  const { signer_name: _, signer_title: __, text, ...rest } = body
  return { ...rest, ...lines, ...(text !== undefined && { text }), updated_at: ctx.now }
}

const finish = async (tx: Tx, ctx: SignedIn, courseId: number, action: string, template: TemplateRow) => {
  await touchCourse(tx, ctx, courseId)
  const changes = { template_id: template.id, title: template.title }
  await logActivity(tx, ctx, { action, subject_type: 'course', subject_id: courseId, changes })
  return template
}

/** Gives a course its certificate template; one that has a template already answers `conflict` (CER-010). */
export const addCertificateTemplate = async (
  tx: Tx,
  ctx: SignedIn,
  key: Key,
  body: Input<typeof createCertificateTemplate>['body'],
): Promise<TemplateRow> => {
  const course = await reachAndLockCourse(tx, ctx, key)
  if (course.certificate_template_id !== null)
    throw fail('conflict', { message: 'The course already has a certificate template.' })
  const { title, text } = body
  const columns = await templateColumns(tx, ctx, body)
  const template = await insertTemplate(tx, { text, ...columns, title, portal_id: ctx.portal.id })
  await updateCourseRow(tx, ctx.portal.id, course.id, { certificate_template_id: template.id })
  return finish(tx, ctx, course.id, 'course.create-certificate-template', template)
}

/** Changes the template of a course; certificates already issued keep what they were issued with (CER-007). */
export const changeCertificateTemplate = async (
  tx: Tx,
  ctx: SignedIn,
  key: Key,
  body: TemplateFields,
): Promise<TemplateRow> => {
  const course = await reachAndLockCourse(tx, ctx, key)
  if (course.certificate_template_id === null) throw fail('not_found')
  const columns = await templateColumns(tx, ctx, body)
  const template = await updateTemplateRow(tx, ctx.portal.id, course.certificate_template_id, columns)
  return finish(tx, ctx, course.id, 'course.update-certificate-template', template)
}
