import fs from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { look } from '../kit/desk.ts'
import { begunCopies, endWait, leasesOn, loseStorage, storedOn, withoutAnswers } from '../kit/kept-storage.ts'
import { at, expect, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { personOf } from '../kit/people.ts'
import { authorExam, pdfOf, post, TALK, uploadMaterial } from '../kit/reading-course.ts'

/** A sequential course: a knowledge check, a text, a PDF, a talk of several parts, a text that is not kept, a hosted video, an exam. */
const courseToKeep = (author: string) =>
  madeCourse(
    author,
    async (call, course) => {
      const items = `/admin/courses/${course.id}/items`
      const check = await authorExam(call, course, { title: 'Check', time_limit_minutes: 60 }, 'surveys')
      const { itemable_id: module_id } = await post<{ itemable_id: number }>(call, `${items}/modules`, { title: 'Sea' })
      const item = (type: string, title: string, more: object) =>
        post<{ id: number }>(call, `/admin/module-items/${type}`, { module_id, title, ...more })
      const talk = Buffer.concat(Array.from({ length: 70 }, () => fs.readFileSync(TALK)))
      const sheets = await uploadMaterial(call, 'sheets.pdf', 'application/pdf', pdfOf(3))
      const sound = await uploadMaterial(call, 'talk.mp3', 'audio/mpeg', talk)
      await item('text', 'Words', { text: '<p>Read me at sea</p>' })
      await item('document', 'Sheets', { media_uuid: sheets })
      await item('audio', 'Talk', { media_uuid: sound })
      const ashore = await item('text', 'Ashore', { text: '<p>Read me ashore</p>' })
      await item('video', 'Film', { video: 'https://youtu.be/dQw4w9WgXcQ' })
      await authorExam(call, course, { title: 'Test', passing_score: 60 })
      await call('PUT', `/api/v1/admin/courses/${course.slug}`, { data: { is_sequential: true } })
      return { ashore: `modules/${module_id}/Text/${ashore.id}`, check: check.itemable_id, course }
    },
    'seafarer',
  )

const card = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Use without a connection' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const inOutline = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Course outline' }).last()
const keptCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('kept-')))

test('a learner keeps items of a course, works through them and takes an exam without a network in new tabs, and everything is sent once; it ends with time and with signing out (OFF-001, OFF-002, OFF-003, OFF-004, OFF-005, OFF-006, OFF-007, OFF-008, OFF-009, OFF-010, OFF-011, OFF-012, OFF-013, OFF-015, OFF-016, OFF-017, OFF-018, OFF-019, OFF-020, OFF-021, EXM-039, ROU-152, ERR-211, ERR-212, ERR-222, ERR-224, ERR-225) @phone', async ({
  context,
}, info) => {
  const { learner, outlineUrl, made } = await courseToKeep(personOf(info, 'offlineauthor').email)
  // The second part of the talk is cut once.
  await context.addInitScript(() => {
    const real = window.fetch
    window.fetch = (input, options) => {
      const range = new Headers(options?.headers).get('range')
      if (range?.startsWith('bytes=2097152-') && !localStorage.getItem('was-cut')) {
        localStorage.setItem('was-cut', 'yes')
        return Promise.reject(new TypeError('cut'))
      }
      if (range === 'bytes=0-2097151')
        localStorage.setItem('begun', `${Number(localStorage.getItem('begun') ?? 0) + 1}`)
      return real(input, options)
    }
  })
  const first = await context.newPage()
  await enter(first, learner.email, { password: learner.password })
  await first.goto(outlineUrl)
  await untilAlive(first)
  expect(await first.locator('link[rel=manifest]').getAttribute('href')).toBe('/on-this-device/manifest.webmanifest')
  await expect(card(first).getByText(/free for this site/)).toBeVisible()

  // Too little space is said before anything is fetched.
  await first.evaluate(() => {
    const { storage } = navigator
    Object.assign(window, { estimate: storage.estimate.bind(storage) })
    storage.estimate = async () => ({ quota: 1000, usage: 900 })
  })
  await card(first)
    .getByRole('button', { name: /^Keep on this device \(4\.\d+ MB\)/ })
    .click()
  await expect(card(first).getByText(/There is not enough free space on this device\./)).toBeVisible()
  await first.evaluate(() => {
    navigator.storage.estimate = (window as never as { estimate: () => Promise<StorageEstimate> }).estimate
  })

  // Single items, and what needs a connection.
  await card(first).getByText('Choose single items').click()
  await expect(card(first).getByText('Needs a connection', { exact: true })).toBeVisible()
  await expect(card(first).getByText(/^1 exam comes along/)).toBeVisible()
  await expect(card(first).getByText('Plays from YouTube or Vimeo, which needs a connection')).toBeVisible()
  await card(first).getByLabel('Ashore').uncheck()
  await look(first)
  await first.screenshot({ path: info.outputPath('choose.png'), fullPage: true })
  await card(first)
    .getByRole('button', { name: /^Keep 4 items/ })
    .click()
  await expect(card(first).getByText(/^The connection was lost\./)).toBeVisible()
  await first.evaluate(() => dispatchEvent(new Event('online')))
  await expect(card(first).getByText(/^On this device: 4 items, 4\.\d+ MB\./)).toBeVisible()
  // The sheets and the first part of the talk: the parts that were there came no second time.
  expect(await first.evaluate(() => localStorage.getItem('begun'))).toBe('2')
  await first.screenshot({ path: info.outputPath('kept.png'), fullPage: true })

  // On another device the knowledge check says where it is, and can be taken back; here it comes along again.
  const check = `${outlineUrl}/exams/${made.check}`
  const elsewhere = await (context.browser() as Browser).newContext(info.project.use)
  const other = await elsewhere.newPage()
  await enter(other, learner.email, { password: learner.password })
  await other.goto(check)
  await untilAlive(other)
  await expect(other.getByText('You took this knowledge check along on another device')).toBeVisible()
  await look(other)
  await other.screenshot({ path: info.outputPath('elsewhere.png'), fullPage: true })
  await other.getByRole('button', { name: 'Take it back' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(other.getByRole('button', { name: 'Start the knowledge check' })).toBeVisible()
  await elsewhere.close()
  // Signing in there has ended the session here.
  await enter(first, learner.email, { password: learner.password })
  await first.goto(outlineUrl)
  await untilAlive(first)
  await first.evaluate(() => dispatchEvent(new Event('online')))
  await expect(card(first).getByText(/^On this device: 3 items/)).toBeVisible()
  await first.reload()
  await untilAlive(first)
  await card(first).getByText('Choose single items').click()
  await card(first).getByLabel('Ashore').uncheck()
  await card(first)
    .getByRole('button', { name: /^Keep 1 item/ })
    .click()
  await expect(card(first).getByText(/^On this device: 4 items/)).toBeVisible()

  // The network is gone, and so is the tab.
  await first.close()
  await context.setOffline(true)
  const second = await context.newPage()
  await second.goto(outlineUrl)
  await untilAlive(second)
  await expect(inOutline(second).getByText('Exam: needs a connection')).toBeVisible()
  await inOutline(second).getByRole('link', { name: /Check/ }).click()
  await expect(second.getByText('You can take it without a connection')).toBeVisible()
  await second.screenshot({ path: info.outputPath('exam-ready.png'), fullPage: true })
  await second.getByRole('button', { name: 'Start the knowledge check' }).click()
  await second.getByRole('alertdialog').getByRole('button', { name: 'Start the knowledge check' }).click()
  await expect(second.getByText('Question 1 of 3')).toBeVisible()
  await expect(second.getByRole('timer')).toContainText(/^Time left: (1:00:00|59:\d\d)$/)
  await second.getByRole('main').getByRole('radio').first().check()
  await second.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(second.getByText('Question 2 of 3')).toBeVisible()
  await second.screenshot({ path: info.outputPath('exam-running.png'), fullPage: true })
  await second.close()

  // Another tab goes on where it was, also with a clock that was set back.
  const later = await context.newPage()
  await later.addInitScript(() => {
    const real = Date.now
    Date.now = () => real() - 86_400_000
  })
  await later.goto(check)
  await expect(later.getByText('Question 2 of 3')).toBeVisible()
  await expect(later.getByRole('timer')).toContainText(/^Time left: (1:00:00|59:\d\d)$/)
  await later.getByRole('button', { name: 'Finish now' }).click()
  await expect(later.getByText('Questions without an answer count as wrong.')).toBeVisible()
  await later.getByRole('alertdialog').getByRole('button', { name: 'Finish the knowledge check' }).click()
  await expect(later.getByText('Your answers are on this device')).toBeVisible()
  await expect(later.getByText(/Your result comes with the next connection\./)).toBeVisible()
  await later.screenshot({ path: info.outputPath('exam-done.png'), fullPage: true })
  await later.close()
  const again = await context.newPage()
  await again.goto(outlineUrl)
  await untilAlive(again)
  await inOutline(again).getByRole('link', { name: /Words/ }).click()
  await expect(again.getByText('Read me at sea')).toBeVisible()
  await again.getByRole('button', { name: 'Next' }).click()
  await expect(again.getByText('This is sheet 1', { exact: true })).toBeVisible()
  await again.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(heading(again, 'Talk')).toBeVisible()
  const sound = again.locator('audio')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(60)
  const near = await sound.evaluate(async (audio: HTMLAudioElement) => {
    const to = Math.floor(audio.duration - 30)
    const sought = new Promise((resolve) => audio.addEventListener('seeked', resolve, { once: true }))
    audio.currentTime = to
    await sought
    return to
  })
  await again.screenshot({ path: info.outputPath('talk.png'), fullPage: true })
  const talkUrl = again.url()
  await again.close()

  // Another tab opens the item by its address, at its place; the next one is not here.
  const third = await context.newPage()
  await third.goto(talkUrl)
  await expect(heading(third, 'Talk')).toBeVisible()
  await expect
    .poll(() => third.locator('audio').evaluate((audio: HTMLAudioElement) => Math.round(audio.currentTime)))
    .toBe(near)
  await third.getByRole('button', { name: 'Next' }).click()
  await expect(third.getByText('It is saved on this device and will be sent', { exact: false })).toBeVisible()
  await third.goto(outlineUrl)
  await untilAlive(third)
  await expect(third.getByRole('main').getByText('4 of 7 items done.')).toBeVisible()
  await expect(inOutline(third).getByText('Text: needs a connection')).toBeVisible()
  await third.screenshot({ path: info.outputPath('outline-offline.png'), fullPage: true })
  await third.goto(`${outlineUrl}/${made.ashore}`)
  await expect(heading(third, 'Not on this device')).toBeVisible()
  await expect(third.getByText('This item is not on this device. Connect to open it.')).toBeVisible()
  await third.goto(at('core', '/on-this-device'))
  await untilAlive(third)
  await expect(third.getByRole('main').getByText('4 items')).toBeVisible()
  await expect(third.getByRole('main').getByText(/^Check: done, connect by/)).toBeVisible()
  await third.screenshot({ path: info.outputPath('device.png'), fullPage: true })
  await third.close()

  // Back ashore: everything is sent, once each and in order, by whatever page opens.
  await context.setOffline(false)
  const fourth = await context.newPage()
  const sent: string[] = []
  const attempts: number[] = []
  fourth.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname.endsWith('/attempt')) attempts.push(answer.status())
    const kind = /module-items\/(\w+)\/\d+\/(start|finish|position)$/.exec(pathname)
    if (kind && answer.request().method() !== 'GET') sent.push(`${kind[1]} ${kind[2]} ${answer.status()}`)
  })
  await fourth.goto(at('core', '/on-this-device'))
  await untilAlive(fourth)
  await expect.poll(() => sent.filter((one) => one.includes('finish')).length).toBe(3)
  expect(sent.filter((one) => !one.endsWith(' 200'))).toEqual([])
  expect(sent.filter((one) => !one.includes('position'))).toEqual([
    'Text start 200',
    'Text finish 200',
    'Document start 200',
    'Document finish 200',
    'Audio start 200',
    'Audio finish 200',
  ])
  await look(fourth)
  // The knowledge check came first, and once; its result is here.
  await fourth.goto(check)
  await untilAlive(fourth)
  await expect(fourth.getByRole('heading', { name: 'Your answers' })).toBeVisible()
  await expect(fourth.getByText('Finished, without a connection')).toBeVisible()
  expect(attempts.every((status) => status === 200) && attempts.length > 0).toBe(true)
  const office = await (context.browser() as Browser).newContext(info.project.use)
  const desk = await office.newPage()
  await enter(desk, personOf(info, 'offlineauthor').email)
  await desk.goto(at('core', `/courses/builder/${made.course.slug}/exams-progress`))
  await desk
    .getByRole('main')
    .getByRole('link', { name: /Jane Doe/ })
    .first()
    .click()
  await desk.getByRole('main').getByRole('link', { name: 'Attempts at Check' }).click()
  await expect(desk.getByText(/Taken without a connection\. Taken along .* received/)).toBeVisible()
  await look(desk)
  await desk.screenshot({ path: info.outputPath('staff.png'), fullPage: true })
  await office.close()
  await fourth.goto(outlineUrl)
  await expect(fourth.getByRole('main').getByText('4 of 7 items done.')).toBeVisible()

  // A course opens until a day; past it, the page says what to do.
  const change = (page: Page, openUntil: string) =>
    page.evaluate(
      async ({ id, openUntil }) => {
        const name = (await caches.keys()).find((one) => one.startsWith('kept-files '))
        const cache = await caches.open(name ?? '')
        const course = await (await cache.match(`/kept/courses/${id}`))?.json()
        await cache.put(`/kept/courses/${id}`, new Response(JSON.stringify({ ...course, open_until: openUntil })))
      },
      { id: learner.related_id, openUntil },
    )
  await change(fourth, new Date(Date.now() - 1000).toISOString())
  await context.setOffline(true)
  await fourth.goto(outlineUrl)
  await expect(heading(fourth, 'Connect to open this course')).toBeVisible()
  await context.setOffline(false)
  await fourth.goto(outlineUrl)
  await untilAlive(fourth)
  await fourth.evaluate(() => dispatchEvent(new Event('online')))
  await expect(card(fourth).getByText(/^On this device: 3 items/)).toBeVisible()

  // Signing out takes everything away, of the lite version without a script as well.
  expect(await keptCaches(fourth)).not.toEqual([])
  await fourth.getByRole('button', { name: 'Menu' }).click()
  await fourth.getByRole('button', { name: 'Sign out' }).click()
  await fourth.waitForURL((url) => url.pathname === '/login')
  expect(await keptCaches(fourth)).toEqual([])
  await fourth.evaluate(() => caches.open('kept-files 1 '))
  await fourth.goto(at('core', '/lite/sign-in'))
  await fourth.getByLabel('E-mail').fill(learner.email)
  await fourth.getByLabel('Password').fill(learner.password)
  await fourth.getByRole('button', { name: 'Sign in', exact: true }).click()
  await fourth.waitForURL((url) => url.pathname !== '/lite/sign-in')
  // The address alone deletes nothing of somebody who is signed in.
  await fourth.goto(at('core', '/on-this-device/signed-out'))
  await fourth.waitForURL((url) => url.pathname.startsWith('/lite'))
  expect(await keptCaches(fourth)).not.toEqual([])
  await fourth.getByRole('button', { name: 'Sign out' }).click()
  await fourth.waitForURL((url) => url.pathname === '/lite/sign-in')
  expect(await keptCaches(fourth)).toEqual([])
})

test('signing out of the lite version gives back an exam that was taken along and not begun, so that another device begins it at once; one that has begun stays, and a network that does not answer keeps nobody (OFF-012, OFF-018, OFF-023, LIT-020) @phone', async ({
  context,
}, info) => {
  const { learner, outlineUrl, made } = await madeCourse(
    personOf(info, 'leaseauthor').email,
    async (call, course) => ({
      taken: (await authorExam(call, course, { title: 'Check' }, 'surveys')).itemable_id,
      begun: (await authorExam(call, course, { title: 'Quiz' }, 'surveys')).itemable_id,
    }),
    'seafarer',
  )
  const start = async (page: Page) => {
    await page.getByRole('button', { name: 'Start the knowledge check' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start the knowledge check' }).click()
    await expect(page.getByText('Question 1 of 3')).toBeVisible()
  }
  const sea = await context.newPage()
  await enter(sea, learner.email, { password: learner.password })
  await sea.goto(outlineUrl)
  await untilAlive(sea)
  await card(sea)
    .getByRole('button', { name: /^Keep on this device/ })
    .click()
  await expect(card(sea).getByText(/^On this device: 2 items/)).toBeVisible()
  expect(await leasesOn(sea)).toHaveLength(2)
  const earlier = await storedOn(sea)
  await context.setOffline(true)
  await sea.goto(outlineUrl)
  await untilAlive(sea)
  await inOutline(sea).getByRole('link', { name: /Quiz/ }).click()
  await expect(sea.getByText('You can take it without a connection')).toBeVisible()
  await start(sea)
  await expect.poll(() => begunCopies(sea)).toBe(1)
  await sea.close()
  await context.setOffline(false)

  // The browser was killed before its storage said that an exam has begun; a copy says it.
  const page = await context.newPage()
  await page.goto(at('core', '/lite'))
  await loseStorage(page, earlier)
  // The address alone gives nothing back of somebody who is signed in.
  await page.goto(at('core', '/on-this-device/signed-out'))
  await page.waitForURL((url) => url.pathname.startsWith('/lite'))
  expect(await leasesOn(page)).toHaveLength(2)
  await page.goto(at('core', '/lite'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/lite/sign-in')
  expect(await leasesOn(page)).toHaveLength(1)
  expect(await begunCopies(page)).toBe(1)
  expect(await keptCaches(page)).toEqual([])

  const elsewhere = await (context.browser() as Browser).newContext(info.project.use)
  const other = await elsewhere.newPage()
  await enter(other, learner.email, { password: learner.password })
  await other.goto(`${outlineUrl}/exams/${made.begun}`)
  await expect(other.getByText('You took this knowledge check along on another device')).toBeVisible()
  await other.goto(`${outlineUrl}/exams/${made.taken}`)
  await untilAlive(other)
  await start(other)
  await elsewhere.close()

  // The server answers nothing until the wait is over.
  const unused = JSON.stringify({ begun: null, lease: { id: crypto.randomUUID() } })
  await loseStorage(page, { 'leased 1 1 1': unused })
  await withoutAnswers(page, '/on-this-device/signed-out', 8000)
  await page.goto(at('core', '/on-this-device/signed-out'))
  await expect(heading(page, 'You are signed out')).toBeVisible()
  await look(page)
  await page.screenshot({ path: info.outputPath('signed-out.png'), fullPage: true })
  await endWait(page)
  await page.waitForURL((url) => url.pathname === '/lite/sign-in')
  expect(await leasesOn(page)).toEqual([])
})
