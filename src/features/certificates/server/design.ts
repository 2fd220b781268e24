import { type CourseRow, loadProviders, type TemplateRow } from '#features/courses/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Design } from './store.ts'

/** The issuer of a course's certificates: the course's partner company, else the portal. */
export const providerOf = async (tx: Tx, { portal }: Pick<Context, 'portal'>, course: CourseRow): Promise<string> => {
  const companies = await loadProviders(tx, portal.id, [course.partner_company_id])
  const partner = course.partner_company_id === null ? null : companies.get(course.partner_company_id)
  return partner?.name ?? portal.company.name ?? portal.name
}

/** Printed in addition to a certificate's own fields, as the template and the portal are today. */
export const designOf = (
  { portal }: Pick<Context, 'portal'>,
  template: Omit<TemplateRow, 'id' | 'updated_at'>,
  logo: string | null,
  number: string,
): Design => ({
  title: template.title,
  text: template.text,
  signer_name: template.signer_name,
  signer_title: template.signer_title,
  signature_image: template.signature_image,
  logo,
  background: template.background,
  primary_color: portal.setting.primary_color,
  verify_url: `${portal.origin}/certificates/${number}`,
  words: {
    portal_name: portal.name,
    support_phone: portal.company.support_phone,
    support_email: portal.company.support_email,
  },
})
