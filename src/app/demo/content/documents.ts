import { createElement as h } from 'react'
import { pdfKit, renderPdf } from '#platform/pdf.ts'

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
      ['Rights', 'Whoever uploads a package has the right to use it for the learners of the portal.'],
      ['Versions', 'Packages follow SCORM 1.2. Other versions are refused with a message.'],
      ['Data', 'Progress, results and answers belong to the portal and leave it as an export on request.'],
      ['Content', 'Packages contain no code that reads data of the host system or of other learners.'],
      ['End', 'When the agreement ends, packages are removed; training records stay as the law asks.'],
    ],
  },
}

/** One of the documents as a PDF of a single page. */
export const documentPdf = async ({ title, intro, rows }: Sheet): Promise<Buffer> => {
  const { Document, Page, Text, View } = await pdfKit()
  const row = ([label, text]: readonly [string, string]) =>
    h(
      View,
      { key: label, style: { paddingVertical: 10, borderTop: '0.5pt solid #bbb' } },
      h(Text, { style: { fontSize: 10, color: '#555', marginBottom: 3 } }, label),
      h(Text, { style: { fontSize: 12 } }, text),
    )
  const page = h(
    Page,
    { size: 'LETTER', style: { padding: 64 } },
    h(Text, { style: { fontSize: 22, marginBottom: 10 } }, title),
    h(Text, { style: { fontSize: 11, marginBottom: 24, color: '#555' } }, intro),
    ...rows.map(row),
  )
  const { pdf } = await renderPdf(h(Document, { title, language: 'en' }, page))
  return pdf
}
