import { render, toPlainText } from '@react-email/render'
import { type Brand, brandOf } from '../brand.ts'
import type { AnyMail, MailData, MailKind, MailPortal, RenderedMail } from './kinds.ts'
import { COLUMNS, frame, HTML_ONLY, type Templates } from './parts.ts'
import { accountTemplates } from './templates/account.ts'
import { documentTemplates } from './templates/document.ts'
import { learningTemplates } from './templates/learning.ts'
import { orderTemplates } from './templates/orders.ts'
import { recertificationTemplates } from './templates/recertification.ts'
import { reportTemplates } from './templates/reports.ts'
import { textLimitTemplates } from './templates/text-limit.ts'

const TEMPLATES: Templates = {
  ...accountTemplates,
  ...learningTemplates,
  ...orderTemplates,
  ...documentTemplates,
  ...recertificationTemplates,
  ...reportTemplates,
  ...textLimitTemplates,
}

/** Every kind of mail there is. */
export const MAIL_KINDS = Object.keys(TEMPLATES) as MailKind[]

const SUBJECT_LENGTH = 180

/** One line without control characters, so that no name can add a header or hide the rest. */
const oneLine = (text: string): string => {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > SUBJECT_LENGTH ? `${line.slice(0, SUBJECT_LENGTH - 1).trimEnd()}…` : line
}

const contentOf = <K extends MailKind>(template: K, data: MailData[K], portal: MailPortal, brand: Brand) =>
  TEMPLATES[template](data, portal, brand)

/**
 * A mail of a portal as subject, HTML and plain text, with the portal's logo and color (RTM-012). Values are text:
 * nothing in a name or title becomes markup. Load this module lazily; it brings React with it.
 */
export const renderMail = async (mail: AnyMail & { portal: MailPortal }): Promise<RenderedMail> => {
  const { portal } = mail
  const brand = brandOf(portal.primary_color)
  const content = contentOf(mail.template, mail.data as never, portal, brand)
  const subject = oneLine(content.subject)
  const html = await render(frame(portal, brand, { ...content, subject }))
  const text = toPlainText(html, {
    wordwrap: 78,
    selectors: [
      { selector: `.${HTML_ONLY}`, format: 'skip' },
      { selector: `table.${COLUMNS}`, format: 'dataTable', options: { colSpacing: 2, rowSpacing: 0 } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a[href^="tel:"]', format: 'anchor', options: { ignoreHref: true } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
    ],
  })
  return { subject, html, text: `${text.trim()}\n` }
}
