import { API, asker, dataOf, enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, PASSWORD, test } from '../kit/kit.ts'

// Runs only in the wide window, since the answer of an address does not depend on the width.

/** Status and redirect of a page, as any client gets them. */
type Ask = (path: string) => Promise<[status: number, location: string | null, body: string]>
const pagesOf =
  (call: ReturnType<typeof asker>): Ask =>
  async (path) => {
    const { status, headers, body } = await call('GET', path, { headers: { accept: 'text/html' } })
    return [status, headers.location ?? null, String(body)]
  }
/** A signed-in person who opens pages and calls. */
const reader = async (email: string) => {
  const ask = asker()
  await ask('GET', `${API}/csrf-cookie`)
  const answer = await ask('POST', `${API}/login`, { data: { email, password: PASSWORD } })
  expect(answer.status).toBe(200)
  return { ask, page: pagesOf(ask) }
}
const visitor = (slug = 'core') => pagesOf(asker(slug))
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '')

test('the site is in English, no address has a locale, and a trailing slash is permanently removed (ROU-001, ROU-002)', async () => {
  const ask = visitor()
  const [status, , html] = await ask('/course')
  expect([status, /<html[^>]*\slang="en"/.test(html)]).toEqual([200, true])
  for (const path of ['/en/course', '/en', '/de/login']) expect((await ask(path))[0], path).toBe(404)
  expect((await ask('/course/')).slice(0, 2)).toEqual([301, '/course'])
  expect((await ask('/course/?sort=title')).slice(0, 2)).toEqual([301, '/course?sort=title'])
  expect((await ask('//example.com/')).slice(0, 2)).toEqual([301, '/example.com'])
})

test('a missing page answers 404 in the frame of the site; /not-found and /error have their own addresses (ROU-003, ROU-006, ROU-024, ROU-025, ERR-008)', async () => {
  const ask = visitor()
  for (const path of ['/nowhere', '/a/b/c', '/not-found', '/course/no-such-course', '/bundles/no-such-bundle']) {
    const [status, , html] = await ask(path)
    expect([status, headingOf(html)], path).toEqual([404, 'This page could not be found'])
    expect(html, path).toContain('<footer')
  }
  const [status, , html] = await ask('/error')
  expect([status, headingOf(html)]).toEqual([500, expect.stringContaining('Please refresh your screen.')])
})

test('a parameter may be left out for the list, and a fixed segment wins over a parameter (ROU-007, ROU-008)', async () => {
  const ask = visitor()
  expect(headingOf((await ask('/course'))[2])).not.toBe(headingOf((await ask('/course/ladder-safety'))[2]))
  expect(headingOf((await ask('/certificates/verify'))[2])).toContain('certificate')
  expect((await ask('/certificates/2222-2222-2222-2222'))[0]).toBe(404)
})

test('public pages open for everyone, sign-in pages for guests, and all others redirect to the sign-in (ROU-016, ROU-017, ROU-018, ROU-023, ROU-040, ROU-042, ROU-044, ROU-045, ROU-047, ROU-048, ROU-070, ROU-080, ROU-086)', async () => {
  const ask = visitor()
  const open = {
    '/login': 'Sign in',
    '/forgot-password': 'Reset your password',
    '/reset-password?email=somebody%40example.com': 'Reset your password',
    '/cart': 'Cart',
    '/checkout/course': 'Checkout',
    '/checkout/bundle': 'Checkout',
    '/course/ladder-safety': 'Ladder Safety',
  }
  for (const [path, heading] of Object.entries(open)) {
    const [status, , html] = await ask(path)
    expect([status, headingOf(html)], path).toEqual([200, heading])
  }
  expect((await ask('/coming-soon'))[0]).toBe(200)
  for (const path of [
    '/dashboard',
    '/orders',
    '/orders/1',
    '/profile/settings',
    '/profile/change-password',
    '/profile/certificates',
    '/users',
    '/courses/admin',
    '/courses/managers',
    '/courses/learner/ladder-safety',
  ])
    expect((await ask(path)).slice(0, 2), path).toEqual([302, '/login'])
})

test('the commerce pages do not exist on a portal that sells nothing (ROU-040, ROU-042, ROU-044, ROU-115)', async () => {
  const ask = visitor('granite')
  for (const path of ['/cart', '/course', '/course/any', '/checkout/course', '/checkout/bundle'])
    expect((await ask(path)).slice(0, 2), path).toEqual([302, '/login'])
  const admin = visitor('admin')
  for (const path of ['/cart', '/course', '/checkout/course']) expect((await admin(path))[0], path).toBe(404)
})

test('each role finds its own courses and screens, and not those of others (ROU-049, ROU-050, ROU-045, ROU-047, ROU-070, ROU-080, ROU-086, ROU-016, ERR-006)', async () => {
  expect((await visitor('safestart')('/courses')).slice(0, 2)).toEqual([302, '/course'])
  expect((await visitor('granite')('/courses')).slice(0, 2)).toEqual([302, '/login'])
  const otto = await reader('otto@example.com')
  expect(headingOf((await otto.page('/courses'))[2])).toBe('My courses')
  expect((await otto.page('/login')).slice(0, 2)).toEqual([302, '/dashboard'])
  expect(headingOf((await otto.page('/dashboard'))[2])).toBe('Welcome, Otto')
  expect(headingOf((await otto.page('/orders'))[2])).toBe('Orders')
  for (const path of ['/users', '/courses/admin', '/courses/managers', '/courses/managers/ladder-safety'])
    expect((await otto.page(path)).slice(0, 2), path).toEqual([302, '/dashboard'])
  const courses = dataOf<{ slug: string; learner: { id: number } }[]>(await otto.ask('GET', `${API}/learner/courses`))
  // One that he took once: the address without a number leads to the newest enrollment.
  const course = courses.find(({ slug }) => courses.filter((each) => each.slug === slug).length === 1)
  const outline = `/courses/learner/${course?.slug}/${course?.learner.id}/outline`
  expect((await otto.page(`/courses/learner/${course?.slug}`)).slice(0, 2)).toEqual([302, outline])

  const mara = await reader('mara@example.com')
  expect((await mara.page('/courses')).slice(0, 2)).toEqual([302, '/courses/managers'])
  const managed = dataOf<{ slug: string }[]>(await mara.ask('GET', `${API}/managers/courses`))
  const slug = managed[0]?.slug ?? ''
  expect((await mara.page(`/courses/managers/${slug}`)).slice(0, 2)).toEqual([
    302,
    `/courses/managers/${slug}/overview`,
  ])
  for (const child of ['overview', 'outline', 'take-credits', 'certificates'])
    expect((await mara.page(`/courses/managers/${slug}/${child}`))[0], child).toBe(200)
  const [status, , html] = await mara.page('/courses/managers/no-such-course/overview')
  expect([status, headingOf(html)]).toEqual([404, 'This page could not be found'])
  expect(headingOf((await mara.page('/users'))[2])).toBe('Your people')

  const edda = await reader('edda@example.com')
  expect((await edda.page('/courses')).slice(0, 2)).toEqual([302, '/courses/admin'])
  expect(headingOf((await edda.page('/courses/admin'))[2])).toBe('Courses')
  expect((await edda.page('/users')).slice(0, 2)).toEqual([302, '/dashboard'])
  expect((await edda.page('/profile/settings'))[0]).toBe(200)
})

test('every child of a learner’s course opens at its address (ROU-051, ROU-052, ROU-053, ROU-054, ROU-059)', async () => {
  const { ask, page } = await reader('leo@example.com')
  const [course] = dataOf<{ slug: string; learner: { id: number } }[]>(await ask('GET', `${API}/learner/courses`))
  const base = `/courses/learner/${course?.slug}/${course?.learner.id}`
  for (const child of ['outline', 'overview', 'certificates'])
    expect((await page(`${base}/${child}`))[0], child).toBe(200)
  type Entry = { itemable_type: string; itemable_id: number }
  const entries = dataOf<Entry[]>(
    await ask('GET', `${API}/learner/courses/${course?.slug}/modules?related_id=${course?.learner.id}`),
  )
  const [first] = entries
  expect(first?.itemable_type).toBe('Module')
  expect((await page(`${base}/outline/modules/${first?.itemable_id}`))[0]).toBeLessThan(400)
  expect((await page(`${base}/outline/riddles/1`))[0]).toBe(404)
  expect((await page(`/courses/learner/${course?.slug}/999999/outline`))[0]).toBe(404)
})

test('a super admin finds all portals to select from on the admin portal, and selects one (ROU-124, PRT-038, PRT-039, PRT-041)', async ({
  page,
}) => {
  await enter(page, 'sid@example.com', { slug: 'admin' })
  await page.goto(at('admin', '/dashboard'))
  const portals = page.getByRole('combobox', { name: 'Portal' })
  await expect(portals).toHaveValue('No portal chosen')
  await portals.click()
  await page.getByRole('option', { name: 'Granite Ridge Constructors' }).click()
  await expect(portals).toHaveValue('Granite Ridge Constructors')
  await page.goto(at('admin', '/users'))
  // Other journeys add people to this portal.
  await page.getByRole('searchbox', { name: 'Search name or e-mail' }).fill('gus@example.com')
  await expect(page.getByRole('row').filter({ hasText: 'gus@example.com' })).toBeVisible()
  await expectAccessible(page)
})
