import { expect, expectAccessible, signIn, test } from '../kit/kit.ts'
import { answerRightly, playLadderWalk } from '../kit/ladder-course.ts'
import { personOf } from '../kit/people.ts'

test('a learner completes every kind of item and gets a certificate that anyone can verify (LRN-013, LRN-025, LRN-027, LRN-028, LRN-034, LRN-035, SCO-014, EXM-008, EXM-011, CER-008, CER-025) @desktop', async ({
  page,
  browser,
}, info) => {
  await signIn(page, personOf(info, 'journey').email)
  await expect(page).toHaveURL(/\/courses$/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Start this Course' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Why ladders' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inspection checklist' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Toolbox talk' })).toBeVisible()
  await expect
    .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(10)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A minute of something else' })).toBeVisible()
  await expect(page.locator('main iframe')).toHaveAttribute('src', /^https:\/\/player\.vimeo\.com\/video\/1084537/)
  await page.getByRole('button', { name: /Next|Finish/ }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'What do you know already?' })).toBeVisible()
  await expect(page.getByText('The next item opens when this one is done.')).toBeVisible()
  await expect(page.getByText('Locked items open in order, each after the one before it is done.')).toHaveCount(1)
  await page.getByRole('button', { name: 'Start the knowledge check' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Start the/ })
    .click()
  for (const number of [1, 2]) {
    await expect(page.getByText(`Question ${number} of 2`)).toBeVisible()
    await page.getByRole('main').locator('label input').first().check()
    await page.getByRole('button', { name: /^Answer/ }).click()
  }
  await expect(page.getByText('Knowledge Check finished')).toBeVisible()
  await expectAccessible(page)

  const steps = page.getByRole('navigation', { name: 'Previous and next item' })
  await steps.getByRole('link', { name: 'Next: Ladder walk-through' }).click()
  await playLadderWalk(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page, { without: ['main iframe'] })

  await expect(steps.getByRole('link', { name: 'Previous: What do you know already?' })).toBeVisible()
  await steps.getByRole('link', { name: 'Next: Final exam' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Final exam' })).toBeVisible()
  await expect(steps.getByRole('link', { name: 'Previous: Ladder walk-through' })).toBeVisible()
  await expect(steps.getByRole('link', { name: /^Next/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Start the/ })
    .click()
  for (const number of [1, 2, 3, 4]) {
    await expect(page.getByText(`Question ${number} of 4`)).toBeVisible()
    // A reload continues at the same question.
    if (number === 2) {
      await page.reload()
      await expect(page.getByText('Question 2 of 4')).toBeVisible()
    }
    await answerRightly(page)
  }
  await expect(page.getByText('Your score is 100%.')).toBeVisible()

  await page.goto(page.url().replace(/\/outline\/.*/, '/certificates'))
  await expect(page.getByRole('link', { name: /Verif/ }).first()).toBeVisible()
  await expectAccessible(page)
  const verify = await page.getByRole('link', { name: /Verif/ }).first().getAttribute('href')
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(new URL(verify ?? '', page.url()).href)
  await expect(stranger.getByText('Ladder Safety').first()).toBeVisible()
  await expect(stranger.getByText(/valid/i).first()).toBeVisible()
  await expectAccessible(stranger)
  await stranger.context().close()
})
