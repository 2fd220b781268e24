import type { Page } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, holdScripts, test, untilAlive } from '../kit/kit.ts'
import { onScreen } from '../kit/outline-builder.ts'
import { personOf } from '../kit/people.ts'
import { pdfOf } from '../kit/reading-course.ts'

// The drafts’ learner signs in for each journey. A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Signs in the learner and opens the demo assignment. */
const openAssignment = async (page: Page, email: string) => {
  await enter(page, email)
  await page.goto(at('core', '/courses'))
  await page.getByRole('link', { name: /this Course$/ }).click()
  await page.waitForURL(/\/courses\/learner\//)
  await page.goto(page.url().replace(/(\/courses\/learner\/[^/]+\/\d+).*/, '$1/outline'))
  await page
    .getByRole('main')
    .getByRole('link', { name: /Emergency plan of your site/ })
    .last()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Emergency plan of your site' })).toBeVisible()
  return page.getByLabel('Text', { exact: true })
}
/** Keeps the browser from writing files to its disk until the returned function is called. */
const holdKeptFiles = async (page: Page) => {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('kept-files', 1)
        request.onsuccess = () => {
          const files = request.result.transaction('files', 'readwrite').objectStore('files')
          // A transaction stays open while requests are made in it, and the next one waits for it to end.
          const ask = () => {
            files.get('none').onsuccess = () => {
              if ('letFilesGo' in window) request.result.close()
              else ask()
            }
          }
          ask()
          resolve()
        }
      }),
  )
  return () => page.evaluate(() => void Object.assign(window, { letFilesGo: true }))
}
const isDraftKept = (page: Page) => expect(page.getByText('Your draft is kept.')).toBeVisible()
const isHeldHere = (page: Page) => expect(page.getByText(/^Saved in this browser/)).toBeVisible()

test('the text of a response is never lost: offline, across a reload, and before the script is loaded (ASG-023, UIX-033) @desktop', async ({
  page,
}, info) => {
  const text = await openAssignment(page, personOf(info, 'task').email)
  await text.fill('Ann calls, Bob helps')
  await isDraftKept(page)
  // A part of the page that is still loading would fail.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await text.fill('Ann calls, Bob helps, Cem meets the ambulance')
  await isHeldHere(page)
  await page.context().setOffline(false)
  await isDraftKept(page)
  await page.reload()
  await expect(text).toHaveValue('Ann calls, Bob helps, Cem meets the ambulance')
  await untilAlive(page)

  // While one is in flight the next one waits, so an older one never arrives after a newer one.
  const isDraft = (url: URL) => url.pathname.endsWith('/draft')
  const first = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route(isDraft, async (route) => {
    sent.push((route.request().postDataJSON() as { text: string }).text)
    if (sent.length === 1) await first.promise
    await route.continue()
  })
  await text.fill('Older')
  await expect.poll(() => sent).toEqual(['Older'])
  await text.fill('Newer')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  // Requested later and answered, so nothing requested before it is still pending.
  await page.evaluate(() => fetch('/api/v1/portal').then(() => {}))
  expect(sent).toEqual(['Older'])
  first.resolve()
  await expect.poll(() => [...new Set(sent)]).toEqual(['Older', 'Newer'])
  await isDraftKept(page)
  await page.unroute(isDraft)

  // Text typed before the page's script is loaded replaces the stored text.
  await page.context().setOffline(true)
  await text.fill('Only here')
  await isHeldHere(page)
  const release = await holdScripts(page)
  await page.route(isDraft, (route) => route.abort())
  await page.context().setOffline(false)
  await page.reload({ waitUntil: 'commit' })
  await text.fill('Ann calls, Eve waits')
  await page.unroute(isDraft)
  const saving = page.waitForResponse((answer) => isDraft(new URL(answer.url())) && answer.ok())
  release()
  await saving
  await page.reload()
  await expect(text).toHaveValue('Ann calls, Eve waits')
})

test('the files of a response are uploaded when chosen, kept while offline, and can be removed (ASG-004, ASG-023, UPL-017) @phone', async ({
  page,
}, info) => {
  await openAssignment(page, personOf(info, 'task').email)
  const choose = (name: string) =>
    page.getByRole('main').locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: PNG })
  const listed = (name: string) =>
    page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
  const isFile = (url: URL) => url.pathname.endsWith('/draft-files')
  // A file chosen before the page's script is loaded is uploaded once it is.
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await choose('early.png')
  release()
  await expect(remove('early.png')).toBeVisible()
  await isDraftKept(page)
  await remove('early.png').click()
  await expect(listed('early.png')).toHaveCount(0)
  // A failed file is marked as an error and stops loading. The others continue, and it can be removed.
  await page.route(isFile, (route) => route.fulfill({ status: 500, json: { message: 'Broken', code: 'unexpected' } }))
  await choose('lost.png')
  await expect(listed('lost.png')).toHaveAttribute('data-failed', 'true')
  await expect(listed('lost.png')).toContainText('Broken')
  await expect(listed('lost.png').getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByText('Sending your files…')).toHaveCount(0)
  await expectAccessible(page)
  await remove('lost.png').click()
  await expect(listed('lost.png')).toHaveCount(0)
  await page.unroute(isFile)

  // A file chosen offline is stored, which the page confirms, and uploaded by the next page even if this one is closed.
  await page.context().setOffline(true)
  const letGo = await holdKeptFiles(page)
  const failed = page.waitForEvent('requestfailed')
  await choose('kept.png')
  await failed
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(listed('kept.png')).not.toContainText('Saved in this browser')
  await letGo()
  await expect(listed('kept.png')).toContainText('Saved in this browser. It will be sent when you are back online.')
  const sent = page.waitForResponse((answer) => isFile(new URL(answer.url())) && answer.ok())
  const address = page.url()
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(address)
  await sent
  await expect(remove('kept.png')).toBeVisible()
  await remove('kept.png').click()
  await expect(listed('kept.png')).toHaveCount(0)

  // A file removed before the server answers does not come back with the answer.
  const gate = Promise.withResolvers<void>()
  await page.route(isFile, async (route) => {
    await gate.promise
    await route.continue()
  })
  await choose('gone.png')
  await remove('gone.png').click()
  await expect(listed('gone.png')).toHaveCount(0)
  const takenBack = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok())
  gate.resolve()
  await takenBack
  await page.unroute(isFile)
  // The next page recognizes files whose answers were lost, even two with the same name and size.
  await page.evaluate(() => {
    const send = window.fetch
    window.fetch = async (input, init) => {
      const answer = await send(input, init)
      if (answer.url.endsWith('/draft-files')) throw new TypeError('The network is gone')
      return answer
    }
  })
  const twins = listed('twin.png')
  for (const count of [1, 2]) {
    await choose('twin.png')
    await expect(twins.filter({ hasText: 'Saved in this browser' })).toHaveCount(count)
  }
  await page.reload()
  await expect(remove('twin.png')).toHaveCount(2)
  await expect(twins.filter({ hasText: /Saved in this browser|Sending/ })).toHaveCount(0)
  for (const left of [1, 0]) {
    await remove('twin.png').first().click()
    await expect(twins).toHaveCount(left)
  }
  await choose('way-in.png')
  await expect(remove('way-in.png')).toBeVisible()
  await isDraftKept(page)
  await page.reload()
  await expect(remove('way-in.png')).toBeVisible()
  await expect(listed('gone.png')).toHaveCount(0)
  await expectAccessible(page)
})

test('a learner submits, an instructor grades, and both are notified; the submission opens in the page (ASG-002, ASG-008, ASG-009, ASG-015, ASG-016, ASG-024, ASG-026, ASG-027, ROU-057, ROU-081, UPL-013) @desktop', async ({
  page,
  browser,
}, info) => {
  const { email, name } = personOf(info, 'graded')
  const text = await openAssignment(page, email)
  await expect(page.getByText('2 of 2 attempts left')).toBeVisible()
  await expectAccessible(page)
  await text.fill('Ann calls, Bob helps, Cem meets the ambulance')
  await page.locator('input[type=file]').setInputFiles([
    { name: 'way-in.png', mimeType: 'image/png', buffer: PNG },
    { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Gate B, behind the silo') },
    { name: 'sheets.pdf', mimeType: 'application/pdf', buffer: pdfOf(2) },
  ])
  for (const file of ['way-in.png', 'plan.txt', 'sheets.pdf'])
    await expect(page.getByRole('button', { name: `Remove ${file}` })).toBeVisible()
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Your response is waiting to be graded.', { exact: false })).toBeVisible()
  await expectAccessible(page)

  const desk = await (await browser.newContext({ ...info.project.use } as object)).newPage()
  await enter(desk, personOf(info, 'tutor').email)
  await desk.goto(at('core', '/dashboard'))
  const waiting = desk.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByRole('link', { name: /^\d+ responses? to grade$/ })).toBeVisible()
  await expectAccessible(desk)
  await waiting.getByRole('link', { name: /to grade$/ }).click()
  await onScreen(desk, 'Assignments')
  await expect(desk.getByRole('link', { name })).toBeVisible()
  await expectAccessible(desk)
  const list = desk.url().replace(/\?.*/, '')
  await desk.getByRole('button', { name: /^Notifications, / }).click()
  await desk.getByRole('link', { name: new RegExp(`${name} has responded`) }).click()
  await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(desk.getByText('Ann calls, Bob helps, Cem meets the ambulance')).toBeVisible()
  await expectAccessible(desk)
  // By keyboard only: the submission opens in the page, and Escape returns to the previous place.
  const files = desk.getByRole('list', { name: 'Files' })
  const opened = desk.getByRole('dialog')
  const read = async (file: string) => {
    await files.getByRole('button', { name: file }).press('Enter')
    await expect(opened.getByRole('heading', { name: file })).toBeVisible()
    await expect(opened.getByRole('link', { name: `Download ${file}` })).toBeVisible()
  }
  const close = async (file: string) => {
    await desk.keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await expect(files.getByRole('button', { name: file })).toBeFocused()
  }
  await read('way-in.png')
  await expect(opened.getByRole('img', { name: 'way-in.png' })).toBeVisible()
  await close('way-in.png')
  await read('sheets.pdf')
  await expect(opened.getByText('Page 1 of 2')).toBeVisible()
  await expectAccessible(desk)
  await close('sheets.pdf')
  await read('plan.txt')
  const words = opened.frameLocator('iframe').getByText('Gate B, behind the silo')
  // Even after clicking into the document.
  await words.click()
  await close('plan.txt')
  await desk.getByLabel('Score').fill('60')
  await expect(desk.getByText('This is not a pass.')).toBeVisible()
  await desk.getByLabel('Comment').fill('Who switches off the power?')
  await desk.keyboard.press('Control+s')
  await expect(desk.getByText('The grade is saved, and the learner has been notified.').first()).toBeVisible()
  await desk.goto(`${list}?state=failed`)
  await expect(desk.getByRole('link', { name })).toBeVisible()
  await expectAccessible(desk)

  await page.getByRole('button', { name: /^Notifications, / }).click()
  await page.getByRole('link', { name: /Assignment not passed/ }).click()
  await page.reload()
  await expect(page.getByText('Who switches off the power?')).toBeVisible()
  await text.fill('Dee switches off the power')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('0 of 2 attempts left')).toBeVisible()

  // A failed response waits again.
  await desk.goto(list)
  await desk.getByRole('link', { name }).click()
  await expect(desk.getByText('Dee switches off the power')).toBeVisible()
  await desk.getByLabel('Score').fill('95')
  await desk.getByLabel('Comment').fill('Now it is complete')
  // The draft is there again after the tab was closed.
  await expect(desk.getByText('Unsaved changes')).toBeVisible()
  desk.once('dialog', (dialog) => void dialog.accept())
  await desk.reload()
  await expect(desk.getByLabel('Comment')).toHaveValue('Now it is complete')
  await expect(desk.getByLabel('Score')).toHaveValue('95')
  await desk.getByRole('button', { name: 'Grade', exact: true }).click()
  await expect(desk.getByText('The grade is saved, and the learner has been notified.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Well done. You can read the grading below.')).toBeVisible()
  await expectAccessible(page)
  await desk.context().close()
})
