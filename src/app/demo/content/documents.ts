import { createElement as h } from 'react'
import { pdfKit, renderPdf } from '#platform/pdf/pdf.ts'

type Sheet = { title: string; intro: string; rows: readonly (readonly [label: string, text: string])[] }

/** The two documents of the footer (UIX-017), as the invented company of the demo would hand them out. */
export const DEMO_DOCUMENTS: Record<string, Sheet> = {
  'w-9.pdf': {
    title: 'Form W-9: taxpayer information',
    intro:
      'A demonstration: the company, its number and its address are invented. It stands in for the signed form that a company keeps here.',
    rows: [
      ['Name', 'Portico Academy'],
      ['Federal tax classification', 'C corporation'],
      ['Address', '100 Training Way, Springfield, IL 62701'],
      ['Employer identification number', '00-0000000'],
      ['Certification', 'The number above is correct, and the company is a US person.'],
    ],
  },
  'scorm-agreement.pdf': {
    title: 'SCORM agreement',
    intro:
      'For organizations that upload SCORM packages to a portal, or take packages from us into a system of their own.',
    rows: [
      ['Rights', 'Anyone who uploads a package has the right to use it for the learners of the portal.'],
      ['Versions', 'Packages follow SCORM 1.2. Other versions are refused with a message.'],
      ['Data', 'Progress, results and answers belong to the portal and leave it as an export on request.'],
      ['Content', 'Packages contain no code that reads data of the host system or of other learners.'],
      ['End', 'When the agreement ends, packages are removed; training records stay as the law asks.'],
    ],
  },
}

const EDGE = 64
/** Of the lines on a letter page. */
const BREADTH = 612 - 2 * EDGE

/** One of the documents as a PDF of a single page. */
export const documentPdf = async ({ title, intro, rows }: Sheet): Promise<Buffer> => {
  const kit = await pdfKit()
  const { Document, Page, View, words } = kit
  const row = ([label, text]: readonly [string, string]) =>
    h(
      View,
      { key: label, style: { paddingVertical: 10, borderTop: '0.5pt solid #bbb' } },
      words(label, { size: 10, color: '#555', margin_bottom: 3 }),
      words(text, { size: 12, color: '#000', width: BREADTH }),
    )
  const page = h(
    Page,
    { size: 'LETTER', style: { padding: EDGE } },
    words(title, { size: 22, color: '#000', margin_bottom: 10 }),
    words(intro, { size: 11, color: '#555', margin_bottom: 24, width: BREADTH }),
    ...rows.map(row),
  )
  const { pdf } = await renderPdf(kit, h(Document, { title, language: 'en' }, page))
  return pdf
}
