import fs from 'node:fs'
import path from 'node:path'
import { DEMO_FILES } from '#app/demo/create-portals.ts'
import { multipart } from '../../multipart.ts'
import { zipOf } from '../../scorm/scorm-packages.ts'
import { API, type Call, dataOf } from './calls.ts'
import { madeCourse } from './made-course.ts'

export const TALK = path.join(DEMO_FILES, 'ladder-talk.mp3')

/** A PDF with this many pages, each showing its number. https://opensource.adobe.com/dc-acrobat-sdk-docs/pdfstandards/PDF32000_2008.pdf */
export const pdfOf = (pages: number): Buffer => {
  const numbers = Array.from({ length: pages }, (_, index) => index)
  const pageId = (index: number) => 4 + index * 2
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((index) => `${pageId(index)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((index) => {
      const drawing = `BT /F1 32 Tf 72 700 Td (This is sheet ${index + 1}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageId(index) + 1} 0 R >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  return Buffer.from(
    `${text}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const MAIN = 'http://schemas.openxmlformats.org'
const relations = (target: string, type: string) =>
  `<Relationships xmlns="${MAIN}/package/2006/relationships"><Relationship Id="rId1" Type="${MAIN}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
const types = (part: string, type: string) =>
  `<Types xmlns="${MAIN}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="${part}" ContentType="${OFFICE}.${type}.main+xml"/></Types>`

/** A text document with a heading and many paragraphs. */
const docx = (): Promise<Buffer> => {
  const paragraph = (text: string, style = '') =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`
  const paragraphs = Array.from({ length: 80 }, (_, index) => paragraph(`Paragraph ${index + 1}`)).join('')
  return zipOf({
    '[Content_Types].xml': types('/word/document.xml', 'wordprocessingml.document'),
    '_rels/.rels': relations('word/document.xml', 'officeDocument'),
    'word/document.xml': `<w:document xmlns:w="${MAIN}/wordprocessingml/2006/main"><w:body>${paragraph('House rules', 'Heading1')}${paragraphs}</w:body></w:document>`,
  })
}

/** A presentation with one slide that has a title and two bullet points. */
const pptx = (): Promise<Buffer> => {
  const shape = (place: string, ...lines: string[]) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="${place}"/><p:cNvSpPr/><p:nvPr><p:ph type="${place}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`
  return zipOf({
    '[Content_Types].xml': types('/ppt/presentation.xml', 'presentationml.presentation'),
    '_rels/.rels': relations('ppt/presentation.xml', 'officeDocument'),
    'ppt/presentation.xml': `<p:presentation xmlns:p="${MAIN}/presentationml/2006/main" xmlns:r="${MAIN}/officeDocument/2006/relationships"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations('slides/slide1.xml', 'slide'),
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="${MAIN}/presentationml/2006/main" xmlns:a="${MAIN}/drawingml/2006/main"><p:cSld><p:spTree>${shape('title', 'Ladders')}${shape('body', 'Look first', 'Climb second')}</p:spTree></p:cSld></p:sld>`,
  })
}

export const uploadMaterial = async (author: Call, name: string, type: string, bytes: Buffer): Promise<string> => {
  const { payload: data, headers } = await multipart({ file: { name, type, bytes } })
  return dataOf<{ uuid: string }>(await author('POST', `${API}/materials`, { data, headers })).uuid
}

export const post = async <T>(author: Call, path: string, data: unknown): Promise<T> =>
  dataOf<T>(await author('POST', `${API}${path}`, { data }))

const QUESTIONS = ['one', 'two', 'three'].map((name) => ({
  type: 'single',
  text: `Is this question ${name}?`,
  answers: [
    { text: 'Yes', is_correct: true },
    { text: 'No', is_correct: false },
  ],
}))

/** An exam, or a knowledge check, with three questions whose answers are all "Yes". */
export const authorExam = async (
  author: Call,
  course: { id: number; slug: string },
  fields: Record<string, unknown>,
  kind: 'exams' | 'surveys' = 'exams',
): Promise<{ itemable_id: number }> => {
  const exam = await post<{ itemable_id: number }>(author, `/admin/courses/${course.id}/items/${kind}`, fields)
  const pool = await post<{ id: number }>(author, '/question-pools', { title: `${fields['title']} of ${course.slug}` })
  for (const question of QUESTIONS) await post(author, `/question-pools/${pool.id}/questions`, question)
  await post(author, `/admin/exams/${exam.itemable_id}/question-pools/${pool.id}`, {})
  return exam
}

/** A course to read: a module with a text, a PDF of 12 pages, two text documents, slides, an empty text, the demo's talk and a video, then an exam with 3 questions. */
export const readingCourse = (authorEmail: string) =>
  madeCourse(authorEmail, async (author, course) => {
    const items = `/admin/courses/${course.id}/items`
    const { itemable_id: module_id } = await post<{ itemable_id: number }>(author, `${items}/modules`, {
      title: 'Reading',
    })
    const document = await uploadMaterial(author, 'sheets.pdf', 'application/pdf', pdfOf(12))
    const sound = await uploadMaterial(author, 'talk.mp3', 'audio/mpeg', fs.readFileSync(TALK))
    await post(author, '/admin/module-items/text', { module_id, title: 'Words', text: '<p>Read me</p>' })
    await post(author, '/admin/module-items/document', { module_id, title: 'Sheets', media_uuid: document })
    const rules = await uploadMaterial(author, 'rules.docx', 'application/octet-stream', await docx())
    const notes = await uploadMaterial(author, 'notes.txt', 'text/plain', Buffer.from('Two <b>bold</b> words'))
    await post(author, '/admin/module-items/document', { module_id, title: 'Rules', media_uuid: rules })
    await post(author, '/admin/module-items/document', { module_id, title: 'Notes', media_uuid: notes })
    const slides = await uploadMaterial(author, 'slides.pptx', 'application/octet-stream', await pptx())
    const broken = await uploadMaterial(author, 'broken.rtf', 'application/rtf', Buffer.from('{\\rtf1 }'))
    await post(author, '/admin/module-items/document', { module_id, title: 'Slides', media_uuid: slides })
    await post(author, '/admin/module-items/document', { module_id, title: 'Broken', media_uuid: broken })
    await post(author, '/admin/module-items/audio', { module_id, title: 'Talk', media_uuid: sound })
    await post(author, '/admin/module-items/video', { module_id, title: 'Film', video: 'https://youtu.be/dQw4w9WgXcQ' })
    return authorExam(author, course, { title: 'Test', passing_score: 60, attempts_number: 2 })
  })
