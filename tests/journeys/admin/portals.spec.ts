import { png } from '../../multipart.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

test('a super admin who has chosen no portal chooses one where a screen needs it, always reads which it is, and leaves it (PRT-039, PRT-053, PRT-068, PRT-074, PRT-082, ROU-094)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'landlord').email, { slug: 'admin' })
  const main = page.getByRole('main')
  await page.goto(at('admin', '/courses/admin'))
  await expect(page).toHaveURL(at('admin', '/portals?next=%2Fcourses%2Fadmin'))
  await expect(main.getByText('Choose a portal first')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  // Other journeys create portals meanwhile.
  await main.getByRole('searchbox', { name: 'Search portals' }).fill('Tidewater')
  await main.getByRole('button', { name: 'Choose Tidewater Utilities' }).click()
  await expect(page).toHaveURL(at('admin', '/courses/admin'))
  const strip = page.getByRole('region', { name: 'Portal you work in' })
  await expect(strip).toContainText('Working in Tidewater Utilities')
  await expect(page.getByRole('combobox', { name: 'Portal' })).toHaveValue('Tidewater Utilities')
  await expectAccessible(page)
  await onPhone(page, () => expect(strip).toBeVisible())
  await page.goto(at('admin', '/portal-settings/info'))
  await expect(main.getByRole('heading', { level: 2, name: 'Tidewater Utilities' })).toBeVisible()
  await strip.getByRole('button', { name: 'Leave this portal' }).click()
  await expect(page).toHaveURL(at('admin', '/portals'))
  await expect(strip).toBeHidden()

  // Whatever is opened now: a screen or the list to choose from, never an error.
  const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
  expect(paths.length).toBeGreaterThan(10)
  const answers = await page.evaluate(
    (all) => Promise.all(all.map(async (path) => `${path} ${(await fetch(path ?? '')).status}`)),
    paths,
  )
  expect(answers).toEqual(paths.map((path) => `${path} 200`))
})

test('a super admin creates a portal, sees what is missing, confirms it, sells a course in it, and pauses and resumes it (ROU-069, ROU-118, PRT-032, PRT-034, PRT-049, PRT-050, PRT-069, PRT-070, PRT-073, PRT-083, PRT-084, BLD-036)', async ({
  page,
  browser,
}, info) => {
  const slug = `let-${markOf(info)}`
  const name = `Letting ${markOf(info)}`
  await enter(page, personOf(info, 'landlord').email, { slug: 'admin' })
  const main = page.getByRole('main')
  const question = page.getByRole('alertdialog')
  await page.goto(at('admin', '/portals'))
  await main.getByRole('button', { name: 'New portal' }).click()
  const dialog = page.getByRole('dialog', { name: 'New portal' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await dialog.getByRole('textbox', { name: 'Address' }).fill('www')
  await dialog.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'Enterprise (enterprise)' }).click()
  await dialog.getByRole('combobox', { name: 'Portal type' }).click()
  await page.getByRole('option', { name: /Channel/ }).click()
  await dialog.getByRole('button', { name: 'Create portal' }).click()
  await question.getByRole('button', { name: 'Change the type' }).click()
  await expect(dialog.getByText('Please enter letters, digits and inner hyphens that are not reserved.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(slug)
  await dialog.getByRole('button', { name: 'Create portal' }).click()
  await question.getByRole('button', { name: 'Change the type' }).click()

  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
  const steps = main.getByRole('list', { name: 'Steps to the opening' })
  await expect(steps.getByRole('listitem')).toHaveText([
    'Portal created, done',
    'Logo uploaded, still missing',
    'Company name saved, still missing',
    'Confirmed by the platform, still missing',
    'Set up and open, still missing',
  ])
  await expectAccessible(page)
  await onPhone(page)
  const path = new URL(page.url()).pathname
  const tab = (label: string) => main.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: label })
  await tab('Company').click()
  await main.getByRole('textbox', { name: 'Company name' }).fill(`${name} Inc.`)
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Save Successful').first()).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await tab('Settings').click()
  await main
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(96, 32) })
  await expect(main.getByRole('img', { name: `Logo of ${name}`, exact: true })).toBeVisible()
  await tab('Theme').click()
  await main.getByRole('textbox', { name: 'Main color' }).fill('#7a1f6b')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  await page.goto(at('admin', path))
  await expect(main.getByText('Waiting for review')).toBeVisible()
  await main.getByRole('button', { name: 'Confirm portal' }).click()
  await expect(question).toContainText('opens to its people within a minute')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Confirm portal' }).click()
  await expect(main.getByRole('button', { name: 'Confirm portal' })).toBeHidden()
  await expect
    .poll(async () => {
      await page.goto(at('admin', path))
      return main.getByText('Open', { exact: true }).count()
    })
    .toBe(1)

  const office = await signedIn(personOf(info, 'landlord').email, PASSWORD)
  const plans = dataOf<{ id: number; short_name: string }[]>(await office('GET', `${API}/admin/plans`))
  const plan_id = plans.find(({ short_name: short }) => short === 'tier_3' || short === 'enterprise')?.id
  const portal_id = Number(path.split('/').at(-1))
  await office('POST', `${API}/admin/subscriptions`, { data: { portal_id, plan_id, period: 'annual', credits: 3 } })
  const inside = await signedIn(personOf(info, 'landlord').email, PASSWORD, slug)
  const course = dataOf<{ slug: string }>(
    await inside('POST', `${API}/admin/courses`, { data: { title: 'Let Ladder Safety' } }),
  )
  await tab('Courses').click()
  const sale = main.getByRole('switch', { name: 'Let Ladder Safety is for sale' })
  const isOn = await sale.isChecked()
  await sale.press('Space')
  await expect(sale).toBeChecked({ checked: !isOn })
  await expect(sale).toBeEnabled()
  await expectAccessible(page)
  await onPhone(page)
  const open = async (what: string) => {
    await main.getByRole('button', { name: 'Actions for Let Ladder Safety' }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await open('Publication')
  const publication = page.getByRole('dialog', { name: 'Publication of Let Ladder Safety' })
  await expect(publication.getByText(/Before it can be published it needs .*a price/)).toBeVisible()
  await expect(publication.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await expectAccessible(page)
  await publication.getByRole('button', { name: 'Announce' }).click()
  await expect(publication).toBeHidden()
  await expect(main.getByRole('row').filter({ hasText: 'Let Ladder Safety' })).toContainText('Coming soon')
  await open('Credits')
  const credits = page.getByRole('dialog', { name: 'Credits of Let Ladder Safety' })
  await expect(credits.getByText(/3 more to hand out/)).toBeVisible()
  await credits.getByRole('textbox', { name: 'Credits' }).fill('5')
  await credits.getByRole('button', { name: 'Move credits' }).click()
  await expect(page.getByText('Credits can be given to published courses only.').first()).toBeVisible()
  await expectAccessible(page)
  await credits.getByRole('textbox', { name: 'Credits' }).fill('')
  const saved = dataOf<{ is_marketable: boolean }>(await inside('GET', `${API}/admin/courses/${course.slug}`))
  expect(saved.is_marketable).toBe(!isOn)

  await page.goto(at('admin', path))
  await main.getByRole('button', { name: 'Pause portal' }).click()
  await expect(question).toContainText('Nothing is deleted')
  await question.getByRole('button', { name: 'Pause portal' }).click()
  await expect(main.getByText('Paused', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const visitor = await (await browser.newContext()).newPage()
  expect((await visitor.goto(at(slug, '/')))?.status()).toBe(403)
  await expect(visitor.getByText('Nothing is lost')).toBeVisible()
  await expectAccessible(visitor)
  await untilAlive(visitor)
  await visitor.getByRole('link', { name: 'terms', exact: true }).click()
  await expect(visitor).toHaveURL(at(slug, '/terms'))
  await expect(visitor.getByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible()
  await enter(visitor, personOf(info, 'landlord').email, { slug })
  await visitor.goto(at(slug, '/users'))
  await expect(visitor).toHaveURL(at(slug, '/admin/my-subscription'))
  await expect(visitor.getByText(`${name} is paused`)).toBeVisible()
  await expectAccessible(visitor)

  await main.getByRole('button', { name: 'Resume portal' }).click()
  await expect(question).toContainText('everyone continues where they were')
  await question.getByRole('button', { name: 'Resume portal' }).click()
  await expect(main.getByRole('button', { name: 'Pause portal' })).toBeVisible()
  await visitor.goto(at(slug, '/users'))
  await expect(visitor).toHaveURL(at(slug, '/users'))
  await visitor.context().close()
})
