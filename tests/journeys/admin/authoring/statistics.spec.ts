import type { Page } from '@playwright/test'
import { API, dataOf, enter, signedIn } from '../../kit/calls.ts'
import { look } from '../../kit/desk.ts'
import { pressEntry } from '../../kit/keyboard.ts'
import { at, expect, test, untilAlive } from '../../kit/kit.ts'
import { madeCourse } from '../../kit/made-course.ts'
import { markOf, personOf } from '../../kit/people.ts'

const ANSWERS = ['Yes', 'No', 'Never']

/** A published course with an exam of one question, drawn from a pool. */
const examCourse = (author: string, pool: string) =>
  madeCourse(
    author,
    async (call, course) => {
      const { id: poolId } = dataOf<{ id: number }>(
        await call('POST', `${API}/question-pools`, { data: { title: pool } }),
      )
      await call('POST', `${API}/question-pools/${poolId}/questions`, {
        data: {
          type: 'single',
          text: '<p>Is the ladder safe?</p>',
          answers: ANSWERS.map((text) => ({ text, is_correct: text === 'Yes' })),
        },
      })
      const exam = dataOf<{ id: number; itemable_id: number }>(
        await call('POST', `${API}/admin/courses/${course.id}/items/exams`, { data: { title: 'Ladder exam' } }),
      )
      await call('POST', `${API}/admin/exams/${exam.itemable_id}/question-pools/${poolId}`, { data: {} })
      return { ...course, poolId, exam }
    },
    'statistics',
  )

const open = async (page: Page, path: string) => {
  await page.goto(at('core', path))
  await untilAlive(page)
}

test('an author sees how an exam, its question and the items of a course do, once learners took it (QPL-030, QPL-031, QPL-032, QPL-033, QPL-035)', async ({
  page,
}, info) => {
  const author = personOf(info, 'examiner')
  const { made, learner } = await examCourse(author.email, `Ladders ${markOf(info)}`)
  await enter(page, author.email)
  const main = page.getByRole('main')
  const settings = `/courses/builder/${made.slug}/outline/Exam/${made.exam.id}`
  await open(page, settings)
  const tabs = page.getByRole('navigation', { name: 'Exam' })
  await look(page)
  await tabs.getByRole('link', { name: 'Statistics' }).press('Enter')
  await expect(main.getByText('No attempts yet')).toBeVisible()
  await look(page)
  await open(page, `/question-pools/${made.poolId}`)
  const menu = async () => {
    await page.getByRole('button', { name: 'Actions for question 1' }).press('Enter')
    await pressEntry(page, 'Statistics')
  }
  await menu()
  await expect(main.getByText('No answers yet')).toBeVisible()
  await look(page)

  // A learner fails nine times and passes then.
  const call = await signedIn(learner.email, learner.password)
  const { related_id } = learner
  const exam = `${API}/learner/exams/${made.exam.itemable_id}`
  for (const words of [...Array<string>(9).fill('No'), 'Yes']) {
    const started = await call('POST', `${exam}/start`, { data: { related_id } })
    type ExamQuestion = { id: number; answers: { id: number; text: string }[] }
    const [current] = dataOf<{ progress: { questions: ExamQuestion[] } }>(started).progress.questions
    const answer = current?.answers.find(({ text }) => text === words)
    await call('POST', `${exam}/answers`, { data: { related_id, question_id: current?.id, answer_ids: [answer?.id] } })
  }

  await open(page, `${settings}/statistics`)
  await expect(main.getByText('of 10 finished attempts')).toBeVisible()
  const question = main.getByRole('list', { name: 'Questions' })
  await expect(question).toContainText('10 answers')
  await expect(question).toContainText('10% correct')
  await expect(question).toContainText('Too early to tell whether it separates strong from weak learners')
  const answers = question.getByRole('list', { name: 'Answers' }).getByRole('listitem')
  await expect(answers.filter({ hasText: 'Yes' })).toContainText('1 (10%)')
  await expect(answers.filter({ hasText: 'No' }).first()).toContainText('9 (90%)')
  await expect(answers.filter({ hasText: 'Never' })).toContainText('Nobody chose this')
  await look(page)

  await open(page, `/question-pools/${made.poolId}`)
  await menu()
  await expect(page.getByRole('heading', { level: 1, name: 'Question 1' })).toBeVisible()
  await expect(main.getByRole('region', { name: 'All exams' })).toContainText('10% correct')
  await expect(main.getByRole('list', { name: 'By exam' })).toContainText('Ladder exam')
  await expect(main.getByRole('list', { name: 'By exam' })).toContainText('Version 1')
  await look(page)

  await open(page, settings)
  await main
    .getByRole('navigation', { name: 'Course', exact: true })
    .getByRole('link', { name: 'Statistics' })
    .press('Enter')
  const row = main.getByRole('row').filter({ hasText: 'Ladder exam' })
  await expect(row).toContainText('1 (100%)')
  await look(page)
})
