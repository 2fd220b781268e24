import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, PASSWORD, test } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { personOf } from '../kit/people.ts'
import { authorExam, pdfOf, post, TALK, uploadMaterial } from '../kit/reading-course.ts'

test.use({ javaScriptEnabled: false })

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nSet the ladder on firm ground.\n'
const SECRET = '804217'
const MOST_BYTES = 60 * 1024

/** A course that the lite version can show from end to end, with a certificate. */
const liteCourse = (author: string) =>
  madeCourse(
    author,
    async (call, course) => {
      const certificate = { title: 'Certificate of Completion', text: 'Well done.' }
      await post(call, `/admin/courses/${course.slug}/certificate-template`, certificate)
      const modules = `/admin/courses/${course.id}/items/modules`
      const { itemable_id: module_id } = await post<{ itemable_id: number }>(call, modules, { title: 'Reading' })
      const document = await uploadMaterial(call, 'sheets.pdf', 'application/pdf', pdfOf(3))
      const sound = await uploadMaterial(call, 'talk.mp3', 'audio/mpeg', fs.readFileSync(TALK))
      const captions = [{ language: 'en', label: 'English', name: 'talk.vtt', file_text: CAPTIONS }]
      await post(call, '/admin/module-items/text', { module_id, title: 'Words', text: '<p>Read me</p>' })
      await post(call, '/admin/module-items/document', { module_id, title: 'Sheets', media_uuid: document })
      await post(call, '/admin/module-items/audio', { module_id, title: 'Talk', media_uuid: sound, captions })
      await post(call, '/admin/module-items/video', { module_id, title: 'Film', video: 'https://youtu.be/dQw4w9WgXcQ' })
      await authorExam(call, course, { title: 'Check' }, 'surveys')
      await authorExam(call, course, { title: 'Test', passing_score: 60, attempts_number: 2, time_limit_minutes: 30 })
    },
    'lite',
  )

/** The pages that were opened, and what each asked for: bytes as they were sent, with an empty cache. */
const weighed = (page: Page) => {
  const pages: { url: string; bytes: number; scripts: number }[] = []
  const open: Promise<void>[] = []
  page.on('response', (response) => {
    const request = response.request()
    const type = request.resourceType()
    if (type === 'media' || response.status() !== 200) return
    if (type === 'document') pages.push({ url: response.url(), bytes: 0, scripts: 0 })
    const current = pages.at(-1)
    if (!current) return
    if (type === 'script') current.scripts++
    open.push(
      request.sizes().then(
        ({ responseBodySize, responseHeadersSize }) => {
          current.bytes += responseBodySize + responseHeadersSize
        },
        () => {},
      ),
    )
  })
  return async () => {
    await Promise.all(open)
    return pages.filter(({ url }) => new URL(url).pathname.startsWith('/lite'))
  }
}

test('a learner without JavaScript signs in, takes a course with text, document, sound, video, knowledge check and exam, and gets the certificate in pages of at most 60 KB (LIT-001, LIT-002, LIT-005, LIT-006, LIT-007, LIT-008, LIT-009, LIT-011, LIT-012, LIT-013, LIT-014, LIT-015, LIT-016, LIT-017, LIT-018, LIT-020, ROU-154, ROU-155, ROU-156, ROU-157, ROU-158, ROU-159) @phone', async ({
  page,
  browser,
}, info) => {
  const author = personOf(info, 'lightener')
  const { learner, outlineUrl } = await liteCourse(author.email)
  const heading = page.getByRole('heading', { level: 1 })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name })
  const visited: string[] = []
  const arrive = async (title: string | RegExp) => {
    await expect(heading).toHaveText(title)
    visited.push(page.url())
  }
  const weights = weighed(page)

  // The full version says where to go without a script.
  await page.goto(at('core', '/login'))
  await page.getByRole('link', { name: 'lite version' }).first().click()
  await arrive('Sign in')
  await page.getByLabel('E-mail').fill(learner.email)
  await page.getByLabel('Password').fill('wrong')
  await button('Sign in').click()
  await expect(page.getByRole('alert')).toContainText('These credentials do not match our records')
  await expect(page.getByLabel('E-mail')).toHaveValue(learner.email)
  await page.getByLabel('Password').fill(learner.password)
  await button('Sign in').click()
  await arrive('My courses')

  // A link to the full version of the course leads to its lite one once that is chosen.
  await page.goto(at('core', `/lite/switch?to=lite&at=${encodeURIComponent(new URL(outlineUrl).pathname)}`))
  await arrive(/^Played /)
  await page.goto(outlineUrl)
  await expect(page).toHaveURL(/\/lite\/courses\//)
  const course = page.url()
  await expect(page.getByText('0 of 6 items done')).toBeVisible()
  await link('Start this Course').click()
  await arrive('Words')
  await expect(page.getByText('Read me')).toBeVisible()
  await button('Done, next').click()
  await arrive('Sheets')
  await expect(link(/^Download sheets\.pdf \(\d/)).toBeVisible()
  await button('Done, next').click()
  await arrive('Talk')
  await expect(page.locator('audio[controls][preload=none]')).toBeVisible()
  await link('English').click()
  await expect(page.getByText('Set the ladder on firm ground.')).toBeVisible()
  await button('Done, next').click()
  await arrive('Film')
  await expect(link('Watch on YouTube')).toBeVisible()
  await button('Done, next').click()

  for (const [name, kind] of [
    ['Check', 'knowledge check'],
    ['Test', 'exam'],
  ] as const) {
    await arrive(name)
    await link(`Start the ${kind}`).click()
    await button(`Start the ${kind}`).click()
    for (const number of [1, 2, 3]) {
      await expect(page.getByText(`Question ${number} of 3`)).toBeVisible()
      if (number === 1) await arrive(name)
      await page.getByLabel('Yes', { exact: true }).check()
      await button(/^Answer/).click()
    }
    if (name === 'Check') {
      await expect(page.getByText('Knowledge Check finished')).toBeVisible()
      await page.goto(course)
      await link('Test').click()
    }
  }
  await expect(page.getByText('You have finished the course.').first()).toBeVisible()
  await button('Generate certificate').click()
  const [download] = await Promise.all([page.waitForEvent('download'), link(/^Download PDF/).click()])
  expect(
    fs
      .readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await page.getByRole('link', { name: 'Certificates' }).click()
  await arrive('Certificates')
  await expect(page.getByText(/^No\. /)).toBeVisible()
  await page.getByRole('link', { name: 'My courses' }).click()
  await link('Past courses').click()
  await arrive('Past courses')
  await expect(page.getByText('100% done').first()).toBeVisible()
  await page.goto(at('core', '/lite/full?at=%2Fprofile%2Fsecurity'))
  await arrive('This part needs the full version')
  await expect(link('Open in the full version')).toHaveAttribute('href', '/profile/security')
  const state = await page.context().storageState()
  await button('Sign out').click()
  await arrive('Sign in')

  // The same person by badge.
  const office = await signedIn(author.email, PASSWORD)
  await office('PUT', `${API}/user/role`, { data: { role: 'portal_admin' } })
  const [person] = dataOf<{ id: number }[]>(
    await office('GET', `${API}/users?search=${encodeURIComponent(learner.email)}`),
  )
  const badge = dataOf<{ badge: { number: string } }>(
    await office('POST', `${API}/users/${person?.id}/badge`, { data: { badge_number: 'new' } }),
  ).badge.number
  const { start_code: code } = dataOf<{ start_code: string }>(
    await office('POST', `${API}/users/${person?.id}/badge/start-code`),
  )
  await page.goto(at('core', '/lite/badge/start'))
  await arrive('Set your PIN')
  await page.getByLabel('Badge number').fill(badge)
  await page.getByLabel('Start code').fill(code)
  await page.getByLabel('New PIN or password').fill(SECRET)
  await page.getByLabel('PIN or password again').fill('804218')
  await button('Set PIN and sign in').click()
  await expect(page.getByLabel('PIN or password again')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Badge number')).toHaveValue(badge)
  await page.getByLabel('New PIN or password').fill(SECRET)
  await page.getByLabel('PIN or password again').fill(SECRET)
  await button('Set PIN and sign in').click()
  await expect(heading).toHaveText('My courses')
  await button('Sign out').click()
  await arrive('Sign in')
  await page.goto(at('core', '/lite/badge'))
  await arrive('Sign in with a badge')
  await page.getByLabel('Badge number').fill(badge)
  await page.getByLabel('PIN or password').fill(SECRET)
  await button('Sign in').click()
  await expect(heading).toHaveText('My courses')

  // The full version stays once it is chosen.
  await page.getByRole('link', { name: 'Full version' }).click()
  await expect(page).toHaveURL(at('core', '/dashboard'))
  await page.goto(at('core', '/dashboard'))
  await expect(page).toHaveURL(at('core', '/dashboard'))

  // Somebody with another role goes on as a learner.
  await page.context().clearCookies()
  await enter(page, author.email)
  await page.goto(at('core', '/lite'))
  await arrive('The lite version is for learners')
  await button('Continue as a learner').click()
  await expect(heading).toHaveText('My courses')

  const all = await weights()
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter(({ bytes, scripts }) => bytes > MOST_BYTES || scripts > 0)).toEqual([])

  // The checker of accessibility is a script itself.
  const looking = await browser.newContext({ storageState: state, javaScriptEnabled: true })
  const look = await looking.newPage()
  for (const url of new Set(visited)) {
    await look.goto(url)
    await expectAccessible(look)
  }
  await looking.close()

  // The full version offers it to those who need it, and to nobody else before they look for it.
  const offered = await browser.newContext({ javaScriptEnabled: true })
  const full = await offered.newPage()
  const offer = full.getByRole('link', { name: 'Use the lite version' })
  await full.goto(at('core', '/login'))
  await expect(offer).toBeHidden()
  await expect(full.getByRole('link', { name: 'Lite version for slow connections' })).toBeVisible()
  await full.route('**/assets/*.js', (route) => route.abort())
  await full.goto(at('core', '/login'))
  await offer.click()
  await expect(full).toHaveURL(at('core', '/lite/sign-in'))
  await full.unroute('**/assets/*.js')
  await full.goto(at('core', '/lite/switch?to=full&at=%2Flogin'))
  await full.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  )
  await full.goto(at('core', '/login'))
  await expectAccessible(full)
  await expect(offer).toBeVisible()
  await offered.close()
})
