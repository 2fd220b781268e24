import { at, expect, expectAccessible, test, untilAlive } from '../kit/kit.ts'

test('somebody who tries the demo finds number and PIN of a worker without an e-mail, types one and clicks the other (BDG-035, BDG-022) @desktop', async ({
  page,
}) => {
  await page.goto(at('granite', '/badge'))
  await untilAlive(page)
  await expect(page.getByRole('button', { name: 'Wade Quarryman Badge 10442, PIN 804217' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Badge number').fill('10442')
  await page.getByLabel('PIN or password').fill('804217')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(at('granite', '/courses'))
  await expect(page.getByRole('main').getByText('Quarry Induction').first()).toBeVisible()
  await page.context().clearCookies()
  await page.goto(at('granite', '/badge'))
  await untilAlive(page)
  await page.getByRole('button', { name: 'Rosa Rigger' }).click()
  await expect(page).toHaveURL(at('granite', '/courses'))
})
