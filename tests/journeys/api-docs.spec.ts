import { at, expect, expectAccessible, test } from './kit/kit.ts'

for (const scheme of ['light', 'dark'] as const)
  test(`a developer works with the API documentation in ${scheme} mode: by subject, by search, with an example (API-028) @desktop`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: 360, height: 740 })
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

    await page.goto(at('core', '/api/v1/docs'))
    await expect(page.getByRole('heading', { name: 'Portico API', level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expectAccessible(page)
    await fits()

    await page.getByRole('main').getByRole('link', { name: 'Credits', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Credits', level: 1 })).toBeVisible()
    const example = page.getByRole('region', { name: 'Example of POST /admin/courses/{slug}/credits/give' })
    await expect(example).toContainText('curl -X POST')
    await expect(example).toContainText('Idempotency-Key')
    await expectAccessible(page)
    await fits()

    // By keyboard only: the skip link comes first, then the guide, then the search.
    await page.reload()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('searchbox', { name: 'Search the API' })).toBeFocused()
    await page.keyboard.type('refunds')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /calls for “refunds”/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: '/orders/{id}/refunds', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^POST ?\/orders\/\{id\}\/refunds$/ })).toBeInViewport()

    await page.getByRole('link', { name: 'Errors', exact: true }).click()
    await expect(page.getByRole('cell', { name: 'csrf_mismatch' })).toBeVisible()
    await expectAccessible(page)
    await fits()
  })
