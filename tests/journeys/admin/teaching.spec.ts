import type { Browser, FrameLocator, Page } from '@playwright/test'
import { multipart } from '../../multipart.ts'
import { singleSco } from '../../scorm/scorm-packages.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { at, expect, expectAccessible, holdScripts, onPhone, test } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { personOf, type Try } from '../kit/people.ts'
import { authorExam, post } from '../kit/reading-course.ts'
import { scormCourse } from '../kit/scorm-course.ts'

// Authors and the learner sign in for each course; a second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

/** Who makes the course of this try and teaches it. */
const teacherOf = (info: Try) => personOf(info, 'journal').email

const contentOf = (page: Page): FrameLocator => page.frameLocator('main iframe').frameLocator('#content')

type Course = Awaited<ReturnType<typeof scormCourse>>

/** The learner in a browser of their own. */
const learnerOf = async (browser: Browser, course: Course): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await enter(page, course.learner.email, { password: course.learner.password })
  return page
}

/** A visit to the module in which the notes become these; answers once they are saved. */
const visit = async (page: Page, course: Course, notes: string) => {
  await page.goto(course.playerUrl)
  const box = contentOf(page).getByLabel('Notes')
  await box.fill(notes)
  await contentOf(page).getByRole('button', { name: 'Save notes', exact: true }).click()
  await expect(page.getByRole('main').getByText('Saved', { exact: true })).toBeVisible()
}

test('a teacher finds in the journal what a package has overwritten, and brings it back (SCO-028, SCO-029)', async ({
  page,
  browser,
}, info) => {
  const course = await scormCourse(singleSco(), { author: teacherOf(info) })
  const learner = await learnerOf(browser, course)
  await visit(learner, course, 'twelve pages of careful answers')
  await visit(learner, course, 'oops')

  await enter(page, teacherOf(info))
  const slug = new URL(course.outlineUrl).pathname.split('/')[3] ?? ''
  await page.goto(at('core', `/courses/builder/${slug}/exams-progress`))
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Learners and exams' })).toHaveAttribute('aria-current', 'page')
  await main
    .getByRole('link', { name: /Jane Doe/ })
    .first()
    .click()
  await expect(main.getByRole('heading', { level: 1, name: 'Jane Doe' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('link', { name: 'Journal of Golf' }).click()
  await expect(main.getByRole('heading', { level: 2, name: 'Earlier states' })).toBeVisible()
  await expect(main.getByText('suspend_data = 4 characters')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  await main
    .getByRole('button', { name: /^Bring back .*31 characters of data$/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByText('The earlier state applies from the next start.')).toBeVisible()
  await expect(main.getByText(/^Brought back: /)).toBeVisible()

  await learner.goto(course.playerUrl)
  await expect(contentOf(learner).locator('[data-element="cmi.suspend_data"]')).toHaveText(
    'twelve pages of careful answers',
  )
  await learner.context().close()
})

test('the exams of a learner are listed, and of many the list says how many are passed and opens (BLD-016)', async ({
  page,
}, info) => {
  const { learner, made: course } = await madeCourse(teacherOf(info), async (author, made) => {
    const exams: number[] = []
    for (const title of ['First', 'Second', 'Third', 'Fourth'])
      exams.push((await authorExam(author, made, { title, passing_score: 60 })).itemable_id)
    return { ...made, exams }
  })
  const { related_id } = learner
  const taker = await signedIn(learner.email, learner.password)
  const taking = `${API}/learner/exams/${course.exams[0]}`
  type StartedExam = { progress: { questions: { id: number; answers: { id: number; text: string }[] }[] } }
  const { progress } = dataOf<StartedExam>(await taker('POST', `${taking}/start`, { data: { related_id } }))
  for (const { id: question_id, answers } of progress.questions) {
    const yes = answers.find(({ text }) => text === 'Yes')
    await taker('POST', `${taking}/answers`, { data: { related_id, question_id, answer_ids: [yes?.id] } })
  }

  await enter(page, teacherOf(info))
  await page.goto(at('core', `/courses/builder/${course.slug}/exams-progress`))
  const row = page
    .getByRole('main')
    .getByRole('row', { name: /Jane Doe/ })
    .first()
  const many = row.getByText('1 of 4 passed')
  await expect(row.getByText('not taken').first()).toBeHidden()
  await many.click()
  await expect(row.getByText('not taken')).toHaveCount(3)
  await expect(row.getByText('not taken').first()).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
})

test('attempts are shown with their answers, and an exam is reset after asking (EXM-021, EXM-024, BLD-016)', async ({
  page,
}, info) => {
  const { learner, made: course } = await madeCourse(teacherOf(info), async (author, made) => {
    const exam = await authorExam(author, made, { title: 'Midterm', passing_score: 60, attempts_number: 2 })
    return { ...made, exam_id: exam.itemable_id }
  })
  const { related_id } = learner
  const taker = await signedIn(learner.email, learner.password)
  const taking = `${API}/learner/exams/${course.exam_id}`
  type StartedExam = { progress: { questions: { id: number; answers: { id: number }[] }[] } }
  const { progress } = dataOf<StartedExam>(await taker('POST', `${taking}/start`, { data: { related_id } }))
  for (const { id: question_id, answers } of progress.questions)
    await taker('POST', `${taking}/answers`, { data: { related_id, question_id, answer_ids: [answers[0]?.id] } })

  await enter(page, teacherOf(info))
  await page.goto(at('core', `/courses/admin?search=${course.title}`))
  const main = page.getByRole('main')
  await main
    .getByRole('button', { name: `Actions for ${course.title}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Learners and exams' }).click()
  await expect(main.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await main
    .getByRole('link', { name: /Jane Doe/ })
    .first()
    .click()
  await main.getByRole('link', { name: 'Attempts at Midterm' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Midterm' })).toBeVisible()
  await expect(main.getByText('(given)').first()).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  const reset = main.getByRole('button', { name: 'Reset the exam' })
  await reset.click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('It will be impossible to undo this action and all progress will be lost.')
  await dialog.getByRole('button', { name: 'No, cancel' }).click()
  await expect(reset).toBeVisible()
  await reset.click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(main.getByText(`Reset by ${personOf(info, 'journal').name}`)).toBeVisible()
  await expect(reset).toBeHidden()
})

test('the certificates of a course are listed for who looks after it, as the server sends them (ROL-062, ROU-081)', async ({
  page,
}, info) => {
  await enter(page, teacherOf(info))
  const release = await holdScripts(page)
  await page.goto(at('core', '/courses/builder/electrical-safety-and-lockout-tagout/certificates'), {
    waitUntil: 'commit',
  })
  const main = page.getByRole('main')
  await expect(main.getByText('Fay Finished').first()).toBeVisible()
  release()
  await expect(main.getByRole('link', { name: /Download PDF/ }).first()).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  const userId = await page.evaluate(async (address) => {
    const { data } = (await (await fetch(address)).json()) as { data: { id: number }[] }
    return data[0]?.id
  }, `${API}/users?search=fay%40example.com`)
  const releaseAgain = await holdScripts(page)
  await page.goto(at('core', `/courses/builder/electrical-safety-and-lockout-tagout/certificates/${userId}`), {
    waitUntil: 'commit',
  })
  await expect(main.getByRole('heading', { level: 1, name: 'Certificates of Fay Finished' })).toBeVisible()
  releaseAgain()
  await expect(main.getByRole('link', { name: /Download PDF/ }).first()).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
})

test('the certificates, seals and invoices of somebody stand on their own screens (ROU-071, ORD-015, CER-013, CER-014, CER-021, CER-023)', async ({
  page,
}, info) => {
  await enter(page, teacherOf(info))
  await page.goto(at('core', '/users?search=fay%40example.com'))
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Fay Finished' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Fay Finished' })).toBeVisible()
  await main.getByRole('link', { name: 'Certificates', exact: true }).click()
  await expect(page).toHaveURL(/\/users\/[^/]+\/certificates$/)
  await expect(main.getByRole('link', { name: /Download PDF/ }).first()).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('link', { name: 'Seals', exact: true }).click()
  await expect(main.getByRole('article', { name: 'Prairie State Safety Board' }).first()).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect(page).toHaveURL(/\/users\/[^/]+\/invoices$/)
  await expect(main.getByText(/^(INV-\d{6}|No invoices yet)/).first()).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
})

test('people get a role in a course, a learner gets a curator, and the course is completed for them with a reason (USR-015, USR-016, LRN-029, LRN-030, UIX-025)', async ({
  page,
}, info) => {
  const { name: coach } = personOf(info, 'coach')
  const { made: slug } = await madeCourse(teacherOf(info), async (author, course) => {
    const path = `/admin/courses/${course.id}/items/modules`
    const { itemable_id: module_id } = await post<{ itemable_id: number }>(author, path, { title: 'Reading' })
    await post(author, '/admin/module-items/text', { module_id, title: 'Words', text: '<p>Read me</p>' })
    return course.slug
  })
  await enter(page, teacherOf(info))
  await page.goto(at('core', `/courses/builder/${slug}/exams-progress`))
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Add people' }).click()
  const adding = page.getByRole('dialog', { name: 'Add people' })
  await adding.getByText('Instructor', { exact: true }).click()
  await expect(adding.getByRole('radio', { name: 'Instructor' })).toBeChecked()
  await adding.getByRole('combobox', { name: 'People' }).fill(coach)
  await page.getByRole('option', { name: new RegExp(coach) }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await onPhone(page)
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding).toBeHidden()
  await expect(page.getByText('One person is enrolled.')).toBeVisible()

  await main.getByRole('link', { name: /Jane Doe/ }).click()
  await main.getByRole('button', { name: 'Set a curator' }).click()
  const curating = page.getByRole('dialog', { name: 'Curator' })
  await curating.getByRole('combobox', { name: 'Curator' }).click()
  await page.getByRole('option', { name: coach }).click()
  await expectAccessible(page)
  await onPhone(page)
  await curating.getByRole('button', { name: 'Save' }).click()
  await expect(curating).toBeHidden()
  await expect(main.getByText(coach)).toBeVisible()

  await main.getByRole('button', { name: 'Complete course' }).click()
  const completing = page.getByRole('dialog', { name: 'Complete Course' })
  await expect(completing).toContainText('Do you want to complete this course?')
  await completing.getByRole('button', { name: 'Complete course' }).click()
  await expect(completing.getByText('This field is required.')).toBeVisible()
  await completing.getByLabel('Reason').fill('Passed the same course on paper')
  await expectAccessible(page)
  await onPhone(page)
  await completing.getByRole('button', { name: 'Complete course' }).click()
  await expect(completing).toBeHidden()
  await expect(main.getByText('Completed', { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Complete course' })).toBeHidden()
  await expectAccessible(page)
  await onPhone(page)
})

test('anyone who grades grades several responses alike, takes that back exactly, and goes from one waiting response to the next without the list between them (ASG-024, BLK-013, BLK-033, BLK-034, BLK-036, BLK-038)', async ({
  page,
}, info) => {
  test.slow()
  const { learner, made, outlineUrl } = await madeCourse(teacherOf(info), async (author, course) => {
    const task = (title: string) =>
      post<{ itemable_id: number }>(author, `/admin/courses/${course.id}/items/assignments`, {
        title,
        reqs: '<p>Describe it.</p>',
        attempts: 2,
        score: 70,
      })
    return [await task('Way in'), await task('Way out')]
  })
  const give = await signedIn(learner.email, learner.password)
  for (const [index, { itemable_id }] of made.entries()) {
    const { payload: data, headers } = await multipart({
      related_id: String(learner.related_id),
      text: `Answer number ${index + 1}`,
    })
    const { status } = await give('POST', `${API}/learner/assignments/${itemable_id}/learner-response`, {
      data,
      headers,
    })
    expect(status).toBe(200)
  }
  await enter(page, teacherOf(info))
  const slug = new URL(outlineUrl).pathname.split('/')[3] ?? ''
  const list = at('core', `/courses/builder/${slug}/assignments`)
  // A box that is checked before the scripts are there counts once they are.
  const release = await holdScripts(page)
  await page.goto(list, { waitUntil: 'commit' })
  const main = page.getByRole('main')
  const rows = main.getByRole('row').filter({ hasText: 'Jane Doe' })

  // All at once: the preview names each grade before and after, and the undo leaves both waiting again.
  await main.getByRole('checkbox', { name: 'Select all' }).check()
  release()
  await main.getByRole('button', { name: 'Grade', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Grade 2 responses' })
  await dialog.getByLabel('Score').fill('60')
  await dialog.getByLabel('Comment').fill('Please add a sketch.')
  await look(page)
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Grade responses' })).toBeVisible()
  await expect(main.getByText('Nothing has been changed yet')).toBeVisible()
  await expect(main.getByRole('region', { name: 'Grade' })).toContainText('Please add a sketch.')
  await expect(
    rows.filter({ hasText: 'Waiting for a grade' }).filter({ hasText: 'Not passed, 60 of 100' }),
  ).toHaveCount(2)
  await look(page)
  await main.getByRole('button', { name: 'Grade 2 responses' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Each learner is notified')
  await question.getByRole('button', { name: 'Grade', exact: true }).click()
  await expect(main.getByText('2 responses were graded, and each learner was notified.')).toBeVisible()
  await main.getByRole('button', { name: 'Preview undo' }).click()
  await expect(main.getByText('2 rows can be restored')).toBeVisible()
  await expect(main.getByRole('list', { name: 'Will be restored' })).toContainText('Waiting for a grade')
  await look(page)
  await main.getByRole('button', { name: 'Undo 2 rows' }).click()
  await expect(main.getByText('2 rows were restored.')).toBeVisible()
  await page.goto(list)
  await expect(rows.filter({ hasText: 'Waiting' })).toHaveCount(2)
  await main
    .getByRole('row', { name: /Way in/ })
    .getByRole('link')
    .first()
    .click()
  await expect(main.getByText('Answer number 1')).toBeVisible()
  const next = main.getByRole('link', { name: 'Next to grade: Jane Doe, Way out' })
  await expectAccessible(page)
  await onPhone(page)
  await next.click()
  await expect(main.getByText('Answer number 2')).toBeVisible()
  await expect(main.getByText('Answer number 1')).toBeHidden()
  await main.getByLabel('Score').fill('80')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('The grade is saved, and the learner has been notified.').first()).toBeVisible()
  await main.getByRole('link', { name: 'Next to grade: Jane Doe, Way in' }).click()
  await main.getByLabel('Score').fill('90')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('The grade is saved, and the learner has been notified.').first()).toBeVisible()
  await expect(main.getByRole('link', { name: /^Next to grade/ })).toHaveCount(0)
})
