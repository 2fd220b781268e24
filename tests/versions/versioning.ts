import { createCertificateTemplate, updateCourse } from '#features/courses/contract.ts'
import { answerQuestion, startExam } from '#features/exams/contract.ts'
import { attachQuestionPool, examItems } from '#features/exams/contract-admin.ts'
import { modules, textItems } from '#features/outline/contract.ts'
import {
  finishModuleItem,
  listLearnerModules,
  showLearnerCourse,
  showLearnerModuleItem,
} from '#features/progress/contract.ts'
import { createQuestion, createQuestionPool } from '#features/question-pools/contract.ts'
import { listCourseVersions, listVersionChanges, publishVersion } from '#features/versions/contract.ts'
import type { Api } from '#kernel/client.ts'
import type { TestApp, TestPerson } from '../api.ts'
import { authoring } from '../authoring.ts'
import { certificateMakers } from '../certificates.ts'

type CourseWithExam = {
  author: TestPerson
  course: { id: number; slug: string }
  exam: { itemable_id: number }
}

/** Courses that are published in versions, and the learners in them. */
export const versioning = (t: TestApp) => {
  const make = authoring(t)
  const certificates = certificateMakers(t)

  /** A published course of a module with two texts and an exam of one question, and what its author does with it. */
  const published = async () => {
    const author = await t.make.person('portal_admin')
    const course = await make.readyCourse(author)
    const api = t.as(author)
    const courseId = course.id
    const { data: module } = await api.call(modules.create, { params: { courseId }, body: { title: 'Ladders' } })
    const addText = async (text: string) => {
      const body = { module_id: module.itemable_id, title: text, text: `<p>${text}</p>` }
      return (await api.call(textItems.create, { body })).data.id
    }
    const [why, how] = [await addText('Why'), await addText('How')]
    const { data: pool } = await api.call(createQuestionPool, { body: { title: 'Pool' } })
    const answers = [
      { text: 'Yes', is_correct: true },
      { text: 'No', is_correct: false },
    ]
    const { data: question } = await api.call(createQuestion, {
      params: { id: pool.id },
      body: { text: 'Is it safe?', type: 'single' as const, answers },
    })
    const { data: exam } = await api.call(examItems.create, { params: { courseId }, body: { title: 'Final' } })
    const pair = { examId: exam.itemable_id, id: pool.id }
    await api.call(attachQuestionPool, { params: pair, body: {} })
    const params = { slug: course.slug }
    await api.call(updateCourse, { params, body: { publication_status: 2 } })

    const editText = (id: number, text: string) =>
      api.call(textItems.update, { params: { id }, body: { text: `<p>${text}</p>` } })
    const publish = (newest: number, note?: string) => api.call(publishVersion, { params, body: { newest, note } })
    const versions = () => api.call(listCourseVersions, { params })
    const changes = async (from: number, to: number) =>
      (await api.call(listVersionChanges, { params, query: { from, to } })).data
    return {
      ...{ author, course, api, params, courseId, module, why, how, pool, question, exam },
      ...{ addText, editText, publish, versions, changes },
    }
  }

  /** Gives a course its certificate, which finishing it issues where one is required. */
  const certify = async (
    { api, author, params }: { api: Api; author: TestPerson; params: { slug: string } },
    { is_required }: { is_required: boolean },
  ) => {
    await certificates.giveLogo({ portal: author.portal, admin: author })
    const body = { title: 'Certificate of Completion', text: 'Awarded to {user_name}.' }
    await api.call(createCertificateTemplate, { params, body })
    await api.call(updateCourse, { params, body: { is_certificate_required: is_required } })
  }

  /** A learner in the course, and what they see and do. */
  const learnerIn = async ({ author, course, exam }: CourseWithExam) => {
    const person: TestPerson = await t.make.person('learner', { portal: author.portal })
    const related_id = await make.enroll(author.portal, course.id, person)
    const api = t.as(person)
    const at = { params: { slug: course.slug }, query: { related_id } }
    const taking = { params: { examId: exam.itemable_id }, body: { related_id } }
    const item = (itemId: number) => ({ itemType: 'Text' as const, itemId })
    return {
      api,
      person,
      related_id,
      outline: async () =>
        (await api.call(listLearnerModules, at)).data.map(({ title, items }) => [
          title,
          ...items.map((one) => one.title),
        ]),
      read: async (id: number) =>
        (await api.call(showLearnerModuleItem, { params: item(id), query: { related_id } })).data.text,
      finish: (id: number) => api.call(finishModuleItem, { params: item(id), body: { related_id } }),
      course: async () => (await api.call(showLearnerCourse, at)).data,
      startExam: async () => (await api.call(startExam, taking)).data.progress.questions[0]?.text,
      /** Takes the exam with every answer right; the last one ends it. */
      passExam: async () => {
        const { data } = await api.call(startExam, taking)
        for (const { id: question_id, answers } of data.progress.questions) {
          const answer_ids = answers.filter(({ text }) => text === 'Yes').map(({ id }) => id)
          await api.call(answerQuestion, { ...taking, body: { related_id, question_id, answer_ids } })
        }
      },
    }
  }
  return { ...make, published, certify, learnerIn }
}
