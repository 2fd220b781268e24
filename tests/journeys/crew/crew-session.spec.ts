import { API, asker, dataOf, enter, signedIn } from '../kit/calls.ts'
import { choose, look, openPage, publishedCourse } from '../kit/desk.ts'
import { expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

const PIN = '804217'

test('an instructor opens a crew session, a worker checks in with badge and PIN and another by name, tasks are signed off, and the closed record is corrected (CRW-002, CRW-005, CRW-006, CRW-010, CRW-011, CRW-012, CRW-014, CRW-015, CRW-016, CRW-022, ROU-147, ROU-148) @desktop', async ({
  page,
}, info) => {
  const lead = personOf(info, 'tabletlead')
  const mark = markOf(info)
  const office = await signedIn(personOf(info, 'tabletoffice').email, PASSWORD)
  const course = await publishedCourse(office)
  const [instructor] = dataOf<{ id: number }[]>(
    await office('GET', `${API}/users?search=${encodeURIComponent(lead.email)}`),
  )
  await office('POST', `${API}/enrollments`, {
    data: { course_id: course.id, role_id: 'instructor', user_ids: [instructor?.id] },
  })
  await office('POST', `${API}/admin/courses/${course.slug}/credits/give`, { data: { amount: 2 } })
  const number = `Y-${mark.toUpperCase()}`
  const worker = { first_name: 'Ana', last_name: `Yard ${mark}`, badge_number: number }
  const other = { first_name: 'Ben', last_name: `Yard ${mark}`, badge_number: `${number}-2` }
  await office('POST', `${API}/enrollments`, {
    data: { course_id: course.id, role_id: 'learner', new_people: [worker, other] },
  })
  const [ana] = dataOf<{ id: number }[]>(
    await office('GET', `${API}/users?search=${encodeURIComponent(`Ana Yard ${mark}`)}`),
  )
  const { start_code } = dataOf<{ start_code: string }>(
    await office('POST', `${API}/users/${ana?.id}/badge/start-code`),
  )
  const phone = asker()
  await phone('GET', `${API}/csrf-cookie`)
  const started = await phone('POST', `${API}/badge/start`, {
    data: { badge: number, start_code, secret: PIN, secret_confirmation: PIN },
  })
  expect(started.status).toBe(200)

  // The tablet of the instructor. Its browser notices only by a call that fails that there is no network. A route that is set right
  // before a call may miss that call.
  let hasNetwork = true
  await page.route('**/entries', (route) => (hasNetwork ? route.continue() : route.abort()))
  await page.setViewportSize({ width: 768, height: 1024 })
  await enter(page, lead.email)
  await openPage(page, '/crew-sessions')
  const main = page.getByRole('main')
  await look(page)
  await main.getByRole('button', { name: 'Open session' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Open session' })
  await choose(page, 'Course', course.title, course.title)
  await dialog.getByLabel('Title').fill(`SCBA practice ${mark}`)
  await dialog.getByLabel('Place').fill('North yard')
  await dialog.getByLabel('Hands-on tasks').fill('Don and doff an SCBA\nCheck the gauge')
  await look(page)
  await dialog.getByRole('button', { name: 'Open session' }).click()
  await expect(main.getByRole('heading', { name: `SCBA practice ${mark}`, level: 1 })).toBeVisible()
  await untilAlive(page)

  // A wrong PIN says so; the right one checks in, and the next person finds both fields empty.
  const [badge, secret] = [main.getByLabel('Badge'), main.getByLabel('PIN or password')]
  await badge.fill(number)
  await badge.press('Enter')
  await expect(secret).toBeFocused()
  await page.keyboard.type('111222')
  await page.keyboard.press('Enter')
  await expect(main.getByText('The badge number and PIN do not match.', { exact: false })).toBeVisible()
  await expect(secret).toBeFocused()
  await expect(secret).toHaveValue('')

  // Without a network that is said, and the same try can be sent again.
  await page.keyboard.type(PIN)
  hasNetwork = false
  await page.keyboard.press('Enter')
  await expect(main.getByText(/^The PIN could not be checked without a connection\./)).toBeVisible()
  await expect(main.getByRole('button', { name: `Let Ana Yard ${mark} sign` })).toBeVisible()
  hasNetwork = true
  await page.keyboard.press('Enter')
  await expect(main.getByText(`Ana Yard ${mark} is checked in.`)).toBeVisible()
  await expect(badge).toBeFocused()
  await expect(badge).toHaveValue('')
  await expect(secret).toHaveValue('')

  // The one without a PIN types the name.
  const search = main.getByLabel('Find a person')
  if (await search.isVisible()) await search.fill(mark)
  await main.getByRole('button', { name: `Check in without PIN for Ben Yard ${mark}` }).click()
  const byName = page.getByRole('dialog', { name: `Check in Ben Yard ${mark}` })
  await byName.getByRole('button', { name: 'Check in' }).click()
  await expect(byName.getByText('Please sign here, or type the name below.')).toBeVisible()
  await look(page)
  await byName.getByLabel('Or type the full name').fill('Benny Yard')
  await byName.getByRole('button', { name: 'Check in' }).click()
  await expect(byName).toBeHidden()
  await expect(main.getByText('The typed name is not the name on record.')).toBeVisible()
  await expect(main.getByRole('heading', { name: /^2 of \d+ checked in$/ })).toBeVisible()

  const rowOf = (name: string) =>
    main
      .getByRole('listitem')
      .filter({ hasText: `${name} Yard ${mark}` })
      .first()
  const sign = main.getByRole('button', { name: `Sign off: Don and doff an SCBA for Ana Yard ${mark}` })
  expect((await sign.boundingBox())?.height).toBeGreaterThanOrEqual(56)
  await sign.click()
  await expect(rowOf('Ana').getByText(/signed off by Curt Tabletlead/)).toBeVisible()
  await main.getByRole('button', { name: `Mark as left for Ben Yard ${mark}` }).click()
  await expect(rowOf('Ben')).toContainText(', left ')
  await look(page)
  await page.screenshot({ path: info.outputPath('tablet.png'), fullPage: true })
  await onPhone(page)

  await main.getByRole('button', { name: 'Close session' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close session' }).click()
  await expect(main.getByText('This session is closed')).toBeVisible()
  await expect(badge).toHaveCount(0)
  await main.getByRole('button', { name: `Correct the record of Ana Yard ${mark}` }).click()
  const correction = page.getByRole('dialog', { name: `Correct the record of Ana Yard ${mark}` })
  await correction.getByLabel('Correction').selectOption({ label: 'Take back: Don and doff an SCBA' })
  await correction.getByRole('button', { name: 'Save correction' }).click()
  await expect(correction.getByText('This field is required.')).toBeVisible()
  await correction.getByLabel('Reason').fill('Signed off for the wrong person')
  await look(page)
  await correction.getByRole('button', { name: 'Save correction' }).click()
  await expect(correction).toBeHidden()
  await expect(main.getByText('Signed off for the wrong person')).toBeVisible()
  await expect(rowOf('Ana').getByText('Don and doff an SCBA not signed off')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: info.outputPath('closed.png'), fullPage: true })
  await openPage(page, '/crew-sessions')
  await expect(main.getByRole('link', { name: `SCBA practice ${mark}` })).toBeVisible()
  await expectAccessible(page)

  // An admin finds it at the enrollment.
  await page.context().clearCookies()
  await enter(page, personOf(info, 'tabletoffice').email)
  await openPage(page, `/users/${ana?.id}/enrollments`)
  await main.getByRole('link', { name: course.title }).first().click()
  const record = main.getByRole('region', { name: 'Hands-on training' })
  await expect(record.getByRole('listitem')).toHaveText([
    /Arrived with badge and PIN.*SCBA practice .*North yard/,
    /Signed off: Don and doff an SCBA.*Curt Tabletlead/,
    /Taken back: Signed off: Don and doff an SCBA.*Curt Tabletlead.*Reason: Signed off for the wrong person/,
  ])
  await look(page)
})
