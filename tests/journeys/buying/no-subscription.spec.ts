import { asker, enter } from '../kit/calls.ts'
import { acceptTerms, fillAddress } from '../kit/checkout-form.ts'
import { at, expect, expectAccessible, newestMail, PASSWORD, test } from '../kit/kit.ts'

// Only one portal is ended and renewed, so one browser does it and looks at both widths.
test('a portal without a subscription says so everywhere, loses nothing, and continues with a new plan (ORD-047, ERR-067)', async ({
  page,
  browser,
}) => {
  const ask = asker('core')
  await ask('GET', '/api/v1/csrf-cookie')
  await ask('POST', '/api/v1/login', { data: { email: 'sally@example.com', password: PASSWORD, remember: false } })
  type FoundPlans = { data: { id: number; status: string }[] }
  const subscriptions = (await ask('GET', '/api/v1/admin/subscriptions?search=meridian')).body as FoundPlans
  const running = subscriptions.data.find(({ status }) => status !== 'deleted')
  // An earlier try may have ended it and stopped there.
  if (running) {
    const ended = await ask('PUT', `/api/v1/admin/subscriptions/${running.id}`, { data: { status: 'deleted' } })
    expect(ended.status).toBe(200)
  }
  const course = at('meridian', '/course/ethics-for-professional-engineers')
  const look = async () => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
    }
  }

  await page.goto(course)
  await expect(page.getByText('No new enrollments right now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  await look()

  await enter(page, 'cleo@example.com', { slug: 'meridian' })
  await page.goto(at('meridian', '/courses/admin'))
  await expect(page.getByText(/has no running subscription/)).toBeVisible()
  await look()
  await page.getByRole('link', { name: 'Renew the subscription' }).click()
  await expect(page.getByText('There is no running subscription')).toBeVisible()
  await expect(page.getByText(/Learners keep all their enrollments/)).toBeVisible()
  await look()
  // A trial is only for portals that never had a subscription.
  await expect(page.getByText(/days free/)).toHaveCount(0)
  const mail = await newestMail(page, 'cleo@example.com')
  expect(mail.subject).toContain('has ended')

  const learner = await (await browser.newContext()).newPage()
  await enter(learner, 'ben@example.com', { slug: 'meridian' })
  await learner.goto(at('meridian', '/courses'))
  await expect(learner.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(learner.getByText(/no running subscription/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Choose annual' }).first().click()
  await page.waitForURL(/\/checkout\/subscription/)
  await fillAddress(page)
  await acceptTerms(page, /I accept the Terms of Use and the subscription license/)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/standins\/stripe\/pay/)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/orders\/success\/subscription/)
  await expect(page.getByText('Thank you, your order is complete')).toBeVisible()
  await page.goto(at('meridian', '/courses/admin'))
  await expect(page.getByText(/has no running subscription/)).toHaveCount(0)
  await page.goto(course)
  await expect(page.getByText('No new enrollments right now')).toHaveCount(0)
})
