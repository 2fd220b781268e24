import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { buildPackage, noPackage, singleSco } from '../../scorm/scorm-packages.ts'
import { enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'
import { pdfOf, post, TALK } from '../kit/reading-course.ts'
import { recordFilm } from '../kit/record-film.ts'

type Dropped = { name: string; buffer: Buffer }

/** Drags files over a place and drops them there, as the browser tells a page of it. */
const drop = (page: Page, place: string, files: Dropped[]) =>
  page.evaluate(
    async ([selector, dropped]) => {
      const target = document.querySelector(selector)
      const data = new DataTransfer()
      for (const { name, base64 } of dropped) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name))
      }
      const tell = (kind: string) =>
        target?.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }))
      tell('dragenter')
      tell('dragover')
      await new Promise((resolve) => setTimeout(resolve, 50))
      const hint = [...document.querySelectorAll('p')].find((line) => line.textContent?.startsWith('Drop files to add'))
      tell('drop')
      return hint?.textContent ?? null
    },
    [place, files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }))] as const,
  )

test('files that are dropped on an outline, or chosen, become items of the fitting kind, and those that cannot are named (BLD-089)', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const clerk = await signedIn(personOf(info, 'dropclerk').email, PASSWORD)
  const course = await post<{ id: number; slug: string }>(clerk, '/admin/courses', { title: 'From files' })
  await enter(page, personOf(info, 'dropper').email)
  await page.goto(at('core', `/courses/builder/${course.slug}/outline/items`))
  await untilAlive(page)
  const main = page.getByRole('main')
  const region = main.getByRole('region', { name: 'Upload files' })
  const itemsOf = (title: string) => main.getByRole('list', { name: `Items of ${title}` }).getByRole('link')

  const hint = await drop(page, 'main h2', [
    { name: 'ladder-plan.pdf', buffer: pdfOf(2) },
    { name: 'photo.png', buffer: Buffer.from('x') },
    { name: 'no-course.zip', buffer: await noPackage() },
    { name: 'talk.mp3', buffer: fs.readFileSync(TALK) },
    { name: 'safety.zip', buffer: await buildPackage(singleSco()) },
    { name: 'fake.pdf', buffer: Buffer.from('no document') },
  ])
  expect(hint).toBe('Drop files to add them to the course.')
  await expect(region).toBeVisible()
  await expect(region.getByText('3 files are added.')).toBeVisible({ timeout: 60_000 })
  for (const words of ['photo.png is a picture. Pictures belong in texts', 'fake.pdf has a wrong format.'])
    await expect(region.getByText(words, { exact: false })).toBeVisible()
  const failed = region.getByRole('listitem').filter({ hasText: 'no-course.zip' })
  await expect(failed.getByText('imsmanifest.xml', { exact: false })).toBeVisible()
  await expect(itemsOf('Uploaded files')).toHaveText(['ladder plan', 'talk'])
  await expect(main.getByRole('link', { name: singleSco().title, exact: true })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  for (const name of ['photo.png', 'no-course.zip', 'fake.pdf'])
    await region.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(region.getByRole('listitem')).toHaveCount(0)
  await region.getByRole('button', { name: 'Close the upload' }).press('Enter')
  await expect(main.getByRole('button', { name: 'Upload files' })).toBeFocused()

  // Dropped on a module, they go there.
  await post(clerk, `/admin/courses/${course.id}/items/modules`, { title: 'Later' })
  await page.reload()
  await untilAlive(page)
  const card = `[data-module]:has([aria-label="Items of Uploaded files"])`
  const notes = { name: 'notes.txt', buffer: Buffer.from('Read me') }
  expect(await drop(page, card, [notes])).toBe('Drop files to add them to Uploaded files.')
  await expect(itemsOf('Uploaded files')).toHaveText(['ladder plan', 'talk', 'notes'])
  await region.getByRole('button', { name: 'Close the upload' }).click()

  // The same by keyboard, into the module that is chosen.
  await main.getByRole('button', { name: 'Upload files' }).press('Enter')
  const choice = region.getByRole('combobox', { name: 'Documents, audio and videos go to' })
  await expect(choice).toHaveValue('Later')
  const film = await recordFilm(page)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    region.getByRole('button', { name: 'Choose files' }).press('Enter'),
  ])
  await chooser.setFiles([{ name: 'site_walk.webm', mimeType: 'video/webm', buffer: film }])
  await expect(region.getByText('site_walk.webm is added.')).toBeVisible({ timeout: 60_000 })
  await expect(itemsOf('Later')).toHaveText(['site walk'])
  await expectAccessible(page)
  await onPhone(page)
})
