import { randomUUID } from 'node:crypto'
import {
  createCourseQuestion,
  createQuestionMessage,
  updateCourseQuestion,
} from '#features/course-questions/contract.ts'
import { QUESTION_STATUS } from '#kernel/product/statuses.ts'
import type { DemoClient } from './client.ts'

type AskingLearner = { client: DemoClient; course: { slug: string }; related_id: number }

/** What the demo's learners ask in their courses; one question is answered and closed, one waits for its answer. */
const QUESTIONS = [
  {
    text: 'Our site has Level B in the plan. Does the escape bottle count as part of the supplied air?',
    answer: 'No. The escape bottle is only for leaving the zone. Plan your working time on the supplied air alone.',
    thanks: 'Thank you, that settles it for our crew.',
  },
  { text: 'Who signs the site control log when the safety officer is off shift?' },
] as const

/** Questions asked and answered by the calls that people make. */
export const loadQuestions = async ({ client, course, related_id }: AskingLearner, instructor: DemoClient) => {
  const letter = (text: string) => ({ text, client_id: randomUUID() })
  for (const { text, ...rest } of QUESTIONS) {
    const { data } = await client.api.call(createCourseQuestion, {
      params: { slug: course.slug },
      body: { ...letter(text), related_id },
    })
    if (!('answer' in rest)) continue
    const params = { slug: course.slug, questionId: data.id }
    await instructor.api.call(createQuestionMessage, { params, body: letter(rest.answer) })
    await client.api.call(createQuestionMessage, { params, body: letter(rest.thanks) })
    await instructor.api.call(updateCourseQuestion, { params, body: { status: QUESTION_STATUS.closed } })
  }
}
