import type { Page } from '@playwright/test'
import { API, dataOf, signedIn } from '../kit/calls.ts'
import { creditsLeft } from '../kit/desk.ts'
import { at, expect, expectAccessible, newestMail, onPhone, PASSWORD, signIn, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

/** Sets the first password by the link of the mail that came with the new account. */
const acceptAccount = async (page: Page, email: string) => {
  const { text } = await newestMail(page, email)
  await page.goto(/https?:\/\/[^\s<>]+\/reset-password\?[^\s<>]+/.exec(text)?.[0] ?? '')
  await page.getByLabel('New password', { exact: false }).first().fill(PASSWORD)
  await page.getByLabel('New password again').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible()
}

test('a manager gives 3 credits, enrolls by e-mail and takes the credits back (CRD-019, CRD-020, CRD-021, MGR-010, MGR-013, USR-017, USR-019)', async ({
  page,
}, info) => {
  test.slow()
  const slug = 'tidewater'
  const mark = markOf(info)
  const [manager, colleague, learner] = ['manager', 'colleague', 'learner'].map((who) => `${who}.${mark}@example.com`)

  const office = await signedIn(personOf(info, 'hires').email, PASSWORD, slug)
  const [course] = dataOf<{ id: number; slug: string; title: string }[]>(
    await office('GET', `${API}/admin/courses?publication_status=2&per_page=1`),
  )
  if (!course) throw new Error('The demo has no published course')
  const { enrolled } = dataOf<{ enrolled: object[] }>(
    await office('POST', `${API}/enrollments`, {
      data: { course_id: course.id, role_id: 'manager', emails: [manager, colleague] },
    }),
  )
  expect(enrolled).toHaveLength(2)
  const people = dataOf<{ id: number }[]>(await office('GET', `${API}/users?search=manager.${mark}`))
  await office('POST', `${API}/admin/courses/${course.slug}/credits/give`, {
    data: { amount: 5, user_id: people[0]?.id },
  })

  await page.goto(at(slug, '/login'))
  await acceptAccount(page, manager!)
  await signIn(page, manager!, { slug })
  // Who has no name yet is asked for it before anything else (ROU-121, ROU-122).
  await expect(page).toHaveURL(/\/profile\/settings$/)
  await expectAccessible(page)
  await onPhone(page)
  await page.getByLabel('First name').fill('Max')
  await page.getByLabel('Last name').fill('Manager')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Save Successful')).toBeVisible()

  await page.goto(at(slug, '/courses/managers'))
  await expectAccessible(page)
  await onPhone(page)
  await page.getByRole('link', { name: course.title }).click()
  await expect(page.getByRole('heading', { name: course.title })).toBeVisible()
  await expect(creditsLeft(page)).toHaveText('5')
  await expect(page.getByText('Nobody is enrolled yet')).toBeVisible()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Give credits' }).click()
  await dialog.getByRole('combobox', { name: 'Manager' }).click()
  await page.getByRole('option', { name: colleague! }).click()
  await dialog.getByLabel('Credits').fill('6')
  await dialog.getByRole('button', { name: 'Give credits' }).click()
  await expect(dialog.getByText('Yours credits are not enough')).toBeVisible()
  await expect(dialog.getByLabel('Credits')).toBeFocused()
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByLabel('Credits').fill('3')
  await dialog.getByRole('button', { name: 'Give credits' }).click()
  await expect(dialog).toBeHidden()
  await expect(creditsLeft(page)).toHaveText('2')

  // One Escape closes a dialog, whatever kind of field has the focus; a list that is on the screen closes first.
  const enroll = page.getByRole('button', { name: /^Enroll? people$/ })
  const pressEscape = () => page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Give credits' }).click()
  await dialog.getByRole('combobox', { name: 'Manager' }).focus()
  await pressEscape()
  await expect(dialog).toBeHidden()
  for (const field of [/^New people/, /^People in this portal/, /^Due/]) {
    await enroll.click()
    await dialog.getByLabel(field).first().focus()
    await pressEscape()
    await expect(dialog).toBeHidden()
  }
  await enroll.click()
  await dialog.getByRole('combobox', { name: 'People in this portal' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await pressEscape()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(dialog).toBeVisible()
  await pressEscape()
  await expect(dialog).toBeHidden()

  await enroll.click()
  await dialog.getByRole('combobox', { name: 'New people by e-mail' }).fill(learner!)
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await onPhone(page)
  await dialog.getByRole('button', { name: 'Enroll', exact: true }).click()
  await expect(page.getByText('One person is enrolled.')).toBeVisible()
  await expect(creditsLeft(page)).toHaveText('1')
  const row = page.getByRole('row').filter({ hasText: learner! })
  await expect(row.getByText('Not started')).toBeVisible()
  await row.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'All courses and certificates' }).click()
  await expect(dialog.getByText(course.title)).toBeVisible()
  await expect(dialog.getByText('None yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: 'Credits handed out' }).click()
  await expectAccessible(page)
  await onPhone(page)
  await page.getByRole('button', { name: `Take back credits from ${colleague}` }).click()
  await dialog.getByLabel('Credits').fill('4')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(dialog.getByText('Please enter a value of no more than 3.')).toBeVisible()
  await dialog.getByLabel('Credits').fill('3')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(creditsLeft(page)).toHaveText('4')

  await page.getByRole('link', { name: 'People' }).click()
  await row.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Unenroll' }).click()
  await expect(page.getByText('you want to unenroll this learner from the course?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(page.getByText('Nobody is enrolled yet')).toBeVisible()
  await expect(creditsLeft(page)).toHaveText('5')
})
