import { enter } from '../kit/calls.ts'
import { at, expect, expectAccessible, expectTargets, onPhone, test } from '../kit/kit.ts'
import { personOf } from '../kit/people.ts'

test('an open portal keeps its logo, name and shop: the settings say so and ask (PRT-076, ERR-120)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'open').email, { slug: 'safestart' })
  await page.goto(at('safestart', '/admin/portal/settings'))
  const main = page.getByRole('main')
  await expect(main.getByText('An open portal needs a logo, so you can replace it but not remove it.')).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)

  const name = main.getByRole('textbox', { name: 'Company name' })
  const before = await name.inputValue()
  await name.fill('')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText(/cannot be without a company name\. Nothing was changed/)).toBeVisible()
  await name.fill(before)

  await main.getByRole('switch', { name: 'Shop' }).press('Space')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Close Shop' })
  await expect(question).toContainText('Learners keep their courses')
  await expectAccessible(page)
  await onPhone(page)
  await question.getByRole('button', { name: 'Keep shop open' }).click()
  await expect(question).toBeHidden()
  await page.reload()
  await expect(main.getByRole('switch', { name: 'Shop' })).toBeChecked()
  await expect(name).toHaveValue(before)
})

test('a super admin sees what a portal stores and texts, sets its limits and goes back to the defaults (UPL-044, TXT-024, UIX-040)', async ({
  page,
}, info) => {
  await enter(page, personOf(info, 'storage').email)
  await page.goto(at('core', '/admin/portal/settings'))
  const main = page.getByRole('main')
  const limit = main.getByLabel('Storage limit in GB')
  await expect(limit).toHaveValue('')
  await limit.fill('750')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText(/The files of this portal use .* of 750 GB\./)).toBeVisible()
  await expectAccessible(page)
  await onPhone(page)
  await page.reload()
  await expect(limit).toHaveValue('750')
  const steppers = '.mantine-NumberInput-control'
  await expectTargets(page, steppers, 2)
  await page.locator(steppers).first().click()
  await expect(limit).toHaveValue('751')
  await page.locator(steppers).last().click()
  await expect(limit).toHaveValue('750')
  // Others text in this portal meanwhile, so the limit goes up alone.
  const texts = main.getByLabel('Daily limit of text messages')
  await expect(texts).toHaveValue('')
  await texts.fill('2000')
  await limit.fill('')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText(/This portal has sent [\d,]+ of 2,000 text messages today\./)).toBeVisible()
  await page.reload()
  await expect(texts).toHaveValue('2000')
  await texts.fill('')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main.getByText(/of 1,000 text messages today/)).toBeVisible()
  await expect(main.getByText(/of 750 GB/)).toHaveCount(0)
  await expect(limit).toHaveValue('')
})
