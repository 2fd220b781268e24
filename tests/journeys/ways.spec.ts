import type { Page } from '@playwright/test'
import { API, dataOf, enter, NEW_PASSWORD, signedIn } from './kit/calls.ts'
import { openPage } from './kit/desk.ts'
import { at, expect, expectAccessible, PASSWORD, signIn, test, untilAlive } from './kit/kit.ts'
import { markOf, type PersonKind, personOf } from './kit/people.ts'

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

test('a page from the page builder is at its own address once published; editors preview a draft (ROU-015) @desktop', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const editor = await signedIn(personOf(info, 'wordsmith').email, PASSWORD)
  const body = {
    title: `Safety week ${mark}`,
    meta_title: 'Safety week',
    meta_description: 'One week, five talks.',
    components: [{ type: 'Heading', props: { id: 'a', html: `<h1>Safety week ${mark}</h1>`, align: 'left' } }],
  }
  const create = async (slug: string) =>
    dataOf<{ id: number; slug: string }>(await editor('POST', `${API}/portal/pages`, { data: { ...body, slug } }))
  const created = await create(`safety-week-${mark}`)
  const address = at('core', `/${created.slug}`)
  expect((await page.goto(address))?.status()).toBe(404)
  expect((await page.goto(`${address}?preview=1`))?.status()).toBe(404)

  await enter(page, personOf(info, 'wordsmith').email)
  expect((await page.goto(`${address}?preview=1`))?.status()).toBe(200)
  await expect(headingOf(page)).toHaveText(body.title)
  const again = await enter(page, personOf(info, 'wordsmith').email)
  await again('PUT', `${API}/portal/pages/${created.id}`, { data: { publication_status: 2 } })
  await page.context().clearCookies()
  expect((await page.goto(address))?.status()).toBe(200)
  await expect(headingOf(page)).toHaveText(body.title)
  await expectAccessible(page)

  // The product's own addresses stay reserved.
  const { slug } = dataOf<{ slug: string }>(
    await again('POST', `${API}/portal/pages`, { data: { ...body, slug: 'course' } }),
  )
  expect(slug).not.toBe('course')
})

test('a person without a name is redirected to the profile until it has one (ROU-121) @phone', async ({
  page,
}, info) => {
  const email = `nameless-${markOf(info)}-${Date.now()}@example.com`
  const office = await signedIn(personOf(info, 'hirer').email, PASSWORD)
  const [course] = dataOf<{ id: number }[]>(
    await office('GET', `${API}/admin/courses?publication_status=2&per_page=1&search=Ladder+Safety`),
  )
  await office('POST', `${API}/enrollments`, { data: { course_id: course?.id, emails: [email] } })
  await page.goto(at('core', '/login'))
  const readLink = () =>
    page.evaluate(async (to) => {
      const body = await (await fetch(`/dev/mail.json?to=${encodeURIComponent(to)}`)).text()
      return /\/reset-password\?token=[\w-]+/.exec(body)?.[0]
    }, email)
  await expect.poll(readLink).toBeDefined()
  await page.goto(at('core', (await readLink()) ?? ''))
  await page.getByLabel('New password', { exact: false }).first().fill(NEW_PASSWORD)
  await page.getByLabel('New password again').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
  await page.goto(at('core', '/login'))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/profile\/settings$/)
  await page.goto(at('core', '/courses'))
  await expect(page).toHaveURL(/\/profile\/settings$/)
  await expectAccessible(page)
  await untilAlive(page)
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Named')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Save Successful').first()).toBeVisible()
  await page.goto(at('core', '/courses'))
  await expect(page).toHaveURL(/\/courses$/)
  await expect(page.getByText('Ladder Safety').first()).toBeVisible()
})

const LANDINGS: [PersonKind, string][] = [
  ['landlearner', '/courses'],
  ['landmanager', '/courses/managers'],
  ['landteacher', '/courses/admin'],
  ['landadmin', '/users'],
  ['landbooks', '/dashboard'],
]
for (const [kind, path] of LANDINGS)
  test(`signing in leads a ${kind.replace('land', '')} to ${path} (AUT-032) @desktop`, async ({ page }, info) => {
    await signIn(page, personOf(info, kind).email)
    await expect(page).toHaveURL(at('core', path))
    await expect(headingOf(page)).toBeVisible()
    await expectAccessible(page)
  })

test('the catalog is narrowed by filters and sorted, and a portal without a catalog has none (ROU-039)', async ({
  page,
}, info) => {
  await openPage(page, '/course-catalog')
  await expect(headingOf(page)).toBeVisible()
  const isPhone = info.project.name === 'phone'
  const count = page.getByRole('status').filter({ hasText: /\d+ courses?/ })
  const all = Number.parseInt(await count.innerText(), 10)
  if (isPhone) await page.getByRole('button', { name: 'Filters' }).click()
  const panel = isPhone ? page.getByRole('dialog') : page.getByRole('complementary', { name: 'Filters' })
  await panel.getByRole('checkbox').first().check()
  if (isPhone) await page.keyboard.press('Escape')
  await expect.poll(async () => Number.parseInt(await count.innerText(), 10)).toBeLessThan(all)
  await expectAccessible(page)
  await openPage(page, '/course-catalog')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Name Z-A' })
  await expect(page).toHaveURL(/sort=-title/)
  const titles = page.getByRole('list', { name: 'Courses' }).getByRole('heading')
  await expect
    .poll(async () => {
      const shown = await titles.allInnerTexts()
      return shown.length > 1 && (shown[0] ?? '').localeCompare(shown.at(-1) ?? '') > 0
    })
    .toBe(true)
  // An in-house portal has no catalog: its visitors sign in.
  await page.goto(at('granite', '/course-catalog'))
  await expect(page).toHaveURL(at('granite', '/login'))
})

test('bundles have a list and a page each, if the portal is a shop (ROU-041) @phone', async ({ page }) => {
  await openPage(page, '/bundles')
  await expect(headingOf(page)).toHaveText('Bundles')
  await expectAccessible(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Site starter kit/i })
    .first()
    .click()
  await expect(page).toHaveURL(at('core', '/bundles/site-starter-kit'))
  await expect(headingOf(page)).toContainText(/site starter kit/i)
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
  await expectAccessible(page)
  expect((await page.goto(at('core', '/bundles/no-such-bundle')))?.status()).toBe(404)
})

test('visitors find published and coming-soon courses, but no drafts or archived ones (CAT-004) @desktop', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const author = await signedIn(personOf(info, 'rigger').email, PASSWORD)
  const [instructor] = dataOf<{ id: number }[]>(await author('GET', `${API}/users?search=ivan%40example.com`))
  const create = async (name: string, status: number) => {
    const made = await author('POST', `${API}/admin/courses`, { data: { title: `Rigging ${name} ${mark}` } })
    const { slug } = dataOf<{ slug: string }>(made)
    const address = `${API}/admin/courses/${slug}`
    await author('PUT', `${address}/prices`, { data: { course_pricings: [{ from: 1, price: 49 }] } })
    await author('POST', `${address}/instructors`, { data: { user_id: instructor?.id } })
    if (status === 4) await author('PUT', address, { data: { publication_status: 2 } })
    if (status !== 1) await author('PUT', address, { data: { publication_status: status } })
    return slug
  }
  const slugs = {
    draft: await create('draft', 1),
    published: await create('published', 2),
    coming: await create('coming', 3),
    archived: await create('archived', 4),
  }
  await page.goto(at('core', `/course-catalog?search=${encodeURIComponent(`Rigging ${mark}`)}`))
  const list = page.getByRole('list', { name: 'Courses' })
  await expect(list.getByRole('heading', { name: `Rigging published ${mark}` })).toBeVisible()
  await expect(list.getByRole('heading', { name: `Rigging coming ${mark}` })).toBeVisible()
  await expect(list.getByRole('heading', { name: `Rigging draft ${mark}` })).toHaveCount(0)
  await expect(list.getByRole('heading', { name: `Rigging archived ${mark}` })).toHaveCount(0)
  for (const [name, status] of [
    ['published', 200],
    ['coming', 200],
    ['draft', 404],
    ['archived', 404],
  ] as const)
    expect((await page.goto(at('core', `/course/${slugs[name]}`)))?.status(), name).toBe(status)
  await expect(page.getByText('This page could not be found')).toBeVisible()
})
