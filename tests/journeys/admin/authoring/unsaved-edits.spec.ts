import type { Page } from '@playwright/test'
import { API, enter, signedIn } from '../../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../../kit/kit.ts'
import { saved } from '../../kit/outline-builder.ts'
import { personOf } from '../../kit/people.ts'
import { post } from '../../kit/reading-course.ts'

type Item = { id: number }

test('an author closes the tab, comes back, restores what was not saved, and saves it (BLD-075, BLD-076)', async ({
  page: first,
  context,
}, info) => {
  const other = await signedIn(personOf(info, 'forgetclerk').email, PASSWORD)
  const course = await post<{ id: number; slug: string }>(other, '/admin/courses', { title: 'Kept texts' })
  const module = await post<{ itemable_id: number }>(other, `/admin/courses/${course.id}/items/modules`, { title: 'M' })
  const body = { module_id: module.itemable_id, title: 'Tie off', text: '<p>Tie the ladder off.</p>' }
  const item = await post<Item>(other, '/admin/module-items/text', body)
  const screen = at('core', `/courses/builder/${course.slug}/outline/Text/${item.id}`)

  await enter(first, personOf(info, 'forgetter').email)
  await first.goto(screen)
  await untilAlive(first)
  await first.getByRole('textbox', { name: 'Text', exact: true }).click()
  await first.keyboard.press('Control+End')
  await first.keyboard.type(' At the top.')
  await first.close()

  // The next tab offers it; the text stands as it is saved until the author decides.
  const page = await context.newPage()
  await page.goto(screen)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const offer = page.getByRole('alert').filter({ hasText: 'You have unsaved changes from' })
  await expect(offer).toContainText(/from \d{1,2}:\d\d [AP]M/)
  await expect(text).toHaveText('Tie the ladder off.')
  await expectAccessible(page)
  await onPhone(page)
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect(offer).toBeHidden()
  await expect(text).toHaveText('Tie the ladder off. At the top.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(page)
  await page.reload()
  await untilAlive(page)
  await expect(text).toHaveText('Tie the ladder off. At the top.')
  await expect(offer).toBeHidden()

  // Somebody else saves while the tab is closed: both are shown, and only the own change goes over it.
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Twice.')
  await page.close()
  await other('PUT', `${API}/admin/module-items/text/${item.id}`, {
    data: { title: 'Tie it off', text: '<p>Their text.</p>' },
  })
  const again = await context.newPage()
  await again.goto(screen)
  const moved = again.getByRole('alert').filter({ hasText: 'You have unsaved changes from' })
  await expect(moved).toContainText('What is saved has changed since then.')
  const difference = moved.getByRole('listitem').filter({ has: again.getByText('Text', { exact: true }) })
  await expect(difference).toContainText('Tie the ladder off. At the top. Twice.')
  await expect(difference).toContainText('Their text.')
  await expectAccessible(again)
  await onPhone(again)
  await moved.getByRole('button', { name: 'Restore' }).click()
  await expect(again.getByLabel('Title')).toHaveValue('Tie it off')
  await expect(again.getByRole('textbox', { name: 'Text', exact: true })).toHaveText(
    'Tie the ladder off. At the top. Twice.',
  )
  await again.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(again)

  // What is discarded is not offered again.
  await again.getByLabel('Title').fill('Never mind')
  await again.close()
  const last = await context.newPage()
  await last.goto(screen)
  const dropped = last.getByRole('alert').filter({ hasText: 'You have unsaved changes from' })
  await dropped.getByRole('button', { name: 'Discard' }).click()
  await expect(dropped).toBeHidden()
  await last.reload()
  await untilAlive(last)
  await expect(last.getByLabel('Title')).toHaveValue('Tie it off')
  await expect(dropped).toBeHidden()

  // Another person in the same browser gets nothing of it, and signing out forgets it.
  await last.getByLabel('Title').fill('For me alone')
  await expect
    .poll(() => last.evaluate(() => Object.values(localStorage).some((value) => value.includes('For me alone'))))
    .toBe(true)
  await last.close()
  const theirs = await context.newPage()
  await enter(theirs, personOf(info, 'forgetclerk').email)
  await theirs.goto(screen)
  await untilAlive(theirs)
  await expect(theirs.getByLabel('Title')).toHaveValue('Tie it off')
  await expect(theirs.getByRole('alert')).toBeHidden()
  await theirs.getByRole('button', { name: /^Account/ }).click()
  await theirs.getByRole('button', { name: 'Sign out' }).click()
  await theirs.waitForURL('**/login**')
  expect(await theirs.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsaved ')))).toEqual([])
  await enter(theirs, personOf(info, 'forgetter').email)
  await theirs.goto(screen)
  await untilAlive(theirs)
  await expect(theirs.getByLabel('Title')).toHaveValue('Tie it off')
  await expect(theirs.getByRole('alert')).toBeHidden()
})

test('prices, a certificate template and the title of a new pool survive a closed tab as well (BLD-075, BLD-076)', async ({
  page,
  context,
}, info) => {
  const call = await enter(page, personOf(info, 'forgetseller').email)
  const course = await post<{ slug: string }>(call, '/admin/courses', { title: 'Kept prices' })
  const prices = `${API}/admin/courses/${course.slug}/prices`
  await call('PUT', prices, { data: { course_pricings: [{ from: 1, price: 49 }] } })
  const builder = at('core', `/courses/builder/${course.slug}`)
  const offerOn = (tab: Page) => tab.getByRole('alert').filter({ hasText: 'You have unsaved changes from' })
  /** Changes something on a screen, closes the tab, and comes back to the offer. */
  const left = async (screen: string, change: (tab: Page) => Promise<void>) => {
    const tab = await context.newPage()
    await tab.goto(screen)
    await untilAlive(tab)
    await change(tab)
    await tab.close()
    const again = await context.newPage()
    await again.goto(screen)
    await expect(offerOn(again)).toBeVisible()
    return again
  }

  const price = await left(`${builder}/pricing`, (tab) => tab.getByLabel('Row 1: price each').fill('59'))
  await offerOn(price).getByRole('button', { name: 'Restore' }).click()
  await expect(price.getByLabel('Row 1: price each')).toHaveValue(/59/)
  await price.getByLabel('Row 1: price each').fill('69')
  await price.close()
  // Somebody else's prices are shown beside the kept ones.
  await call('PUT', prices, { data: { course_pricings: [{ from: 1, price: 55 }] } })
  const moved = await context.newPage()
  await moved.goto(`${builder}/pricing`)
  await expect(offerOn(moved)).toContainText('From 1: $69.00')
  await expect(offerOn(moved)).toContainText('From 1: $55.00')
  await expectAccessible(moved)
  await onPhone(moved)
  await offerOn(moved).getByRole('button', { name: 'Restore' }).click()
  await moved.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(moved)
  expect((await call('GET', prices)).body).toMatchObject({ data: { course_pricings: [{ from: 1, price: 69 }] } })

  const template = await left(`${builder}/overview/certificate-template`, (tab) =>
    tab.getByLabel('Position').fill('Head of training'),
  )
  await expectAccessible(template)
  await offerOn(template).getByRole('button', { name: 'Restore' }).click()
  await expect(template.getByLabel('Position')).toHaveValue('Head of training')

  const pool = await left(at('core', '/question-pools/create'), (tab) => tab.getByLabel('Title').fill('Ropes'))
  await offerOn(pool).getByRole('button', { name: 'Restore' }).click()
  await expect(pool.getByLabel('Title')).toHaveValue('Ropes')
})
