import type { Browser, Page } from '@playwright/test'
import { png } from '../../multipart.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { fillCheckout } from '../kit/checkout-form.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const DELETES = 'You are about to permanently delete this item from your site.'

test('a deleted course leads to the courses, one with people is archived, a published one stays (ROU-012, BLD-008, BLD-009, ERR-060, ERR-101)', async ({
  page,
}, info) => {
  const author = await signedIn(personOf(info, 'shop').email, PASSWORD)
  const mark = markOf(info)
  const make = async (title: string) =>
    dataOf<{ id: number; slug: string }>(await author('POST', `${API}/admin/courses`, { data: { title } }))
  const [empty, taught, open] = [await make(`Empty ${mark}`), await make(`Taught ${mark}`), await make(`Open ${mark}`)]
  const [ivan] = dataOf<{ id: number }[]>(await author('GET', `${API}/users?search=ivan%40example.com`))
  for (const { slug } of [taught, open]) {
    await author('PUT', `${API}/admin/courses/${slug}/prices`, { data: { course_pricings: [{ from: 1, price: 5 }] } })
    await author('POST', `${API}/admin/courses/${slug}/instructors`, { data: { user_id: ivan?.id } })
    await author('PUT', `${API}/admin/courses/${slug}`, { data: { publication_status: 2 } })
  }
  await author('POST', `${API}/enrollments`, {
    data: { course_id: taught.id, role_id: 'manager', emails: [`keeps.${mark}@example.com`] },
  })
  await author('PUT', `${API}/admin/courses/${taught.slug}`, { data: { publication_status: 4 } })

  await enter(page, personOf(info, 'shop').email)
  const main = page.getByRole('main')
  const dialog = page.getByRole('alertdialog')
  const ask = async (slug: string) => {
    await page.goto(at('core', `/courses/builder/${slug}/overview/settings`))
    await main.getByRole('button', { name: 'Delete course' }).click()
    await expect(dialog.getByText(DELETES)).toBeVisible()
  }
  await ask(empty.slug)
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(main.getByRole('heading', { level: 1, name: `Empty ${mark}` })).toBeVisible()
  await ask(empty.slug)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(at('core', '/courses/admin'))
  await expect(page.getByText('The course is deleted.')).toBeVisible()
  await expect(main.getByText(`Empty ${mark}`)).toHaveCount(0)
  expect((await page.goto(at('core', `/courses/builder/${empty.slug}/overview/settings`)))?.status()).toBe(404)

  await ask(taught.slug)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(at('core', '/courses/admin'))
  await expect(page.getByText(/The course is archived/)).toBeVisible()
  await expect(main.getByText(`Taught ${mark}`)).toBeVisible()

  await ask(open.slug)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Unable to delete a published course')).toBeVisible()
  await expect(page).toHaveURL(at('core', `/courses/builder/${open.slug}/overview/settings`))
})

test('somebody is opened, renamed, noted down and deleted, which leads to the users (ROU-004, ROU-005, ROU-012, USR-007, USR-010, USR-011, ERR-101)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const email = `leaves.${mark}@example.com`
  const office = await signedIn(personOf(info, 'shop').email, PASSWORD)
  const made = await office('POST', `${API}/users`, { data: { email, first_name: 'Lou', last_name: 'Leaver' } })
  const { id } = dataOf<{ id: number }>(made)

  await enter(page, personOf(info, 'shop').email)
  const main = page.getByRole('main')
  await page.goto(at('core', `/users?search=${email}`))
  await main.getByRole('link', { name: 'Lou Leaver' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Lou Leaver' })).toBeVisible()
  await expect(page).toHaveURL(/\/users\/\d+\/info$/)
  await expectAccessible(page)
  await onPhone(page)

  await main.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('dialog')
  await editor.getByRole('textbox', { name: 'Username' }).fill(`lou-${mark}`)
  await editor.getByRole('textbox', { name: 'Last name' }).fill('Leaverson')
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(at('core', `/users/lou-${mark}/info`))
  await expect(main.getByRole('heading', { level: 1, name: 'Lou Leaverson' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/users\?search=/)
  await page.goto(at('core', `/users/${id}/certificates`))
  await expect(main.getByRole('link', { name: 'Certificates' })).toHaveAttribute('aria-current', 'page')
  await page.goto(at('core', `/users/lou-${mark}`))
  await expect(page).toHaveURL(at('core', `/users/lou-${mark}/info`))

  await main.getByRole('button', { name: 'Write a note' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Note' }).fill('Needs large print.')
  await expectAccessible(page)
  await onPhone(page)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('Needs large print.')).toBeVisible()

  await main.getByRole('button', { name: 'More actions for Lou Leaverson' }).click()
  await page.getByRole('menuitem', { name: 'Delete user' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText(DELETES)).toBeVisible()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(at('core', '/users'))
  await expect(page.getByText('Lou Leaverson is no longer in the portal.')).toBeVisible()
  await page.goto(at('core', `/users?search=${email}`))
  await expect(main.getByText('Nothing found')).toBeVisible()
  expect((await page.goto(at('core', `/users/lou-${mark}/info`)))?.status()).toBe(404)
})

test('from the admin portal a super admin sets what plans cost and what partners get, without choosing a portal (ORD-043, PAR-016, ERR-036)', async ({
  page,
}, info) => {
  // A company of this try alone: what others see of the rest stays as it is.
  const company = `Sharing ${markOf(info)}`
  const partner = await signedIn(personOf(info, 'share').email, PASSWORD)
  await partner('PUT', `${API}/partner/company`, { data: { name: company } })
  await enter(page, personOf(info, 'shop').email, { slug: 'admin' })
  const main = page.getByRole('main')
  await page.goto(at('admin', '/admin/subscriptions'))
  await main.getByRole('link', { name: 'Plans and prices' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  // Each width its own plan: what others read of the rest stays as it is.
  const plan = info.project.name === 'phone' ? 'Special' : 'Partner'
  await main
    .getByRole('button', { name: new RegExp(`Actions for ${plan}`) })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog')
  const further = form.getByRole('textbox', { name: 'Further credit' })
  // Another price than an earlier try has left there.
  const price = Number((await further.inputValue()).replace('$', '')) + 0.25
  await further.fill('0.1')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(further).toHaveAttribute('aria-invalid', 'true')
  await further.fill(String(price))
  await expectAccessible(page)
  await onPhone(page)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Save Successful').first()).toBeVisible()
  const plans = await page.evaluate(async () => (await (await fetch('/api/v1/admin/plans')).json()).data)
  expect(plans.filter((row: { extra_credit_price: number }) => row.extra_credit_price === price)).not.toEqual([])

  await page.goto(at('admin', `/admin/partner-shares?search=${company}`))
  await expect(main.getByRole('heading', { level: 1, name: 'Partner shares' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  const set = async (percent: string) => {
    await main.getByRole('button', { name: `Actions for ${company}` }).click()
    await page.getByRole('menuitem', { name: 'Set the share' }).click()
    await form.getByRole('textbox', { name: 'Share in percent' }).fill(percent)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await set('101')
  await expect(form.getByText('Please enter a value of no more than 100.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Share in percent' }).fill('64')
  await expectAccessible(page)
  await onPhone(page)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('64 %')).toBeVisible()
  await set('')
  await expect(main.getByText('64 %')).toBeHidden()
})

const GTAG = 'https://www.googletagmanager.com/**'

test('a new portal is set up on its settings screen, opens, and asks visitors first and takes sales tax once that is switched on there (BDG-036, BDG-038, CRT-017, ROU-079, ROU-120, PRT-029, PRT-033, PRT-034, PRT-049, PRT-073, PRT-077, REV-032, UIX-031, INT-013, ERR-039, ERR-108)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const slug = `made-${markOf(info)}`
  const platform = await signedIn(personOf(info, 'shop').email, PASSWORD)
  const { id } = dataOf<{ id: number }>(
    await platform('POST', `${API}/portals`, { data: { name: 'Made Training', slug } }),
  )

  const own = await enter(page, personOf(info, 'shop').email, { slug })
  const main = page.getByRole('main')
  await page.goto(at(slug, '/users'))
  await expect(page).toHaveURL(at(slug, '/admin/portal/settings'))
  await expect(main.getByText('Upload a logo and enter a company name to get started.')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await untilAlive(page)
  await main
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(96, 32) })
  await expect(main.getByRole('img', { name: 'Logo of Made Training', exact: true })).toBeVisible()
  await main.getByRole('textbox', { name: 'Company name' }).fill('Made Training')
  // The answer to the upload may close an open list.
  await expect(async () => {
    await main.getByRole('combobox', { name: 'Portal type' }).click()
    await page.getByRole('option', { name: /Channel/ }).click({ timeout: 3000 })
  }).toPass()
  const zone = main.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).toHaveValue('Eastern Time (New York)')
  await zone.fill('chic')
  await page.getByRole('option', { name: 'Central Time (Chicago)' }).click()
  for (const name of ['Shop', 'Course catalog']) await main.getByRole('switch', { name }).press('Space')
  await main.getByRole('textbox', { name: 'Google Analytics ID' }).fill('G-MADE000001')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Change Portal Type' })
    .getByRole('button', { name: 'Change the type' })
    .click()
  await expect(page.getByText('Nearly there')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  await platform('PUT', `${API}/portals/${id}`, { data: { is_confirmed: true } })
  const visitor = await (await browser.newContext()).newPage()
  const requests: string[] = []
  await visitor.route(GTAG, (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  const banner = visitor.getByRole('region', { name: 'Your privacy' })
  const policyOf = async () => (await visitor.goto(at(slug, '/course')))?.headers()['content-security-policy'] ?? ''
  await expect.poll(async () => (await visitor.goto(at(slug, '/course')))?.url()).toBe(at(slug, '/course'))
  // What can be switched off is on, until the portal says otherwise.
  expect(await policyOf()).toContain('https://www.googletagmanager.com')
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  await expect(banner).toBeVisible()

  await page.reload()
  await page.getByRole('region', { name: 'Your privacy' }).getByRole('button', { name: 'Only necessary' }).click()
  await expect(zone).toHaveValue('Central Time (Chicago)')
  await main.getByRole('switch', { name: 'Ask before tracking' }).press('Space')
  const questions = main.getByRole('switch', { name: 'Allow course questions' })
  await expect(questions).toBeChecked()
  await questions.press('Space')
  await main.getByRole('switch', { name: 'Badges' }).press('Space')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  const off = page.getByRole('alertdialog', { name: 'Switch badges off?' })
  await expect(off).toContainText('Badges and PINs are kept')
  await off.getByRole('button', { name: 'Switch badges off' }).click()
  await expect(page.getByText('Save Successful').first()).toBeVisible()
  await lookAtBadgesOff(page, browser, slug)
  const { data: saved } = await page.evaluate(async () => (await fetch('/api/v1/portal')).json())
  expect(saved.setting.disable_course_questions).toBe(true)
  requests.length = 0
  const policy = await policyOf()
  expect(policy).not.toContain('googletagmanager')
  expect(policy).toMatch(/script-src 'self' [^;]*'sha256-/)
  expect(policy).not.toMatch(/script-src [^;]*unsafe-inline/)
  await expect(banner).toBeVisible()
  expect(requests).toEqual([])
  await banner.getByRole('button', { name: 'Accept all' }).click()
  await expect.poll(() => requests.length).toBe(1)

  const [plan] = dataOf<{ id: number; audience: string }[]>(await platform('GET', `${API}/admin/plans`)).filter(
    ({ audience }) => audience === 'portal',
  )
  await platform('POST', `${API}/admin/subscriptions`, {
    data: { portal_id: id, plan_id: plan?.id, period: 'annual', credits: 0 },
  })
  const course = dataOf<{ slug: string }>(
    await own('POST', `${API}/admin/courses`, { data: { title: 'Taxed course' } }),
  )
  await own('PUT', `${API}/admin/courses/${course.slug}/prices`, {
    data: { course_pricings: [{ from: 1, price: 40 }] },
  })
  const teacher = dataOf<{ id: number }>(
    await own('POST', `${API}/users`, {
      data: { email: `teacher.${slug}@example.com`, first_name: 'Tess', last_name: 'Teacher' },
    }),
  )
  await own('PUT', `${API}/users/${teacher.id}/roles`, { data: { role_ids: ['instructor'], portal_id: id } })
  await own('POST', `${API}/admin/courses/${course.slug}/instructors`, { data: { user_id: teacher.id } })
  await own('PUT', `${API}/admin/courses/${course.slug}`, { data: { publication_status: 2 } })
  await buyTaxed(page, visitor, slug, `/course/${course.slug}`)
  await visitor.context().close()
})

/** What a badge leads to, and who adds people, where the portal has switched badges off (BDG-038). */
const lookAtBadgesOff = async (page: Page, browser: Browser, slug: string) => {
  const worker = await (await browser.newContext()).newPage()
  await worker.goto(at(slug, '/badge'))
  await untilAlive(worker)
  await expect(worker.getByText('This portal does not take badges now.', { exact: false })).toBeVisible()
  await expectAccessible(worker)
  await onPhone(worker)
  await worker.getByRole('link', { name: 'Sign in with your e-mail' }).click()
  await expect(worker).toHaveURL(at(slug, '/login'))
  await expect(worker.getByRole('link', { name: 'Sign in with a badge' })).toHaveCount(0)
  await worker.context().close()
  const settings = page.url()
  await page.goto(at(slug, '/users/create'))
  await untilAlive(page)
  await page.getByRole('main').getByText('Has no e-mail', { exact: true }).click()
  await expect(page.getByText('Badges are switched off in this portal.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await page.goto(settings)
  await untilAlive(page)
}

/** Carts speak of sales tax only where the portal has switched it on, and the order shows it. */
const buyTaxed = async (page: Page, visitor: Page, slug: string, course: string) => {
  const main = page.getByRole('main')
  await visitor.goto(at(slug, course))
  await visitor.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(visitor.getByText(/Your cart holds/).first()).toBeVisible()
  await visitor.goto(at(slug, '/cart'))
  await expect(visitor.getByRole('link', { name: 'Check out' })).toBeVisible()
  await expect(visitor.getByText(/sales tax/i)).toHaveCount(0)

  await page.reload()
  await main.getByRole('switch', { name: 'Sales tax' }).press('Space')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Save Successful').first()).toBeVisible()

  await visitor.goto(at(slug, '/checkout/course'))
  await fillCheckout(visitor, { first_name: 'Tilda', last_name: 'Taxed', email: `tilda.${slug}@example.com` })
  await expect(visitor.getByText(/Sales tax is added on the payment page/).first()).toBeAttached()
  await expectAccessible(visitor)
  await onPhone(visitor)
  await visitor.getByRole('button', { name: 'Pay $40.00 plus sales tax' }).click()
  await visitor.waitForURL(/standins\/stripe\/pay/)
  await visitor.getByRole('button', { name: 'Pay $43.30' }).click()
  await visitor.waitForURL(/\/orders\/success\/course/)
  await expect(visitor.getByRole('row', { name: 'Sales tax $3.30' })).toBeVisible()
  await expect(visitor.getByRole('row', { name: 'Total $43.30' })).toBeVisible()
  // The confetti is there for a moment and for the eye alone.
  await expectAccessible(visitor, { without: ['canvas'] })
  const order = new URL(visitor.url()).searchParams.get('order')
  await page.goto(at(slug, `/orders/${order}`))
  await expect(page.getByRole('row', { name: 'Sales tax $3.30' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
}
