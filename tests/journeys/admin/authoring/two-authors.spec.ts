import type { Page } from '@playwright/test'
import { enter } from '../../kit/calls.ts'
import { look } from '../../kit/desk.ts'
import { at, expect, test, untilAlive } from '../../kit/kit.ts'
import { saved } from '../../kit/outline-builder.ts'
import { personOf } from '../../kit/people.ts'
import { post } from '../../kit/reading-course.ts'

const main = (page: Page) => page.getByRole('main')
const alsoHere = (page: Page) => main(page).getByRole('button', { name: /^Also here/ })
const notice = (page: Page) => main(page).getByRole('status').filter({ hasText: 'too.' })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const type = async (page: Page, words: string) => {
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}

test('two authors of one course see what the other has open, and neither saves over the other unknowingly (BLD-082, BLD-083, BLD-084, RTM-016, UIX-041)', async ({
  page: cora,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const [coauthor, coeditor] = [personOf(info, 'coauthor'), personOf(info, 'coeditor')]
  const call = await enter(cora, coauthor.email)
  const course = await post<{ id: number; slug: string }>(call, '/admin/courses', { title: 'Written by two' })
  const module = await post<{ itemable_id: number }>(call, `/admin/courses/${course.id}/items/modules`, { title: 'M' })
  const body = { module_id: module.itemable_id, title: 'Tie off', text: '<p>Tie off.</p>' }
  const item = await post<{ id: number }>(call, '/admin/module-items/text', body)
  const builder = at('core', `/courses/builder/${course.slug}`)
  const screen = `${builder}/outline/Text/${item.id}`

  await cora.goto(screen)
  await untilAlive(cora)
  await expect(alsoHere(cora)).toHaveCount(0)
  await expect(notice(cora)).toHaveCount(0)

  // The other one comes, on a connection that can be cut.
  const context = await browser.newContext()
  const cody = await context.newPage()
  const cables: { close: () => Promise<void> }[] = []
  let isCut = false
  await cody.routeWebSocket(/\/app\//, (socket) => {
    // The code tells the client to try again in a second.
    if (isCut) return void socket.close({ code: 4100 })
    socket.connectToServer()
    cables.push(socket)
  })
  await enter(cody, coeditor.email)
  await cody.goto(screen)
  await untilAlive(cody)

  await expect(alsoHere(cora)).toHaveAccessibleName(`Also here: ${coeditor.name}`)
  await expect(notice(cora)).toContainText(`${coeditor.name} has this open too.`)
  await expect(notice(cody)).toContainText(`${coauthor.name} has this open too.`)
  await expect(
    main(cora)
      .getByRole('status')
      .filter({ hasText: `Also here: ${coeditor.name}` }),
  ).toHaveCount(1)
  await look(cora)
  await type(cody, ' Twice.')
  await expect(notice(cora)).toContainText(`${coeditor.name} is editing this too.`)
  await alsoHere(cora).click()
  const panel = main(cora).getByRole('listitem').filter({ hasText: coeditor.name })
  await expect(panel.getByRole('link', { name: 'Tie off (unsaved changes)' })).toBeVisible()
  await look(cora)
  await cora.keyboard.press('Escape')

  // One saves; the other is asked before anything of it is lost.
  await type(cora, ' Always.')
  await cody.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(cody)
  await expect(notice(cora)).toContainText(`${coeditor.name} has this open too.`)
  await cora.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = cora.getByRole('alertdialog', { name: 'Somebody saved this before you' })
  await expect(dialog).toContainText(`${coeditor.name} changed this after you opened it.`)
  await expect(dialog).toContainText('Tie off. Twice.')
  await expect(dialog).toContainText('Tie off. Always.')
  await look(cora)
  await dialog.getByRole('button', { name: 'Use their version' }).click()
  await expect(text(cora)).toHaveText('Tie off. Twice.')

  // On another screen the other one is still in the course, not in the text.
  await cody.goto(`${builder}/overview/details`)
  await expect(notice(cora)).toHaveCount(0)
  await alsoHere(cora).click()
  await panel.getByRole('link', { name: 'Details' }).click()
  await cora.waitForURL(`${builder}/overview/details`)
  await expect(notice(cody)).toContainText(`${coauthor.name} has this open too.`)
  await look(cora)

  // Who loses the network is gone, and comes back with it.
  isCut = true
  for (const cable of cables.splice(0)) await cable.close()
  await expect(alsoHere(cora)).toHaveCount(0)
  await expect(notice(cora)).toHaveCount(0)
  await expect(notice(cody)).toHaveCount(0)
  isCut = false
  await expect(notice(cora)).toContainText(`${coeditor.name} has this open too.`, { timeout: 60_000 })
  await expect(notice(cody)).toContainText(`${coauthor.name} has this open too.`)

  // So is who closes the tab.
  await cody.close()
  await expect(notice(cora)).toHaveCount(0)
  await expect(alsoHere(cora)).toHaveCount(0)

  // A second tab of one's own is shown as what it is.
  const second = await cora.context().newPage()
  await second.goto(`${builder}/overview/details`)
  await expect(notice(cora)).toContainText('You have this open in another tab too.')
  await expect(alsoHere(cora)).toHaveCount(0)
  // Closed as a person does it: the page is told, and tells the others.
  await second.close({ runBeforeUnload: true })
  await expect(notice(cora)).toHaveCount(0)
  // One that is gone without a word, as after a crash, is forgotten at once as well.
  const crashing = await cora.context().newPage()
  await crashing.addInitScript(() => addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true))
  await crashing.goto(`${builder}/overview/details`)
  await expect(notice(cora)).toContainText('You have this open in another tab too.')
  await crashing.close()
  await expect(notice(cora)).toHaveCount(0)

  // Without a live connection everything works, and nothing is said of others.
  await cora.routeWebSocket(/\/app\//, (socket) => void socket.close())
  await cora.goto(screen)
  await untilAlive(cora)
  await type(cora, ' Alone.')
  await cora.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(cora)
  await expect(notice(cora)).toHaveCount(0)
  await context.close()
})
