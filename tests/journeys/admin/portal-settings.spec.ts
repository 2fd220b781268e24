import { png } from '../../multipart.ts'
import { API, caller, dataOf, enter, signedIn } from '../kit/calls.ts'
import { callOn, look } from '../kit/desk.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, type PersonKind, personOf } from '../kit/people.ts'

test('a portal admin reads where the portal stands, writes its terms, and keeps and tries keys (ROU-068, ROU-079, ROL-054, PRT-022, PRT-049, PRT-050, PRT-053, PRT-054, PRT-057, PRT-066, PRT-080)', async ({
  page,
}, info) => {
  const call = await enter(page, personOf(info, 'settler').email, { slug: 'meridian' })
  const { id } = dataOf<{ id: number }>(await call('GET', `${API}/portal`))
  const requests: URL[] = []
  page.on('request', (request) => void requests.push(new URL(request.url())))
  const main = page.getByRole('main')
  await page.goto(at('meridian', '/portal-settings'))
  await expect(page).toHaveURL(at('meridian', '/portal-settings/info'))
  await expect(main.getByText('Established Business')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  const tab = (label: string) => main.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: label })
  await tab('Company').click()
  await expect(main.getByRole('textbox', { name: 'Company name' })).toHaveValue('Meridian Continuing Education')
  await expectAccessible(page)
  await onPhone(page)
  await tab('Courses').click()
  await expect(main.getByRole('region', { name: 'Courses of the portal' })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await tab('Settings').click()
  await main.getByRole('link', { name: 'Terms', exact: true }).click()
  const terms = main.getByRole('textbox', { name: 'Terms' })
  await terms.fill('Bring your own hard hat.')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Save Successful').first()).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await page.goto(at('meridian', '/terms'))
  await expect(page.getByText('Bring your own hard hat.')).toBeVisible()
  await page.goto(at('meridian', '/admin/portal/settings?part=terms'))
  await terms.fill('')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Save Successful').first()).toBeVisible()

  await main.getByRole('link', { name: 'Integrations' }).click()
  const secret = main.getByLabel('EasyShip secret key')
  await secret.fill('a-key-that-is-wrong-4711')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('Key saved')).toBeVisible()
  await expect(secret).toHaveValue('')
  await expect(secret).toHaveAttribute('placeholder', '••••4711')
  await main.getByRole('button', { name: 'Test EasyShip key' }).click()
  await expect(main.getByRole('alert')).toContainText(/refused the key|did not answer|could not check/, {
    timeout: 25_000,
  })
  await expectAccessible(page)
  await onPhone(page)
  await main.getByRole('button', { name: 'Remove EasyShip key' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove key' }).click()
  await expect(main.getByText('Key saved')).toHaveCount(0)

  // Each of these calls has said whose site it comes from.
  const calls = requests.filter(({ pathname }) => /^\/api\/v1\/(portal|admin)(\/|$)/.test(pathname))
  for (const path of ['/portal/terms', '/portal/integrations'])
    expect(calls.map(({ pathname }) => pathname)).toContain(`${API}${path}`)
  expect([...new Set(calls.map(({ searchParams }) => searchParams.get('referer_portal_id')))]).toEqual([String(id)])
})

test('those who run a portal read its people, plan and credits, its books too; learners and visitors get none of that (PRT-055, PRT-053, PRT-059, ROL-054)', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const slug = `facts-${mark}`
  const { portal_id, office } = await ownPortal(personOf(info, 'factmaker').email, { slug, name: 'Fact Training' })
  const add = (kind: PersonKind, role: string) => {
    const { email, first_name, last_name } = personOf(info, kind)
    const data = { email, first_name, last_name, role_ids: [role], portal_id }
    return office('POST', `${API}/users`, { data })
  }
  await add('factadmin', 'portal_admin')
  await add('factbooks', 'accounting')
  await add('factchief', 'manager')
  await add('factlearner', 'learner')
  const plans = dataOf<{ id: number; short_name: string }[]>(await office('GET', `${API}/admin/plans`))
  const plan_id = plans.find(({ short_name }) => short_name === 'enterprise')?.id
  const starts_at = new Date().toISOString()
  await office('POST', `${API}/admin/subscriptions`, {
    data: { portal_id, plan_id, period: 'annual', starts_at, credits: 7 },
  })

  const main = page.getByRole('main')
  const fact = (name: string) =>
    main
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
  for (const kind of ['factadmin', 'factbooks'] as const) {
    await enter(page, personOf(info, kind).email, { slug })
    await page.goto(at(slug, '/portal-settings/info'))
    await expect(fact('Plan')).toHaveText('Enterprise')
    await expect(fact('Subscription')).toContainText('Active, until')
    await expect(fact('Managers')).toHaveText('1')
    await expect(fact('Learners')).toHaveText('1')
    await expect(fact('Credits left to hand out')).toHaveText('7')
    await expect(fact('Credits handed out')).toHaveText('0')
    await expect(fact('Credits used')).toHaveText('0')
    await expect(fact('Admins')).toHaveText(personOf(info, 'factadmin').name)
    await look(page)
    await page.goto(at(slug, '/admin/portal/credits'))
    const figures = main.getByRole('list', { name: 'Credits of the portal' })
    for (const [label, value] of [
      ['Left', '7'],
      ['Handed out', '0'],
      ['Used', '0'],
    ] as const)
      await expect(figures.getByRole('listitem').filter({ hasText: label }).locator('strong')).toHaveText(value)
    await expect(figures.getByRole('link')).toHaveCount(2)
    await look(page)
  }
  for (const kind of ['factchief', 'factlearner', null] as const) {
    await page.context().clearCookies()
    const call = kind ? await enter(page, personOf(info, kind).email, { slug }) : caller(slug)
    const shown = dataOf<object>(await call('GET', `${API}/portal`))
    expect(shown).toMatchObject({ name: 'Fact Training', slug, plan: { short_name: 'enterprise' } })
    for (const inner of ['users', 'managers_count', 'learners_count', 'subscription', 'credits'])
      expect(shown).not.toHaveProperty(inner)
    await page.goto(at(slug, '/portal-settings/info'))
    await expect(page).toHaveURL(new RegExp(kind ? '/dashboard$' : '/login$'))
  }
})

test('a visitor finds the navigation of the portal in its order, the same that other sites are told, and each link opens (PRT-058, PRT-014, PRT-015)', async ({
  page,
}) => {
  await page.goto(at('meridian', '/course'))
  await untilAlive(page)
  const links = page.getByRole('contentinfo').getByRole('navigation', { name: 'Explore' }).getByRole('link')
  const entries = (await callOn(page, 'GET', '/portal/navigations')) as Record<string, string>[]
  expect(entries.length).toBeGreaterThan(1)
  await expect(links).toHaveText(entries.map(({ button_name: name }) => name ?? ''))
  for (const { button_name: name = '', slug } of entries) {
    await links.filter({ hasText: name }).click()
    await expect(page).toHaveURL(at('meridian', `/${slug}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
})

test('an admin saves the colors and every picture of the portal, visitors see them, and what is removed is gone (PRT-045, PRT-047, PRT-053, PRT-056, PRT-060, PRT-061, PRT-062)', async ({
  page,
}, info) => {
  const slug = `pictures-${markOf(info)}`.toLowerCase()
  const who = personOf(info, 'painter').email
  const office = await signedIn(who, PASSWORD, 'admin')
  const { id } = dataOf<{ id: number }>(
    await office('POST', `${API}/portals`, { data: { name: 'Picture Training', slug } }),
  )
  await enter(page, who, { slug: 'admin' })
  await page.goto(at('admin', `/portals/${id}/settings`))
  await untilAlive(page)
  const main = page.getByRole('main')
  const picture = (label: string) => main.getByRole('img', { name: `${label} of Picture Training`, exact: true })
  const pictures = ['Logo', 'Logo on dark', 'Page icon', 'Share picture', 'Certificate logo']
  for (const label of pictures) {
    await main
      .getByLabel(label, { exact: true })
      .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: png(640, 640) })
    await expect(picture(label)).toBeVisible()
  }
  await page.goto(at('admin', `/portals/${id}/theme`))
  await untilAlive(page)
  await main.getByRole('textbox', { name: 'Main color' }).fill('#7a1f6b')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  const login = await page.context().newPage()
  await login.goto(at(slug, '/login'))
  await expect(login.getByRole('img', { name: /Picture Training/ }).first()).toBeVisible()
  const color = await login.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))
  expect(color.trim().toLowerCase()).toBe('#7a1f6b')
  await login.close()

  await page.goto(at('admin', `/portals/${id}/settings`))
  await untilAlive(page)
  for (const label of pictures.slice(1)) {
    await main.getByRole('button', { name: `Remove ${label}`, exact: true }).click()
    await expect(picture(label)).toHaveCount(0)
  }
  await page.reload()
  for (const label of pictures.slice(1)) await expect(picture(label)).toHaveCount(0)
  await expect(picture('Logo')).toBeVisible()
})
