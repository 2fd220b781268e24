import { enter, signedIn } from '../kit/calls.ts'
import { at, expect, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { saved } from '../kit/outline-builder.ts'
import { personOf } from '../kit/people.ts'
import { pdfOf, post } from '../kit/reading-course.ts'

type Made = { id: number; slug: string; itemable_id: number }

test('what an author writes and presses before the page is alive is kept and carried out (BLD-093)', async ({
  page,
}, info) => {
  const clerk = await signedIn(personOf(info, 'hastyclerk').email, PASSWORD)
  const course = await post<Made>(clerk, '/admin/courses', { title: 'In a hurry' })
  const module = await post<Made>(clerk, `/admin/courses/${course.id}/items/modules`, { title: 'M' })
  const body = { module_id: module.itemable_id, title: 'Loads', text: '<p>Check every rung first.</p>' }
  const item = await post<Made>(clerk, '/admin/module-items/text', body)
  await enter(page, personOf(info, 'hasty').email)

  // The scripts of the page arrive late, as on a poor line.
  let open = () => {}
  const arrived = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(at('core', `/courses/builder/${course.slug}/outline/Text/${item.id}`), {
    waitUntil: 'commit',
  })
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(text).toHaveText('Check every rung first.')
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Then climb')
  // "climb" is selected, and made bold by the button.
  for (let letter = 0; letter < 'climb'.length; letter += 1) await page.keyboard.press('Shift+ArrowLeft')
  await page.getByRole('button', { name: 'Bold', exact: true }).press('Enter')
  open()
  await expect(text.locator('strong')).toHaveText('climb')
  await expect(text).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(' up')
  await expect(text).toHaveText('Check every rung first. Then climb up')
  await untilAlive(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(page)
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(text).toHaveText('Check every rung first. Then climb up')
  await expect(text.locator('strong')).toHaveText('climb up')
})

test('a dropped file whose answers are lost, and which is sent again, becomes one item (BLD-092)', async ({
  page,
}, info) => {
  const clerk = await signedIn(personOf(info, 'resendclerk').email, PASSWORD)
  const course = await post<Made>(clerk, '/admin/courses', { title: 'On a poor line' })
  await enter(page, personOf(info, 'resender').email)
  await page.goto(at('core', `/courses/builder/${course.slug}/outline/items`))
  await untilAlive(page)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Upload files' }).press('Enter')
  const region = main.getByRole('region', { name: 'Upload files' })
  /** The server does what it is asked, and its first answer does not arrive. */
  const loseFirstAnswer = async (address: string) => {
    let isLost = false
    await page.route(address, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.continue()
      isLost = true
      // The test process does not resolve the names of portals.
      const { host, hostname } = new URL(route.request().url())
      const url = route.request().url().replace(hostname, '127.0.0.1')
      await route.fetch({ url, headers: { ...route.request().headers(), host } })
      await route.abort()
    })
    return () => isLost
  }
  const lost = [
    await loseFirstAnswer('**/api/v1/materials*'),
    await loseFirstAnswer(`**/api/v1/admin/courses/${course.id}/items/modules*`),
    await loseFirstAnswer('**/api/v1/admin/module-items/document*'),
  ]
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    region.getByRole('button', { name: 'Choose files' }).press('Enter'),
  ])
  const name = `poor-line-${Date.now()}.pdf`
  await chooser.setFiles([{ name, mimeType: 'application/pdf', buffer: pdfOf(1) }])
  const again = region.getByRole('button', { name: `Send ${name} again` })
  // Once for the module, once for the item; the file itself is sent again without asking.
  for (const _ of [1, 2]) {
    await expect(again).toBeVisible({ timeout: 30_000 })
    await again.press('Enter')
  }
  await expect(region.getByText(`${name} is added.`)).toBeVisible({ timeout: 30_000 })
  expect(lost.map((isLost) => isLost())).toEqual([true, true, true])
  await page.reload()
  await expect(main.getByRole('list', { name: 'Items of Uploaded files' }).getByRole('link')).toHaveText([
    name.replace('.pdf', '').replaceAll('-', ' '),
  ])
  await expect(main.getByRole('list', { name: 'Items of Uploaded files' })).toHaveCount(1)
  const materials = await page.evaluate(
    async (words) => (await (await fetch(`/api/v1/materials?search=${words}`)).json()).data as { name: string }[],
    name,
  )
  expect(materials.filter((file) => file.name === name)).toHaveLength(1)
})
