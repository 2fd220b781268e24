import { at, expect, expectAccessible, test } from './kit.ts'

// Every kind of public page at both widths: it answers, shows its record, and is open to everybody (UIX-032).
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
  ['/continuing-education-credits', /Keep your licence/, 'ROU-031'],
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
  test(`${path} is there for everybody (${ids})`, async ({ page }) => {
    const answer = await page.goto(at('core', path))
    expect(answer?.status()).toBe(200)
    expect((await answer?.body())?.length ?? 0).toBeLessThanOrEqual(61_440)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expectAccessible(page)
  })

test('a question opens to its answer, and on its own page leads on to the related ones, 5 at a time (CAT-038, CAT-039, ROU-022)', async ({
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

test('the terms name the constants, the licence stands as second part (LEG-001, LEG-002, LEG-003, LEG-009, LEG-010, LEG-012, LEG-013, LEG-014, LEG-016, LEG-017, LEG-019, LEG-021, LEG-022)', async ({
  page,
}) => {
  await page.goto(at('core', '/terms'))
  const text = await page.locator('main').innerText()
  for (const words of [
    'US customers only',
    '18 or older',
    'End-user accounts may not be shared',
    '5 years from purchase or until completion',
    'training records for 5 years from completion',
    '1.5% per month',
    'US $500',
    'US $50',
    'US $150',
    'under 48 hours notice',
    '12 months',
    '99.5%',
    '48 h notice',
    'within 30 days',
    'within 72 hours',
    '18% per annum',
    '30 days notice',
    'the notice is 7 days',
    'Growing Business',
    'Established Business',
    'Enterprise',
  ])
    expect(text).toContain(words)
  const [terms = '', licence = ''] = text.split(/\n(?=Part 2: Subscription Licence)/)
  expect(terms).toContain('Part 1: Terms of Use')
  expect([terms.includes('1.5% per month'), terms.includes('per annum')]).toEqual([true, false])
  expect([licence.includes('18% per annum'), licence.includes('1.5%')]).toEqual([true, false])
  await page.goto(at('core', '/ada-accessibility'))
  await expect(page.getByText('accessibility requests in 2 business days')).toBeVisible()
  await page.goto(at('core', '/privacy-statement'))
  await expect(page.getByText('the minimum age is 13')).toBeVisible()
})

test('plan pages say what is in a plan, what customization costs, and when a cancellation takes effect (CAT-018, CAT-019, CAT-020, CAT-043)', async ({
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

test('pages that a portal does not have answer 404 in the frame of the site (ROU-003, ROU-006, ROU-108, ROU-110, ROU-116)', async ({
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
  }
  await page.goto(at('core', '/provider'))
  await expect(page).toHaveURL(/\/training-providers$/)
})

test('each shop has a home page of its own; on a channel it opens the course list (ROU-105, PGB-020)', async ({
  page,
}) => {
  for (const [slug, heading] of [
    ['meridian', /Your licence renews/],
    ['safestart', /First day on site/],
  ] as const) {
    await page.goto(at(slug, '/'))
    await expect(page).toHaveURL(/\/course$/)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'All our courses' })).toBeVisible()
    await expectAccessible(page)
  }
})

test('the footer leads to the legal pages and hands out the two documents (UIX-016, UIX-017)', async ({ page }) => {
  await page.goto(at('safestart', '/terms'))
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
