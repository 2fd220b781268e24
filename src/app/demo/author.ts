import fs from 'node:fs'
import path from 'node:path'
import { createElement as h } from 'react'
import { assignmentItems } from '#features/assignments/contract.ts'
import * as courses from '#features/courses/contract.ts'
import * as exams from '#features/exams/contract-admin.ts'
import * as outline from '#features/outline/contract.ts'
import * as pools from '#features/question-pools/contract.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { pdfKit, renderPdf } from '#platform/pdf/pdf.ts'
import type { DemoClient } from './client.ts'
import type { DemoCourse, DemoItem, DemoModuleItem, DemoQuestion } from './course-types.ts'
import { DEMO_FILES } from './create-portals.ts'

const read = (file: string) => fs.readFileSync(path.join(DEMO_FILES, file))

type Author = DemoClient & {
  /** Category ids of the portal by title. */
  categories: ReadonlyMap<string, number>
  /** Who wrote the courses and teaches them. */
  instructor: { id: number; name: string }
  /** The id of the demo's SCORM package, made when first needed. */
  scormPackage: () => Promise<number>
  /** The id of its course at the cloud service, sent there when first needed; null where that was not possible. */
  cloudCourse: () => Promise<string | null>
}

const authorModuleItem = async (author: Author, module_id: number, item: DemoModuleItem) => {
  const { api, upload } = author
  const place = { module_id, title: item.title }
  switch (item.kind) {
    case 'text':
      return api.call(outline.textItems.create, { body: { ...place, text: item.text } })
    case 'video':
      return api.call(outline.videoItems.create, { body: { ...place, video: item.video } })
    case 'audio': {
      const material = await upload('/materials', item.file, read(item.file))
      return api.call(outline.audioItems.create, { body: { ...place, media_uuid: String(material.uuid) } })
    }
    case 'document': {
      const material = await upload('/materials', 'ladder-inspection-checklist.pdf', await checklist())
      return api.call(outline.documentItems.create, { body: { ...place, media_uuid: String(material.uuid) } })
    }
  }
}

const authorQuestions = async ({ api }: Author, title: string, questions: readonly DemoQuestion[]): Promise<number> => {
  const { data: pool } = await api.call(pools.createQuestionPool, { body: { title } })
  for (const { answers, ...question } of questions) {
    await api.call(pools.createQuestion, {
      params: { id: pool.id },
      body: {
        ...question,
        answers: answers.map((text) => ({ text: text.replace(/^\*/, ''), is_correct: text.startsWith('*') })),
      },
    })
  }
  return pool.id
}

const authorItem = async (author: Author, course: { id: number; title: string }, item: DemoItem) => {
  const { api } = author
  const params = { courseId: course.id }
  if (item.kind === 'module') {
    const { data: made } = await api.call(outline.modules.create, { params, body: { title: item.title } })
    for (const each of item.items) await authorModuleItem(author, made.itemable_id, each)
    return
  }
  if (item.kind === 'scorm') {
    const scorm_id = await author.scormPackage()
    await api.call(outline.scormModules.create, { params, body: { title: item.title, scorm_id } })
    return
  }
  if (item.kind === 'cloud-scorm') {
    const scorm_id = await author.cloudCourse()
    await api.call(outline.cloudScormModules.create, { params, body: { title: item.title, scorm_id } })
    return
  }
  if (item.kind === 'assignment') {
    const { kind: _, ...body } = item
    await api.call(assignmentItems.create, { params, body })
    return
  }
  const { kind, questions, questions_count: count, ...fields } = item
  const calls = kind === 'exam' ? exams.examItems : exams.surveyItems
  const { data: made } = await api.call(calls.create, { params, body: fields })
  const poolId = await authorQuestions(author, `${course.title}: ${item.title}`, questions)
  await api.call(exams.attachQuestionPool, {
    params: { examId: made.itemable_id, id: poolId },
    body: { ...(count && { questions_count: count }) },
  })
}

/** Builds one course of the demo through the calls of its authors, and publishes it if it is meant to be public. */
export const authorCourse = async (author: Author, course: DemoCourse): Promise<{ id: number; slug: string }> => {
  const { api, upload } = author
  const { data: made } = await api.call(courses.createCourse, {
    body: {
      title: course.title,
      description: course.description,
      meta_description: course.meta_description,
      duration_minutes: course.duration_minutes,
      author: { name: author.instructor.name },
      is_sequential: course.is_sequential ?? false,
      is_certificate_required: course.is_certificate_required ?? false,
      category_ids: course.categories.flatMap((title) => author.categories.get(title) ?? []),
    },
  })
  const params = { slug: made.slug }
  await upload(`/admin/courses/${made.slug}/thumbnail`, `${course.cover}.jpg`, read(`covers/${course.cover}.jpg`))
  await api.call(courses.updatePrices, {
    params,
    body: { course_pricings: course.prices.map(([from, price]) => ({ from, price })) },
  })
  await api.call(courses.addInstructor, { params, body: { user_id: author.instructor.id } })
  await api.call(courses.createCertificateTemplate, {
    params,
    body: {
      title: 'Certificate of completion',
      text: 'Awarded by {portal_name} on {date}.',
      signer_name: author.instructor.name,
      signer_title: 'Lead instructor',
      valid_months: course.valid_months ?? null,
    },
  })
  for (const item of course.outline) await authorItem(author, made, item)
  if (course.publication_status !== PUBLICATION.draft)
    await api.call(courses.updateCourse, { params, body: { publication_status: course.publication_status } })
  return made
}

const POINTS = [
  'Rails are straight, without cracks or dents',
  'Rungs are tight, clean and dry',
  'Feet and their pads are there and move freely',
  'Locks and spreaders engage',
  'Labels can be read, duty rating fits the load',
  'Ground is firm and level, the angle is four to one',
]

/** A sheet to print and tick off, as the document of a module. */
const checklist = async (): Promise<Buffer> => {
  const kit = await pdfKit()
  const { Document, Page, View, words } = kit
  const row = (text: string) =>
    h(
      View,
      { key: text, style: { flexDirection: 'row', alignItems: 'center', marginBottom: 14 } },
      h(View, { style: { width: 14, height: 14, border: '1pt solid #333', marginRight: 12 } }),
      words(text, { size: 13, color: '#000' }),
    )
  const page = h(
    Page,
    { size: 'LETTER', style: { padding: 56 } },
    words('Ladder inspection checklist', { size: 24, color: '#000', margin_bottom: 8 }),
    words('Before every use. One unticked box: tag it and take it out of use.', {
      size: 12,
      color: '#555',
      margin_bottom: 28,
    }),
    ...POINTS.map(row),
  )
  const { pdf } = await renderPdf(kit, h(Document, { title: 'Ladder inspection checklist', language: 'en' }, page))
  return pdf
}
