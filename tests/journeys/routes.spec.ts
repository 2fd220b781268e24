import { enter } from './kit/calls.ts'
import { at, expect, expectAccessible, test, untilAlive } from './kit/kit.ts'
import { personOf } from './kit/people.ts'

test('visitors of the core portal see the public frame, signed-in people the work frame (ROU-013) @desktop', async ({
  page,
}, info) => {
  await page.goto(at('core', '/'))
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await enter(page, personOf(info, 'route').email)
  await page.goto(at('core', '/dashboard'))
  await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
})

test('an unknown address and an error show pages of the site at both widths (ROU-003, ROU-024, ERR-009, UIX-032) @desktop', async ({
  page,
}) => {
  expect((await page.goto('/nowhere'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the start page' }).click()
  await expect(page).toHaveURL(at('core', '/'))
})

test('the error page shows the last error, and if it fails itself, a plain one appears (ROU-024, ERR-009, ERR-014) @desktop', async ({
  page,
  errors,
}) => {
  // Before its script is loaded, a link opens the server-rendered page.
  await page.goto('/course')
  await untilAlive(page)
  await page.route('**/api/v1/main/courses/**', (call) =>
    call.fulfill({ status: 503, json: { code: 'maintenance', message: 'We are back in an hour.' } }),
  )
  await page.locator('a[href="/course/ladder-safety"]').first().click()
  await expect(page.getByRole('heading', { name: 'We are back in an hour.' })).toBeVisible()
  await expect(page.getByText('Error 503')).toBeVisible()
  await page.goto('/error')
  await expect(page.getByRole('heading', { name: 'We are back in an hour.' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/course')
  await untilAlive(page)
  await page.evaluate(() => {
    const { context } = (window as unknown as { __TSR_ROUTER__: { options: { context: { session: object } } } })
      .__TSR_ROUTER__.options
    Object.assign(context.session, { portal: null })
    // From now on, any re-render fails.
    document.querySelector<HTMLAnchorElement>('a[href="/course/ladder-safety"]')?.click()
  })
  await expect(page.getByRole('heading', { name: 'An error occurred while showing the error page' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the start page' }).click()
  await expect(page).toHaveURL(at('core', '/'))
  errors.length = 0
})
