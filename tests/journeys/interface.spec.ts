import { API, type Call, dataOf, enter, signedIn } from './kit/calls.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from './kit/kit.ts'
import { madeCourse } from './kit/made-course.ts'
import { markOf, personOf } from './kit/people.ts'

// Motion is part of what is looked at here.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a page fades out before the next one fades in (UIX-012) @desktop', async ({ page }) => {
  await page.addInitScript(() => {
    const start = document.startViewTransition
    document.startViewTransition = (...args: Parameters<typeof start>) => {
      const transition = start.apply(document, args)
      void transition.ready.then(() => {
        const times = document.getAnimations().flatMap(({ effect }) => {
          if (!(effect instanceof KeyframeEffect)) return []
          const { delay = 0, endTime = 0 } = effect.getComputedTiming()
          return [[effect.pseudoElement, Number(delay), Number(endTime)]]
        })
        sessionStorage.setItem('transition', JSON.stringify(times))
      })
      return transition
    }
  })
  // A link followed before its script is loaded opens a full page.
  await page.goto(at('core', '/course'))
  await untilAlive(page)
  await page.getByRole('link', { name: 'Ladder Safety' }).first().click()
  await expect(page).toHaveURL(at('core', '/course/ladder-safety'))
  const read = () => page.evaluate(() => sessionStorage.getItem('transition'))
  await expect.poll(read).not.toBeNull()
  const times = JSON.parse((await read()) ?? '') as [string | null, number, number][]
  const of = (pseudo: string) => times.find(([name]) => name === pseudo)
  const [, , gone = Number.NaN] = of('::view-transition-old(root)') ?? []
  const [, comes = Number.NaN, there = Number.NaN] = of('::view-transition-new(root)') ?? []
  expect(gone).toBeGreaterThan(0)
  expect(comes).toBeGreaterThanOrEqual(gone)
  expect(there).toBeGreaterThan(comes)
})

test('a list that changes its filters has no page transition, and reduced motion has none at all (UIX-051) @desktop', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const start = document.startViewTransition
    document.startViewTransition = (...args: Parameters<typeof start>) => {
      document.documentElement.dataset['fades'] = String(Number(document.documentElement.dataset['fades'] ?? 0) + 1)
      return start.apply(document, args)
    }
  })
  const fades = () => page.evaluate(() => Number(document.documentElement.dataset['fades'] ?? 0))
  // Whichever course comes first: other journeys make new ones meanwhile.
  const card = page.locator('main a[href^="/course/"]').first()
  const isOpen = () => expect(page).toHaveURL(/\/course\/[^/?]+$/)
  await page.goto(at('core', '/course'))
  await untilAlive(page)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('New First')
  await expect(page).toHaveURL(/\?/)
  await expect(card).toBeVisible()
  expect(await fades()).toBe(0)
  await card.click()
  await isOpen()
  await expect.poll(fades).toBe(1)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goBack()
  await expect(page).toHaveURL(/\/course\?/)
  await card.click()
  await isOpen()
  expect(await fades()).toBe(1)
})

test('a page change that overtakes another one is not an error (UIX-012, INT-011) @desktop', async ({ page }) => {
  await page.goto(at('core', '/course'))
  await untilAlive(page)
  const ended = await page.evaluate(async () => {
    const [overtaken, last] = [0, 1].map(() => document.startViewTransition(async () => {}))
    await Promise.all([overtaken?.finished, last?.finished])
    return overtaken?.ready.then(
      () => 'shown',
      (reason: Error) => reason.name,
    )
  })
  expect(ended).toBe('AbortError')
  await page.getByRole('link', { name: 'Ladder Safety' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ladder Safety' })).toBeVisible()
})

test('the phone navigation stops the page from scrolling while it is open, and closes when the width changes (UIX-015) @phone', async ({
  page,
}) => {
  const narrow = { width: 600, height: 500 }
  await page.setViewportSize(narrow)
  await page.goto(at('core', '/course'))
  await untilAlive(page)
  const scrolled = () => page.evaluate(() => scrollY)
  const wheel = async () => {
    await page.mouse.move(400, 300)
    const seen = page.evaluate(() => new Promise((resolve) => addEventListener('wheel', resolve, { once: true })))
    await page.mouse.wheel(0, 400)
    await seen
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
  const drawer = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(drawer).toBeVisible()
  await expectAccessible(page, { isAsShown: true })
  await wheel()
  expect(await scrolled()).toBe(0)
  await page.setViewportSize({ ...narrow, height: 520 })
  await expect(drawer).toBeVisible()
  await page.setViewportSize({ ...narrow, width: 640 })
  await expect(drawer).toBeHidden()
  await page.mouse.wheel(0, 400)
  await expect.poll(scrolled).toBeGreaterThan(0)
})

type Item = { id: number; itemable_id: number }
const post = async <T>(author: Call, path: string, data: unknown): Promise<T> =>
  dataOf<T>(await author('POST', `${API}${path}`, { data }))

test('completing a course and generating its certificate ask for confirmation (LRN-029, CER-001) @phone', async ({
  page,
}, info) => {
  test.slow()
  const author = personOf(info, 'finish').email
  const { learner, made, outlineUrl } = await madeCourse(author, async (office, course) => {
    const items = `/admin/courses/${course.id}/items`
    const module = await post<Item>(office, `${items}/modules`, { title: 'Read' })
    await post(office, '/admin/module-items/text', { module_id: module.itemable_id, title: 'Words', text: '<p>Hi</p>' })
    const later = await post<Item>(office, `${items}/modules`, { title: 'Withdrawn' })
    await post(office, '/admin/module-items/text', { module_id: later.itemable_id, title: 'More', text: '<p>Ho</p>' })
    await post(office, `/admin/courses/${course.slug}/certificate-template`, { title: 'Done', text: 'For {user_name}' })
    return { office, course, path: `${API}/admin/courses/${course.id}/items/modules/${later.id}` }
  })
  await enter(page, learner.email, { password: learner.password })
  await page.goto(outlineUrl)
  const list = page.locator('main')
  await list.getByRole('link', { name: /Words/ }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Words' })).toBeVisible()
  await page.getByRole('button', { name: /Next|Finish/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'More' })).toBeVisible()
  await made.office('DELETE', made.path)
  const versions = `${API}/admin/courses/${made.course.slug}/versions`
  await made.office('POST', versions, { data: { newest: 1 } })
  await made.office('POST', `${versions}/2/learners`, { data: { related_id: learner.related_id } })

  await page.goto(outlineUrl)
  const dialog = page.getByRole('alertdialog', { name: 'Complete Course' })
  await page.getByRole('button', { name: 'Complete the course' }).click()
  await expect(dialog).toContainText('Do you want to complete this course?')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(outlineUrl)
  await page.getByRole('button', { name: 'Complete the course' }).click()
  await dialog.getByRole('button').last().click()
  await expect(page).toHaveURL(/\/feedback/)

  await page.goto(outlineUrl.replace(/outline$/, 'certificates'))
  const question = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Generate certificate' }).click()
  await expect(question).toContainText('Do you want to generate course certificate?')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No certificate yet')).toBeVisible()
  await page.getByRole('button', { name: 'Generate certificate' }).click()
  await question.getByRole('button').last().click()
  await expect(page.getByText('No certificate yet')).toBeHidden()
})

test('a refused enrollment is shown to everyone watching the course, and once to the person who enrolled (RTM-002, RTM-005) @desktop', async ({
  page,
}, info) => {
  test.slow()
  const mark = markOf(info)
  const office = await signedIn(personOf(info, 'watch').email, PASSWORD)
  const course = await post<{ id: number; slug: string }>(office, '/admin/courses', { title: `Watched ${mark}` })
  const address = `${API}/admin/courses/${course.slug}`
  await office('PUT', `${address}/prices`, { data: { course_pricings: [{ from: 1, price: 10 }] } })
  const [instructor] = dataOf<{ id: number }[]>(await office('GET', `${API}/users?search=ivan%40example.com`))
  await office('POST', `${address}/instructors`, { data: { user_id: instructor?.id } })
  await office('PUT', address, { data: { publication_status: 2 } })
  const enroll = (emails: string[]) => post(office, '/enrollments', { course_id: course.id, emails })
  const [first, second, third] = ['first', 'second', 'third'].map((who) => `${who}.${mark}@example.com`)
  await enroll([first!])

  await enter(page, personOf(info, 'above').email)
  const heard: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))))
  const joined = page.waitForResponse((answer) => answer.url().endsWith('/broadcasting/auth') && answer.ok())
  await page.goto(at('core', `/courses/managers/${course.slug}/overview`))
  await joined
  await expect.poll(() => heard.some((frame) => frame.includes(`private-enrolls.${course.id}`))).toBe(true)
  await enroll([first!, second!])
  const errors = page.locator('[data-toast=error]')
  await expect(errors).toHaveText(/This user is already an active learner of the course\./)
  // Its timer stops while the pointer is over it.
  await errors.hover()
  await expectAccessible(page)
  await errors.getByRole('button', { name: 'Dismiss' }).click()
  await expect(errors).toHaveCount(0)

  heard.length = 0
  await page.getByRole('button', { name: 'Enroll people' }).click()
  const dialog = page.getByRole('dialog')
  for (const email of [first!, third!]) {
    await dialog.getByRole('combobox', { name: 'New people by e-mail' }).fill(email)
    await page.keyboard.press('Enter')
  }
  await dialog.getByRole('button', { name: 'Enroll', exact: false }).last().click()
  await expect(page.locator('[data-toast=warning]')).toHaveCount(1)
  await expect.poll(() => heard.some((frame) => frame.includes('enroll.error'))).toBe(true)
  await expect(page.getByText(third!).first()).toBeVisible()
  await expect(errors).toHaveCount(0)
})

test('a message hovered in a dialog, or beside a dismissed one, disappears after its 7 seconds (UIX-008) @desktop', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(at('core', '/dev/gallery'))
  await untilAlive(page)
  const messages = page.locator('[data-toast]')
  await page.getByRole('button', { name: 'Dialog', exact: true }).click()
  await page.getByRole('button', { name: 'Send invoice' }).click()
  await messages.hover()
  await page.clock.runFor(20_000)
  await expect(messages).toHaveText(/The invoice was sent\./)
  // The dialog closes under the pointer, and on the page the message is elsewhere.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('dialog button[aria-label=Close]')?.click()
    document.documentElement.style.setProperty('--covered', '300px')
  })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.runFor(8000)
  await expect(messages).toHaveCount(0)

  await page.getByRole('button', { name: 'Success toast' }).click()
  await page.getByRole('button', { name: 'Error toast' }).click()
  await expect(messages).toHaveCount(2)
  await messages.first().getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('Enter')
  await expect(messages).toHaveCount(1)
  await page.clock.runFor(8000)
  await expect(messages).toHaveCount(0)
})

test('a screen that a role cannot open redirects to the dashboard, and a visitor to the sign-in (ERR-007) @desktop', async ({
  page,
}, info) => {
  await page.goto(at('core', '/admin/portal/settings'))
  await expect(page).toHaveURL(/\/login/)
  await enter(page, personOf(info, 'barred').email)
  await page.goto(at('core', '/admin/portal/settings'))
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
