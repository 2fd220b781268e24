import {
  loadTemplate,
  reachCourse,
  TEMPLATE_PICTURES,
  type TemplateFields,
  templateColumns,
} from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input, Output } from '#kernel/endpoint.ts'
import { displayName } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { previewCertificateTemplate } from '../contract.ts'
import { certificateLogo } from '../rules/generate.ts'
import { SAMPLE_NUMBER } from '../rules/number.ts'
import { certificateEnd } from '../rules/validity.ts'
import { designOf, providerOf } from './design.ts'
import { printedData, render } from './pdf-file.ts'
import { sampleSeals } from './seals.ts'

type TemplateInput = Input<typeof previewCertificateTemplate>
type SavedTemplate = Awaited<ReturnType<typeof loadTemplate>>

/** The template as saving would leave it; a picture that it has already may be missing from the library. */
const asSaved = async (tx: Tx, ctx: SignedIn, body: TemplateInput['body'], saved: SavedTemplate) => {
  const unchanged = TEMPLATE_PICTURES.filter((name) => body[name] && body[name] === saved?.[name])
  const written: TemplateFields = Object.fromEntries(
    Object.entries(body).filter(([name]) => !(unchanged as string[]).includes(name)),
  )
  const { text = '', ...columns } = await templateColumns(tx, ctx, written)
  return {
    background: null,
    logo: null,
    signature_image: null,
    signer_name: null,
    signer_title: null,
    valid_months: null,
    ...columns,
    ...Object.fromEntries(unchanged.map((name) => [name, body[name] ?? null])),
    title: body.title,
    text,
  }
}

/**
 * A certificate of a template, saved or not, drawn like issued ones: the same words give the same page. The viewer's
 * name replaces the learner's, zeros replace the numbers.
 */
export const previewTemplate = async (
  tx: Tx,
  ctx: SignedIn,
  files: Files,
  key: TemplateInput['params'],
  body: TemplateInput['body'],
): Promise<Output<typeof previewCertificateTemplate>['data']> => {
  const course = await reachCourse(tx, ctx, key)
  const template = await asSaved(tx, ctx, body, await loadTemplate(tx, ctx.portal.id, course.certificate_template_id))
  const logo = certificateLogo(
    { is_certificate_required: course.is_certificate_required, certificate_template: { id: 0, logo: template.logo } },
    ctx.portal.setting.default_certificate_logo,
  )
  const printed = {
    portal_id: ctx.portal.id,
    number: SAMPLE_NUMBER,
    holder_name: displayName(ctx.viewer),
    course_title: course.title,
    course_version: course.newest_version || null,
    provider: await providerOf(tx, ctx, course),
    issued_at: ctx.now,
    expires_at: certificateEnd(ctx.now, template.valid_months, ctx.portal.setting.time_zone),
    time_zone: ctx.portal.setting.time_zone,
    design: designOf(ctx, template, logo, SAMPLE_NUMBER),
  }
  const seals = await sampleSeals(tx, ctx.portal.id, course.id)
  const { pdf, undrawable } = await render(await printedData(tx, files, printed, seals))
  return { pdf: pdf.toString('base64'), has_logo: logo !== null, undrawable }
}
