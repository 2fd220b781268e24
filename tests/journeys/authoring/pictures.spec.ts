import type { Locator } from '@playwright/test'
import { png } from '../../multipart.ts'
import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { saved } from '../kit/outline-builder.ts'
import { markOf, personOf } from '../kit/people.ts'
import { startWebSite } from '../kit/pictures-elsewhere.ts'
import { post } from '../kit/reading-course.ts'

const wide = png(1600, 900)
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

type Clipboard = { html?: string; rtf?: string; files?: { name: string; type: string; base64: string }[] }
const inClipboard = (name: string, type: string, bytes: Buffer) => ({ name, type, base64: bytes.toString('base64') })

/** Pastes, or drops in its middle, what a clipboard holds, as the browser tells a page of it. */
const bring = (text: Locator, kind: 'paste' | 'drop', clipboard: Clipboard) =>
  text.evaluate(
    (element, [event, { html, rtf, files = [] }]) => {
      const data = new DataTransfer()
      if (html) data.setData('text/html', html)
      if (rtf) data.setData('text/rtf', rtf)
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
      }
      const options = { bubbles: true, cancelable: true }
      if (event === 'paste') element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
      else {
        const { left, top, width } = element.getBoundingClientRect()
        const place = { clientX: left + width / 2, clientY: top + 12 }
        element.dispatchEvent(new DragEvent('drop', { ...options, ...place, dataTransfer: data }))
      }
    },
    [kind, clipboard] as const,
  )

/** A course with one text, its learner, and what opens them. */
const textCourse = async (info: Parameters<typeof personOf>[0]) => {
  const made = await madeCourse(
    personOf(info, 'illustclerk').email,
    async (author, course) => {
      const module = await post<{ itemable_id: number }>(author, `/admin/courses/${course.id}/items/modules`, {
        title: 'Ladders',
      })
      const body = { module_id: module.itemable_id, title: 'Set up', text: '<p>One foot out.</p>' }
      const item = await post<{ id: number }>(author, '/admin/module-items/text', body)
      return { slug: course.slug, module: module.itemable_id, item: item.id }
    },
    'illustrated',
  )
  const { slug, module, item } = made.made
  const { related_id: relatedId } = made.learner
  return {
    ...made,
    slug,
    editor: at('core', `/courses/builder/${slug}/outline/Text/${item}`),
    items: at('core', `/courses/builder/${slug}/outline/items`),
    page: at('core', `/courses/learner/${slug}/${relatedId}/outline/modules/${module}/Text/${item}`),
  }
}

test.describe.configure({ mode: 'default' })

test('an author puts a picture of the library into a text, and learners of the published version see it in the width of their screen (BLD-091, BLD-085, BLD-086, BLD-087, UPL-046)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const course = await textCourse(info)
  const name = `ladder-${markOf(info)}.png`
  await enter(page, personOf(info, 'illustrator').email)
  await page.goto(course.editor)
  await untilAlive(page)
  const main = page.getByRole('main')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.getByRole('button', { name: 'Picture', exact: true }).press('Enter')
  const library = page.getByRole('dialog', { name: 'Choose a picture' })
  await expectAccessible(page)
  await library.getByRole('button', { name: 'Upload' }).press('Enter')
  await library.locator('input[type=file]').setInputFiles([file(name, wide)])
  await expect(library.getByRole('radio', { name }).first()).toBeChecked()
  await library.getByRole('button', { name: 'Use this file' }).press('Enter')

  // Nobody is asked later what a picture shows.
  const dialog = page.getByRole('dialog', { name: 'Add picture' })
  const add = dialog.getByRole('button', { name: 'Add picture' })
  const words = dialog.getByRole('textbox', { name: 'Alternative text' })
  await expect(words).toBeFocused()
  await add.press('Enter')
  await expect(dialog.getByText('Say what the picture shows, or mark it as decorative.')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await words.fill('A ladder against a wall')
  await add.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(text).toBeFocused()
  const picture = text.getByRole('img', { name: 'A ladder against a wall' })
  await expect(picture).toHaveAttribute('width', '1600')
  await expect(picture).toHaveAttribute('src', /^\/api\/v1\/pictures\/[\da-f-]{36}$/)
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(page)
  await page.reload()
  await untilAlive(page)
  await expect(picture).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  // A double click changes what it says; marked as decorative, it says nothing.
  await picture.dblclick()
  const change = page.getByRole('dialog', { name: 'Picture', exact: true })
  await expect(change.getByRole('textbox', { name: 'Alternative text' })).toHaveValue('A ladder against a wall')
  await change.getByRole('checkbox', { name: 'This picture is decorative' }).press('Space')
  await change.getByRole('button', { name: 'Save picture' }).press('Enter')
  await expect(text.locator('img[src]')).toHaveAttribute('alt', '')
  await picture.waitFor({ state: 'hidden' })
  // The button in the toolbar opens the picture that is selected.
  await text.locator('img[src]').click()
  await page.getByRole('button', { name: 'Picture', exact: true }).press('Enter')
  await expect(change.getByRole('checkbox', { name: 'This picture is decorative' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(change).toBeHidden()
  await text.focus()
  await page.keyboard.press('Control+z')
  await expect(picture).toBeVisible()

  await page.goto(course.items)
  await main.getByRole('button', { name: 'Publish changes' }).click()
  await page
    .getByRole('dialog', { name: 'Publish version 2?' })
    .getByRole('button', { name: 'Publish changes' })
    .click()
  await expect(page.getByText('Version 2 is published.')).toBeVisible()

  const reader = await browser.newContext({
    ...{ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false },
  })
  const desk = await reader.newPage()
  await enter(desk, course.learner.email, { password: course.learner.password })
  await desk.goto(course.page)
  const shown = desk.getByRole('img', { name: 'A ladder against a wall' })
  const fetched = () => shown.evaluate((img: HTMLImageElement) => [img.currentSrc.split('?')[1], img.naturalWidth > 0])
  await expect(shown).toBeVisible()
  await expect.poll(fetched).toEqual(['w=960', true])
  await expectAccessible(desk)
  const phone = await browser.newContext({
    ...{ viewport: { width: 360, height: 740 }, deviceScaleFactor: 1 },
    storageState: await reader.storageState(),
  })
  const small = await phone.newPage()
  const requests: string[] = []
  small.on('request', (request) => {
    if (request.url().includes('/api/v1/pictures/')) requests.push(new URL(request.url()).search)
  })
  await small.goto(course.page)
  const onSmall = small.getByRole('img', { name: 'A ladder against a wall' })
  await expect(onSmall).toBeVisible()
  await expect.poll(() => onSmall.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true)
  expect(new Set(requests)).toEqual(new Set(['?w=640']))
  const box = await onSmall.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  await expectAccessible(small)
  await phone.close()

  // Taking the picture out of the draft takes nothing from those who learn.
  await page.goto(course.editor)
  await untilAlive(page)
  await picture.dblclick()
  await change.getByRole('button', { name: 'Remove picture' }).press('Enter')
  await expect(text.locator('img[src]')).toHaveCount(0)
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(page)
  await desk.reload()
  await expect(shown).toBeVisible()
  await reader.close()
})

test('pasted and dropped pictures come into the library, and those that cannot come are named (BLD-081, UPL-047)', async ({
  page,
}, info) => {
  test.setTimeout(240_000)
  const course = await textCourse(info)
  const site = await startWebSite({ '/scaffold.png': png(700, 300) })
  await enter(page, personOf(info, 'illustrator').email)
  await page.goto(course.editor)
  await untilAlive(page)
  const main = page.getByRole('main')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const kept = text.locator('img[src^="/api/v1/pictures/"]')
  const empty = async () => {
    await text.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(text.locator('img[src]')).toHaveCount(0)
  }
  const data = (bytes: Buffer, kind = 'png') => `data:image/${kind};base64,${bytes.toString('base64')}`

  await test.step('in the text itself and on the web, with those that cannot come', async () => {
    await empty()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    await bring(text, 'paste', {
      html: `<h2>Ladders</h2><p>In the text <img alt="A rung" src="${data(png(40, 30))}"> and on the web <img alt="A scaffold" src="${site.origin}/scaffold.png"></p>
        <p>Gone <img src="${site.origin}/gone.png"> hostile <img alt="plan" src="${data(svg, 'svg+xml')}"> inside <img src="http://10.0.0.1/inner.png"> local <img src="file:///C:/Temp/clip_image001.png"> counter <img width="1" height="1" src="${site.origin}/count.gif"></p>`,
    })
    await expect(kept).toHaveCount(2)
    await expect(text.getByRole('img', { name: 'A scaffold' })).toHaveAttribute('width', '700')
    await expect(text.locator('[data-taking]')).toHaveCount(0)
    const left = page.getByRole('alert').filter({ hasText: '4 pictures were left out' })
    for (const words of [
      'gone.png: The web site does not give the picture out.',
      'plan.svg',
      'inner.png: This address cannot be opened.',
      'clip_image001.png: It is a file of another program.',
    ])
      await expect(left.getByText(words, { exact: false })).toBeVisible()
    await expectAccessible(page)
    await onPhone(page)
    await left.getByRole('button', { name: 'Dismiss' }).click()
    await expect(left).toBeHidden()
    await main.getByRole('button', { name: 'Save', exact: true }).click()
    await saved(page)
    await page.reload()
    await untilAlive(page)
    await expect(kept).toHaveCount(2)
  })

  await test.step('from Word, whose pictures lie beside the text', async () => {
    await empty()
    const hex = png(50, 20).toString('hex')
    await bring(text, 'paste', {
      html: '<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><p class=MsoNormal>Harness <img width=50 height=20 src="file:///C:/Temp/clip_image002.png" alt="A harness"></p></body></html>',
      rtf: `{\\rtf1 Harness {\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzName}{\\sv Picture 1}}}\\picw50\\pich20\\pngblip\\bliptag1{\\*\\blipuid 0123456789abcdef0123456789abcdef}${hex}}}{\\nonshppict{\\pict\\picw50\\wmetafile8 0100090000}}}`,
      files: [],
    })
    await expect(text.getByRole('img', { name: 'A harness' })).toHaveAttribute('width', '50')
    await expect(text.getByText('Harness')).toBeVisible()
  })

  await test.step('as files of the clipboard, and dropped', async () => {
    await empty()
    await bring(text, 'paste', { files: [inClipboard('image.png', 'image/png', png(60, 40))] })
    await expect(kept).toHaveCount(1)
    await bring(text, 'drop', {
      files: [
        inClipboard('dropped.png', 'image/png', png(90, 40)),
        inClipboard('plan.pdf', 'application/pdf', Buffer.from('%PDF-1.4')),
      ],
    })
    await expect(kept).toHaveCount(2)
    await expect(page.getByRole('alert').getByText('The file plan.pdf has a wrong format.')).toBeVisible()
    // What nobody has described yet is asked for.
    await expect(page.getByText('2 pictures have no alternative text')).toBeVisible()
    for (const words of ['A first picture', 'A second picture']) {
      await page.getByRole('button', { name: 'Add alternative text' }).click()
      const dialog = page.getByRole('dialog', { name: 'Picture', exact: true })
      await dialog.getByRole('textbox', { name: 'Alternative text' }).fill(words)
      await dialog.getByRole('button', { name: 'Save picture' }).click()
      await expect(text.getByRole('img', { name: words })).toBeVisible()
    }
    await expect(page.getByText('no alternative text')).toBeHidden()
    // Undoing takes the picture away, and doing it again brings it back.
    await text.focus()
    for (let times = 0; times < 6; times += 1) await page.keyboard.press('Control+z')
    for (let times = 0; times < 6; times += 1) await page.keyboard.press('Control+y')
    await expect(text.locator('[data-taking]')).toHaveCount(0)
    await expect(kept).toHaveCount(2)
  })
  await expectAccessible(page)
  await site.close()
})
