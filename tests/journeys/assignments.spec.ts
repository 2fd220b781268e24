import { expect, expectAccessible, holdScripts, signIn, test } from './kit.ts'
import { personOf } from './people.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a learner hands in text and files, an instructor grades, and nothing is lost without a network (ASG-002, ASG-004, ASG-008, ASG-009, ASG-015, ASG-016, ASG-023, ASG-024, ASG-026, ROU-057, ROU-081, UPL-017)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(180_000)
  const { email, name } = personOf(info, 'task')
  await signIn(page, email)
  await page.getByRole('link', { name: 'Start this Course' }).click()
  await page.waitForURL(/\/courses\/learner\//)
  await page.goto(page.url().replace(/(\/courses\/learner\/[^/]+\/\d+).*/, '$1/outline'))
  await page
    .getByRole('main')
    .getByRole('link', { name: /Emergency plan of your site/ })
    .last()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Emergency plan of your site' })).toBeVisible()
  await expect(page.getByText('2 of 2 attempts left')).toBeVisible()
  await expectAccessible(page)

  const text = page.getByLabel('Text', { exact: true })
  await text.fill('Ann calls, Bob helps')
  await expect(page.getByText('Your draft is kept.')).toBeVisible()
  await page.context().setOffline(true)
  await text.fill('Ann calls, Bob helps, Cem meets the ambulance')
  await expect(page.getByText(/^Kept in this browser/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Your draft is kept.')).toBeVisible()
  const choose = (name: string) =>
    page.getByRole('main').locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: PNG })
  // One that fails is marked as an error and loads no longer; the others go on, and it can be taken away.
  const isFile = (url: URL) => url.pathname.endsWith('/draft-files')
  await page.route(isFile, (route) => route.fulfill({ status: 500, json: { message: 'Broken', code: 'unexpected' } }))
  await choose('lost.png')
  const lost = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: 'lost.png' })
  await expect(lost).toHaveAttribute('data-failed', 'true')
  await expect(lost).toContainText('Broken')
  await expect(lost.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByText('Sending your files…')).toHaveCount(0)
  await expectAccessible(page)
  await lost.getByRole('button', { name: 'Remove lost.png' }).click()
  await expect(lost).toHaveCount(0)
  await page.unroute(isFile)
  // One that is chosen without a network is kept, and sent by the next page although this one is gone.
  await page.context().setOffline(true)
  await choose('kept.png')
  const kept = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: 'kept.png' })
  await expect(kept).toContainText('Kept in this browser, and sent when the network is back.')
  const sent = page.waitForResponse((answer) => isFile(new URL(answer.url())) && answer.ok())
  const address = page.url()
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(address)
  await sent
  await expect(page.getByRole('button', { name: 'Remove kept.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove kept.png' }).click()
  await expect(kept).toHaveCount(0)
  // One that is taken away before the server's answer is there does not come back with it.
  const held = Promise.withResolvers<void>()
  await page.route(isFile, async (route) => {
    await held.promise
    await route.continue()
  })
  await choose('gone.png')
  const gone = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: 'gone.png' })
  await gone.getByRole('button', { name: 'Remove gone.png' }).click()
  await expect(gone).toHaveCount(0)
  const takenBack = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok())
  held.resolve()
  await takenBack
  await page.unroute(isFile)
  // Those whose answers were lost are known again by the next page, also two of the same name and size.
  await page.evaluate(() => {
    const send = window.fetch
    window.fetch = async (input, init) => {
      const answer = await send(input, init)
      if (answer.url.endsWith('/draft-files')) throw new TypeError('The network is gone')
      return answer
    }
  })
  const twins = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: 'twin.png' })
  for (const count of [1, 2]) {
    await choose('twin.png')
    await expect(twins.filter({ hasText: 'Kept in this browser' })).toHaveCount(count)
  }
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove twin.png' })).toHaveCount(2)
  await expect(twins.filter({ hasText: /Kept in this browser|Sending/ })).toHaveCount(0)
  for (const left of [1, 0]) {
    await page.getByRole('button', { name: 'Remove twin.png' }).first().click()
    await expect(twins).toHaveCount(left)
  }
  await choose('way-in.png')
  await expect(page.getByRole('button', { name: 'Remove way-in.png' })).toBeVisible()
  await expect(page.getByText('Your draft is kept.')).toBeVisible()
  await page.reload()
  await expect(text).toHaveValue('Ann calls, Bob helps, Cem meets the ambulance')
  await expect(page.getByRole('button', { name: 'Remove way-in.png' })).toBeVisible()
  await expect(gone).toHaveCount(0)
  await expectAccessible(page)
  // What is typed before the page's script is there takes the place of what was kept.
  await page.context().setOffline(true)
  await text.fill('Only here')
  await expect(page.getByText(/^Kept in this browser/)).toBeVisible()
  const release = await holdScripts(page)
  await page.route('**/draft', (route) => route.abort())
  await page.context().setOffline(false)
  await page.reload({ waitUntil: 'commit' })
  await text.fill('Ann calls, Bob helps, Cem meets the ambulance, Eve waits')
  await page.unroute('**/draft')
  const keptEarly = page.waitForResponse((answer) => answer.url().endsWith('/draft') && answer.ok())
  release()
  await keptEarly
  await page.reload()
  await expect(text).toHaveValue('Ann calls, Bob helps, Cem meets the ambulance, Eve waits')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Your response waits for its grading.', { exact: false })).toBeVisible()
  await expectAccessible(page)

  const desk = await (await browser.newContext({ ...info.project.use } as object)).newPage()
  await signIn(desk, personOf(info, 'tutor').email)
  await desk.goto(new URL('/dashboard', desk.url()).href)
  const waiting = desk.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByRole('link', { name: /^\d+ responses? to grade$/ })).toBeVisible()
  await expectAccessible(desk)
  await waiting.getByRole('link', { name: /to grade$/ }).click()
  await expect(desk.getByRole('link', { name: 'Assignments' })).toHaveAttribute('aria-current', 'page')
  await expect(desk.getByRole('link', { name })).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: /^Notifications, / }).click()
  await desk.getByRole('link', { name: new RegExp(`${name} has responded`) }).click()
  await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(desk.getByText('Ann calls, Bob helps, Cem meets the ambulance')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByLabel('Score').fill('60')
  await expect(desk.getByText('This is not a pass.')).toBeVisible()
  await desk.getByLabel('Comment').fill('Who switches off the power?')
  await desk.keyboard.press('Control+s')
  await expect(desk.getByText('The grading is saved, and the learner is told.').first()).toBeVisible()
  await desk.goto(desk.url().replace(/assignment-progress.*/, 'assignments?state=failed'))
  await expect(desk.getByRole('link', { name })).toBeVisible()
  await expectAccessible(desk)

  await page.getByRole('button', { name: /^Notifications, / }).click()
  await page.getByRole('link', { name: /Assignment not passed/ }).click()
  await page.reload()
  await expect(page.getByText('Who switches off the power?')).toBeVisible()
  await text.fill('Dee switches off the power')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('0 of 2 attempts left')).toBeVisible()

  await desk.getByRole('link', { name }).click()
  await expect(desk.getByText('Dee switches off the power')).toBeVisible()
  await desk.getByLabel('Score').fill('95')
  await desk.getByLabel('Comment').fill('Now it is complete')
  // What is being written is there again after the tab was closed.
  await expect(desk.getByText('Unsaved changes')).toBeVisible()
  desk.once('dialog', (dialog) => void dialog.accept())
  await desk.reload()
  await expect(desk.getByLabel('Comment')).toHaveValue('Now it is complete')
  await expect(desk.getByLabel('Score')).toHaveValue('95')
  await desk.getByRole('button', { name: 'Grade', exact: true }).click()
  await expect(desk.getByText('The grading is saved, and the learner is told.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Well done. You can read the grading below.')).toBeVisible()
  await expectAccessible(page)
  await desk.context().close()
})
