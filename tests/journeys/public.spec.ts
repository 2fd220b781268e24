import { at, expect, expectAccessible, holdScripts, test, untilAlive } from './kit/kit.ts'

// Every kind of public page at both widths: it answers, shows its record, and is open to everyone (UIX-032).
const PAGES: readonly (readonly [path: string, heading: string | RegExp, ids: string])[] = [
  ['/', /Training that people finish/, 'ROU-014, PGB-020, PGB-021'],
  ['/united-states', 'Training by state', 'ROU-033, CAT-041'],
  ['/united-states/colorado', 'Colorado', 'ROU-033, CAT-041'],
  ['/regulating-agency', 'Regulating agencies', 'ROU-034'],
  ['/regulating-agency/environmental-protection-agency', 'Environmental Protection Agency', 'ROU-034'],
  ['/ce', 'Continuing education by organization', 'ROU-032'],
  ['/ce/national-board-of-trade-educators', 'National Board of Trade Educators', 'ROU-032'],
  ['/training-courses', 'Training courses by subject', 'ROU-035'],
  ['/training-courses/construction', 'Construction', 'ROU-035'],
  ['/training-courses/classroom', 'Classroom', 'ROU-035'],
  ['/courses-languages/es', 'Spanish', 'ROU-038'],
  ['/training-providers', 'Training providers', 'ROU-036'],
  ['/training-providers/ridgeline-safety-institute', 'Ridgeline Safety Institute', 'ROU-036, CAT-042'],
  ['/provider/practice-days-at-your-site', 'Practice days at your site', 'ROU-037, PAR-006'],
  ['/provider/rosa-ridge', 'Rosa Ridge', 'ROU-037'],
  ['/course/schedule', 'Schedule of instructor-led training', 'ROU-008, ROU-043'],
  ['/faq', 'Questions and answers', 'ROU-022'],
  ['/knowledge', 'Knowledge', 'ROU-026'],
  ['/knowledge/four-feet-up-one-foot-out', 'Four feet up, one foot out', 'ROU-026, CAT-037'],
  ['/learning-management-system', /A learning management system/, 'ROU-027, CAT-018, CAT-043'],
  ['/special-plan', 'The special plan', 'ROU-028, CAT-020'],
  ['/continuing-education-credits', /Keep your license/, 'ROU-031'],
  ['/drug-free-workplace', 'Drug-free workplace', 'ROU-029'],
  ['/terms', 'Terms of Use', 'ROU-019, LEG-020'],
  ['/privacy-statement', 'Privacy Policy', 'ROU-020, LEG-020'],
  ['/ada-accessibility', 'ADA Accessibility', 'ROU-021, LEG-020'],
  [
    '/equal-employment-opportunity-and-anti-discrimination-policy',
    'Equal Employment & Anti-Discrimination Policy',
    'ROU-030, LEG-020',
  ],
]

for (const [path, heading, ids] of PAGES)
  test(`${path} is open to everyone (${ids}) @desktop`, async ({ page }) => {
    const answer = await page.goto(at('core', path))
    expect(answer?.status()).toBe(200)
    expect((await answer?.body())?.length ?? 0).toBeLessThanOrEqual(61_440)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expectAccessible(page)
  })

test('an author’s page shows some courses of the company, and links to all of them (ROU-037, CAT-042) @desktop', async ({
  page,
}) => {
  await page.goto(at('core', '/provider/rosa-ridge'))
  const courses = page.getByRole('main').getByRole('list', { name: 'Courses of Ridgeline Safety Institute' })
  await expect(courses.getByRole('link').first()).toBeVisible()
  const steps = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')
  const tops = await steps.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(Math.abs((tops[1] ?? 0) - (tops[0] ?? 99))).toBeLessThan(5)
  await page.getByRole('link', { name: 'More about Ridgeline Safety Institute' }).click()
  await expect(page).toHaveURL(at('core', '/training-providers/ridgeline-safety-institute'))
})

test('a question expands to its answer, and its own page links to related ones, 5 at a time (CAT-038, CAT-039, ROU-022) @desktop', async ({
  page,
}) => {
  await page.goto(at('core', '/faq'))
  await page.getByText('Can my employer check my certificate?').click()
  await expect(page.getByText('Every certificate has a number.')).toBeVisible()
  await page.getByRole('link', { name: 'Open this question on its own page' }).first().click()
  await expect(page).toHaveURL(/\/faq\/can-my-employer-check-my-certificate$/)
  const related = page.getByRole('list', { name: 'Related questions' }).getByRole('link')
  await expect(related).toHaveCount(5)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(related).toHaveCount(1)
})

// The texts as shown on the pages, with each constant repeated by hand.
const LEGAL_TEXTS: readonly (readonly [id: string, path: string, words: readonly string[]])[] = [
  ['LEG-001', '/terms', ['These terms are for US customers only', 'It is for US customers only, like the first']],
  ['LEG-001', '/privacy-statement', ['This statement is for US customers only']],
  ['LEG-002', '/terms', ['You must be 18 or older', 'with the consent of a parent or guardian']],
  ['LEG-002', '/privacy-statement', ['the minimum age is 13']],
  ['LEG-003', '/terms', ['End-user accounts may not be shared']],
  ['LEG-004', '/terms', ['The subscription term is 12 months']],
  ['LEG-005', '/terms', ['5 years from purchase or until completion']],
  ['LEG-006', '/terms', ['whichever comes first', 'go on reading the course until the 5 years are over']],
  ['LEG-007', '/terms', ['We keep training records for 5 years']],
  ['LEG-008', '/terms', ['5 years from completion']],
  ['LEG-009', '/terms', ['available 99.5% of the time']],
  ['LEG-010', '/terms', ['planned maintenance with 48 h notice']],
  ['LEG-011', '/terms', ['a chargeback fee of US $500']],
  ['LEG-012', '/terms', ['a re-shipping fee of US $50']],
  ['LEG-013', '/terms', ['cancelled with under 48 hours notice there is a rescheduling fee of US $150']],
  ['LEG-014', '/terms', ['interest of 1.5% per month', 'interest of 18% per annum']],
  ['LEG-016', '/terms', ['an export of your data within 30 days']],
  ['LEG-016', '/privacy-statement', ['within 30 days']],
  ['LEG-017', '/terms', ['we tell you within 72 hours']],
  ['LEG-017', '/privacy-statement', ['within 72 hours']],
  ['LEG-018', '/terms', ['a serious breach with 30 days notice', 'For non-payment the notice is 7 days']],
  ['LEG-019', '/ada-accessibility', ['accessibility requests in 2 business days']],
]

test('the legal texts name the constants (LEG-001, LEG-002, LEG-003, LEG-004, LEG-005, LEG-006, LEG-007, LEG-008, LEG-009, LEG-010, LEG-011, LEG-012, LEG-013, LEG-014, LEG-016, LEG-017, LEG-018, LEG-019, LEG-022) @desktop', async ({
  page,
}) => {
  for (const path of new Set(LEGAL_TEXTS.map(([, where]) => where))) {
    await page.goto(at('core', path))
    const text = (await page.locator('main').innerText()).replace(/\s+/g, ' ')
    expect(text, path).toMatch(/In force since [A-Z][a-z]+ \d+ 20\d\d/)
    for (const [id, where, words] of LEGAL_TEXTS)
      if (where === path) for (const each of words) expect(text, `${id} on ${path}`).toContain(each)
  }
})

test('the privacy statement says what this site loads and how to switch it off, and names only existing ways (UIX-030, UIX-031, INT-013, PRT-018) @desktop', async ({
  page,
}) => {
  const textOf = async (slug: string) => {
    await page.goto(at(slug, '/privacy-statement'))
    return (await page.locator('main').innerText()).replace(/\s+/g, ' ')
  }
  const shop = await textOf('safestart')
  expect(shop).toContain('Google Analytics, unless you switch analytics off')
  expect(shop).toContain('stay off until you switch them on, each by itself, under “Privacy choices”')
  expect(shop).toContain('Both are always on')
  const core = await textOf('core')
  expect(core).toContain('are on until you switch them off, each by itself')
  expect(core).not.toContain('Google Analytics')
  expect(core).toContain('Write to help@portico.example.com or call +1-217-555-0100')
  // It has a phone number and no e-mail.
  const small = await textOf('newleaf')
  expect(small).toContain('Call +1-217-555-0160')
  expect(small).not.toContain('Write to')
})

test('the license is the second part of the terms, and each part has its own interest rate (LEG-015, LEG-021) @desktop', async ({
  page,
}) => {
  await page.goto(at('core', '/terms'))
  const text = (await page.locator('main').innerText()).replace(/\s+/g, ' ')
  // The table of contents names the parts first.
  const [terms, license] = [text.lastIndexOf('Part 1: Terms of Use'), text.lastIndexOf('Part 2: Subscription License')]
  expect(license).toBeGreaterThan(terms)
  expect(text.slice(terms, license)).toContain('1.5% per month')
  expect(text.slice(terms, license)).not.toContain('per annum')
  expect(text.slice(license)).toContain('18% per annum')
  expect(text.slice(license)).not.toContain('per month')
  for (const words of ['Growing Business', 'Established Business', 'Enterprise'])
    expect(text.slice(license)).toContain(words)
})

test('plan pages say what a plan includes, what customization costs, and when a cancellation takes effect (CAT-018, CAT-019, CAT-020, CAT-043) @desktop', async ({
  page,
}) => {
  for (const path of ['/learning-management-system', '/special-plan']) {
    await page.goto(at('core', path))
    await expect(page.getByText('$350 per hour')).toBeVisible()
    await expect(page.getByText('Annual content credits with rollover').first()).toBeVisible()
    await expect(page.getByText('A per-user, per-course price for extra credits').first()).toBeVisible()
    await expect(page.getByText('Cancel at end of billing period').first()).toBeVisible()
    await expect(page.getByText('subscription term of 12 months')).toBeVisible()
  }
})

test('a plan is chosen on its page and leads to its checkout (CAT-018, CAT-043, CRT-018, CRT-019, ROU-027, ROU-028, ROU-044) @desktop', async ({
  page,
}) => {
  for (const [path, plan, total] of [
    ['/learning-management-system', 'Enterprise', '$5,990.00'],
    ['/special-plan', 'Special', '$9,990.00'],
  ] as const) {
    await page.goto(at('core', path))
    await expect(page.getByRole('heading', { level: 3, name: plan })).toBeVisible()
    await expect(page.getByText(`or ${total} a year`)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: `: ${plan}, billed annually` }).click()
    await expect(page).toHaveURL(/\/checkout\/subscription$/)
    await expect(page.getByRole('heading', { level: 2, name: plan })).toBeVisible()
    await expect(page.getByRole('button', { name: `Pay ${total}` })).toBeVisible()
    await expect(page.getByText(/a cancellation takes effect at the end of the running term/)).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: `: ${plan}, billed monthly` }).click()
    await expect(page.getByLabel(/a month/)).toBeChecked()
  }
})

test('pages that a portal does not have answer 404 in the frame of the site (ROU-003, ROU-006, ROU-108, ROU-110, ROU-116) @desktop', async ({
  page,
}) => {
  for (const [slug, path] of [
    ['core', '/united-states/nowhere'],
    ['core', '/knowledge/nothing'],
    ['core', '/faq/nothing'],
    ['core', '/provider/nobody'],
    ['core', '/no-such-page'],
    ['safestart', '/knowledge'],
    ['safestart', '/learning-management-system'],
    ['safestart', '/drug-free-workplace'],
  ] as const) {
    const answer = await page.goto(at(slug, path))
    expect(answer?.status(), `${slug} ${path}`).toBe(404)
    await expect(page.getByText('This page could not be found')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'See all courses' })).toHaveAttribute(
      'href',
      '/course',
    )
  }
  await page.goto(at('core', '/provider'))
  await expect(page).toHaveURL(/\/training-providers$/)
})

test('each shop has its own home page; on a channel it is the course list (ROU-105, PGB-020) @desktop', async ({
  page,
}) => {
  for (const [slug, heading] of [
    ['meridian', /Your license renews/],
    ['safestart', /First day on site/],
  ] as const) {
    await page.goto(at(slug, '/'))
    await expect(page).toHaveURL(/\/course$/)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'All our courses' })).toBeVisible()
    await expectAccessible(page)
  }
})

test('a coming-soon course opens a dialog in place of the cart (CAT-005, UIX-025) @phone', async ({ page }) => {
  await page.goto(at('core', '/course/new-supervisor-essentials'))
  await expect(page.getByRole('heading', { level: 1, name: 'New Supervisor Essentials' })).toBeVisible()
  for (const name of ['Buy now', 'Add to cart']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Coming soon' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Coming soon' })
  await expect(dialog.getByText('is being prepared and cannot be bought yet')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
})

test('a course on every portal names the person who teaches it there (CAT-001) @desktop', async ({ page }) => {
  for (const [slug, path, name] of [
    ['core', '/course/ladder-safety', 'Ivan Instructor'],
    ['meridian', '/course/ethics-for-professional-engineers', 'Cleo Coursekeeper'],
  ] as const) {
    await page.goto(at(slug, path))
    await expect(page.getByText(`By ${name}`)).toBeVisible()
    await expect(
      page.locator('section', { has: page.getByRole('heading', { name: 'Your instructor' }) }).getByText(name),
    ).toBeVisible()
  }
})

test('the footer links to the legal pages and the two documents (UIX-016, UIX-017) @phone', async ({ page }) => {
  await page.goto(at('safestart', '/terms'))
  // This portal asks for consent, and the banner covers the end of the page.
  await page.getByRole('button', { name: 'Only necessary' }).click()
  const footer = page.getByRole('contentinfo')
  for (const name of [
    'Terms of Use',
    'Privacy Policy',
    'ADA Accessibility',
    'Equal Employment & Anti-Discrimination Policy',
  ])
    await expect(footer.getByRole('link', { name })).toBeVisible()
  await expect(footer.getByRole('link', { name: /California Privacy/ })).toHaveAttribute(
    'href',
    /^https:\/\/oag\.ca\.gov/,
  )
  for (const name of [/W-9/, /SCORM agreement/]) {
    const download = page.waitForEvent('download')
    await footer.getByRole('link', { name }).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  }
})

test('the first view has the full bandwidth: a page requests its scripts after painting, and starts in a background tab as well @desktop', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requests.push(request.url())
  })
  // Nothing is painted without its styles.
  const release = await holdScripts(page, '**/*.css')
  const picture = page.waitForResponse((answer) => answer.request().resourceType() === 'image')
  await page.goto(at('core', '/course'), { waitUntil: 'commit' })
  await (await picture).finished()
  expect(requests).toEqual([])
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await untilAlive(page)
  expect(requests.length).toBeGreaterThan(1)

  requests.length = 0
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    window.requestAnimationFrame = () => 0
  })
  await page.goto(at('core', '/course'))
  await untilAlive(page)
})

test('on a tablet the course picture is shown in full beside the enrollment box, and an e-mail address on one line (UIX-032) @desktop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto(at('meridian', '/course/grounding-and-bonding-in-practice'))
  const picture = await page.getByRole('main').locator('img').first().boundingBox()
  const buy = await page.getByRole('button', { name: 'Buy now' }).boundingBox()
  const included = await page.getByText('A certificate with a number').boundingBox()
  if (!picture || !buy || !included) throw new Error('Picture, button and list are shown')
  expect(picture.width / picture.height).toBeCloseTo(16 / 9, 1)
  expect(buy.x).toBeGreaterThan(picture.x + picture.width)
  expect(included.y).toBeGreaterThan(picture.y + picture.height)
  expect(included.x).toBeLessThan(picture.x + picture.width)
  const address = page.getByRole('contentinfo').getByRole('link', { name: 'hours@meridian.example.com' })
  expect((await address.boundingBox())?.height).toBeLessThan(32)
  await expectAccessible(page)
})

test('an empty list links to existing content (ROU-032, ROU-036) @desktop', async ({ page }) => {
  for (const path of ['/ce', '/training-providers']) {
    await page.goto(at('safestart', path))
    await expect(page.getByRole('link', { name: 'See the catalog' })).toHaveAttribute('href', '/course-catalog')
  }
})

test('a phone requests course pictures no wider than its screen needs (UPL-043, UIX-032) @phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(at('core', '/course'))
  const picture = page.getByRole('main').getByRole('article').locator('img').first()
  const shown = () =>
    picture.evaluate((image: HTMLImageElement) => ({
      width: Number(new URL(image.currentSrc).searchParams.get('w')),
      isThere: image.naturalWidth > 0,
      needed: image.clientWidth * devicePixelRatio,
    }))
  await expect.poll(async () => (await shown()).isThere).toBe(true)
  const { width, needed } = await shown()
  expect(width).toBeGreaterThanOrEqual(needed)
  expect(width).toBeLessThanOrEqual(2 * needed)
})
