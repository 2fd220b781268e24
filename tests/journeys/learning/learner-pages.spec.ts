import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const DAY = 86_400_000

test('a course has separate pages for its overview, items, review, questions and certificates (LRN-033, ROU-055, ROU-056, ROU-060)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'pupil').email)
  await page.goto(at('core', '/courses/learner/ladder-safety'))
  await page.waitForURL(/\/outline/)
  const course = page.url().replace(/\/outline.*/, '')
  const heading = page.getByRole('heading', { level: 1 })

  await page.goto(`${course}/overview`)
  await expect(heading).toHaveText('Ladder Safety')
  await expect(page.getByText('0%').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText('Instructors')).toBeVisible()
  await expect(page.getByRole('main').locator('p').filter({ visible: true }).first()).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${course}/outline`)
  const main = page.getByRole('main')
  await expect(main.getByText('Not started').first()).toBeVisible()
  await expectAccessible(page)
  await untilAlive(page)
  await main
    .getByRole('link', { name: /Why ladders/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/courses\/learner\/ladder-safety\/\d+\/outline\/modules\/\d+\/Text\/\d+$/)
  await expect(heading).toHaveText('Why ladders')
  await page.goto(page.url().replace(/\/Text\/\d+$/, ''))
  await expect(page).toHaveURL(/\/outline\/modules\/\d+/)
  await expect(heading).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${course}/outline`)
  const call = await enter(page, personOf(info, 'pupil').email)
  const relatedId = /\/(\d+)$/.exec(course)?.[1]
  const items = dataOf<{ itemable_type: string; itemable_id: number }[]>(
    await call('GET', `${API}/learner/courses/ladder-safety/modules?related_id=${relatedId}`),
  )
  const exam = items.find(({ itemable_type: type }) => type === 'Exam' || type === 'Survey')
  await page.goto(`${course}/outline/exams/${exam?.itemable_id}`)
  await expect(heading).toBeVisible()
  await expectAccessible(page)

  for (const [path, title] of [
    ['feedback', 'Feedback'],
    ['questions', 'Questions'],
    ['certificates', /certificate/i],
  ] as const) {
    await page.goto(`${course}/${path}`)
    await expect(heading).toHaveText(title)
    await expectAccessible(page)
  }
})

test('a learner’s dashboard shows where to continue, what is due and what is new (LRN-036) @phone', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const office = await signedIn(personOf(info, 'schooler').email, PASSWORD)
  const [course] = dataOf<{ id: number }[]>(
    await office('GET', `${API}/admin/courses?publication_status=2&per_page=1&search=First+Aid`),
  )
  const [learner] = dataOf<{ id: number }[]>(
    await office('GET', `${API}/users?search=${encodeURIComponent(personOf(info, 'dashing').email)}`),
  )
  await office('POST', `${API}/enrollments`, {
    data: { course_id: course?.id, user_ids: [learner?.id], due_at: new Date(Date.now() + 20 * DAY).toISOString() },
  })
  await office('POST', `${API}/portal/announcements`, {
    data: { audience: 'learner', title: `New rooms ${mark}`, text: 'The classroom has moved to the second floor.' },
  })
  await enter(page, personOf(info, 'dashing').email)
  await page.goto(at('core', '/dashboard'))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Pick up where you left off' })).toBeVisible()
  await expect(main.getByText('0%').first()).toBeVisible()
  await expect(main.getByText(`New rooms ${mark}`)).toBeVisible()
  const due = main.getByRole('region', { name: 'Due', exact: true })
  await expect(due.getByRole('link', { name: /First Aid/ })).toBeVisible()
  await expect(due.getByText(/[A-Z][a-z]{2} \d{1,2} \d{4}/)).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Start this Course' }).first().click()
  await expect(page).toHaveURL(/\/courses\/learner\/.+\/outline/)
})
