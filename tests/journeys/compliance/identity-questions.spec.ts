import { packageFiles, singleSco, zipOf } from '../../scorm/scorm-packages.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { choose, look, openPage } from '../kit/desk.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { markOf, personOf } from '../kit/people.ts'
import { post } from '../kit/reading-course.ts'
import { uploadPackage } from '../kit/scorm-course.ts'

/** Twenty seconds of silence, as a WAV file. */
const silence = (): Buffer => {
  const bytes = Buffer.alloc(44 + 160_000, 128)
  bytes.write('RIFF')
  bytes.writeUInt32LE(36 + 160_000, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8000, 24)
  bytes.writeUInt32LE(8000, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(160_000, 40)
  return bytes
}

/** A package whose page plays a sound in a loop. */
const soundPackage = () =>
  zipOf({
    ...packageFiles(singleSco()),
    'content/golf.html': `<!doctype html><html lang="en"><title>Sounds</title><h1>Sounds</h1><audio loop src="sound.wav"></audio>
      <button onclick="document.querySelector('audio').play()">Play</button>`,
    'content/sound.wav': silence(),
  })

test('a portal admin asks identity questions; a learner sets up answers, is asked while a package plays a sound, which pauses, is locked after wrong and missed answers, and goes on once the course is unlocked; the admin resets the answers (ERR-226, TRD-050, TRD-051, TRD-053, TRD-054, TRD-055, TRD-056, TRD-057, TRD-059, TRD-067, TRD-068, TRD-070, TRD-076) @desktop', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const [admin, learner] = [personOf(info, 'askkeeper'), personOf(info, 'asked')]
  const name = `Who is there ${markOf(info)}`
  const { made: course } = await madeCourse(admin.email, async (by, empty) => {
    const { id: scorm_id } = await uploadPackage<{ id: number; status: string }>(by, await soundPackage())
    await post(by, `/admin/courses/${empty.id}/items/scorm-modules`, { title: 'Sounds', scorm_id })
    const { itemable_id: module_id } = await post<{ itemable_id: number }>(
      by,
      `/admin/courses/${empty.id}/items/modules`,
      {
        title: 'Reading',
      },
    )
    await post(by, '/admin/module-items/text', { module_id, title: 'More words', text: '<p>Read me too</p>' })
    return empty
  })
  const { id: userId } = dataOf<{ id: number }>(await (await signedIn(learner.email, PASSWORD))('GET', `${API}/me`))
  const call = await enter(page, admin.email)
  const { enrolled } = dataOf<{ enrolled: { id: number }[] }>(
    await call('POST', `${API}/enrollments`, {
      data: { course_id: course.id, role_id: 'learner', user_ids: [userId] },
    }),
  )
  await openPage(page, '/admin/trade-rules')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Add rule' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add rule' })
  await dialog.getByRole('combobox', { name: 'Kind of rule' }).click()
  await page.getByRole('option', { name: 'Identity questions' }).click()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Source', { exact: true }).fill('16 TAC § 84.504')
  await dialog.getByLabel('Minutes between two questions').fill('1')
  await dialog.getByLabel('Seconds to answer').fill('25')
  await dialog.getByLabel('Wrong or missed answers that lock the course').fill('2')
  await choose(page, 'Courses', course.title, course.title)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Dry run' }).click()
  const run = dialog.getByRole('region', { name: 'Dry run' })
  await expect(run).toContainText('2 learners would have to set up answers to identity questions, instead of 0.')
  await expect(run.getByRole('listitem').filter({ hasText: learner.name })).toContainText(
    'an identity question every 1 minute, 25 seconds to answer, locked after 2 wrong or missed instead of no identity questions',
  )
  await look(page)
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect(dialog).toBeHidden()

  // The first item opens after the answers are set up.
  const theirs = await (await browser.newContext()).newPage()
  await enter(theirs, learner.email)
  await theirs.goto(at('core', `/courses/learner/${course.slug}/${enrolled[0]?.id}/outline`))
  await untilAlive(theirs)
  const content = theirs.frameLocator('main iframe').frameLocator('#content')
  const play = content.getByRole('button', { name: 'Play' })
  const isPaused = () => content.locator('audio').evaluate((sound) => (sound as HTMLAudioElement).paused)
  await theirs
    .getByRole('link', { name: /Sounds/ })
    .first()
    .click()
  await expect(theirs.getByRole('heading', { name: 'Set up your identity questions' })).toBeVisible()
  await expect(theirs.locator('main iframe')).toHaveCount(0)
  const words = ['Lincoln', 'Ford', 'Elm Street', 'Rex', '-?']
  for (const [index, word] of words.entries()) await theirs.getByLabel('Your answer').nth(index).fill(word)
  await theirs.getByRole('button', { name: 'Save answers' }).click()
  await expect(theirs.getByText('Enter at least 2 letters or digits.')).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByLabel('Your answer').nth(4).fill("Joe's Diner")
  await theirs.getByRole('button', { name: 'Save answers' }).click()
  await play.click()
  expect(await isPaused()).toBe(false)

  // Meanwhile the list of the admin; the first question comes after half a minute to one and a half.
  const row = main.getByRole('list', { name: 'Rules' }).getByRole('listitem').filter({ hasText: name }).first()
  await expect(row).toContainText(
    `Identity questions: about every 1 minute · 25 seconds to answer · locked after 2 wrong or missed · ${course.title}`,
  )
  await expect(main.getByRole('heading', { name: 'Locked courses' })).toBeVisible()
  const question = theirs.getByRole('dialog', { name: 'Who is learning?' })
  await expect(async () => {
    await theirs.keyboard.press('Shift')
    await expect(question).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 120_000 })
  await expect(question.getByRole('textbox')).toBeFocused()
  await expect.poll(isPaused).toBe(true)
  await expect(question.getByRole('timer')).toHaveText(/0:\d\d/)
  await theirs.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await theirs.keyboard.type('Somebody else')
  await theirs.keyboard.press('Enter')
  await expect(question.getByText('That is not the answer from your setup')).toBeVisible()
  await expectAccessible(theirs, { without: ['main iframe'] })
  expect(await isPaused()).toBe(true)

  // The next one comes at once; nobody answers it in its time.
  await question.getByRole('button', { name: 'Go on' }).click()
  await expect(question).toContainText('1 of 2 wrong or missed answers so far.')
  await expectAccessible(theirs, { without: ['main iframe'] })
  await expect(question.getByText('The time is over')).toBeVisible({ timeout: 40_000 })
  await question.getByRole('button', { name: 'Go on' }).click()
  await expect(theirs.getByRole('heading', { name: 'This course is locked' })).toBeVisible()
  await expect(theirs.locator('main iframe')).toHaveCount(0)
  await expectAccessible(theirs)
  // No question comes before the package plays again.
  const reports = '**/api/v1/learner/seat-time'
  await theirs.route(reports, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))

  // The admin unlocks it with a reason, and the open page goes on.
  await page.reload()
  await untilAlive(page)
  const locked = main.getByRole('list', { name: 'Locked courses' }).getByRole('listitem')
  await expect(locked.filter({ hasText: learner.name }).first()).toContainText('Missed')
  await look(page)
  await main.getByRole('button', { name: `Unlock ${course.title} for ${learner.name}` }).click()
  const unlocking = page.getByRole('dialog', { name: `Unlock ${course.title} for ${learner.name}` })
  await unlocking.getByLabel('Reason').fill('Checked the photo ID by video call')
  await look(page)
  await unlocking.getByRole('button', { name: 'Unlock course' }).click()
  await expect(unlocking).toBeHidden()
  await expect(locked.filter({ hasText: learner.name })).toHaveCount(0)
  await expect(theirs.getByRole('heading', { name: 'This course is locked' })).toHaveCount(0)
  await play.click()
  await theirs.unroute(reports)
  await expect(question).toBeVisible({ timeout: 40_000 })
  await expect.poll(isPaused).toBe(true)
  const label = (await question.locator('label').innerText()).toLowerCase()
  const answer = [
    ['school', 'LINCOLN'],
    ['car', ' ford. '],
    ['street', 'elm-street'],
    ['pet', 'rex'],
    ['job', 'JOES DINER'],
  ].find(([word]) => label.includes(word as string))?.[1]
  await question.getByRole('textbox').fill(answer as string)
  await question.getByRole('button', { name: 'Answer' }).click()
  await expect(question).toBeHidden()
  await expect.poll(isPaused).toBe(false)

  // The page of the enrollment says when its rules cannot be read, and tries again; then the answers are reset.
  const rules = '**/api/v1/enrollments/*/rules'
  await page.route(rules, (route) => route.abort())
  await page.goto(at('core', `/users/${userId}/enrollments/${enrolled[0]?.id}`))
  await untilAlive(page)
  const section = main.getByRole('region', { name: 'Rules of the trade' })
  const again = section.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible({ timeout: 20_000 })
  await expect(section).toContainText('There was no answer. Please check your network and try again.')
  await look(page)
  await page.unroute(rules)
  await again.click()
  await expect(section).toContainText('3 asked, 1 answered right, 1 wrong, 1 missed.')
  await section.getByRole('button', { name: 'Reset answers' }).click()
  const reset = page.getByRole('dialog', { name: 'Reset identity answers' })
  await reset.getByLabel('Reason').fill('Forgot the answers, checked the photo ID')
  await look(page)
  await reset.getByRole('button', { name: 'Reset answers' }).click()
  await expect(section).toContainText('The learner has not set up answers.')
  await expect(section.getByRole('button', { name: 'Reset answers' })).toHaveCount(0)
  await look(page)
  await expect(theirs.getByRole('heading', { name: 'Set up your identity questions' })).toBeVisible()
})
