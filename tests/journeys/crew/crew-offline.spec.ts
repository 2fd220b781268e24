import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { badgeAddress, badgeCode } from '#features/badges/rules/address.ts'
import { filmOf } from '../gate/codes.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { callOn, look, openPage, publishedCourse } from '../kit/desk.ts'
import { at, expect, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

type Office = Awaited<ReturnType<typeof signedIn>>

/** Signs with the mouse as with a finger. */
const drawOn = async (page: Page, pad: Locator) => {
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is no field to sign in')
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  for (let step = 1; step <= 20; step += 1)
    await page.mouse.move(box.x + 20 + step * 8, box.y + box.height / 2 + (step % 2 === 0 ? 20 : -20))
  await page.mouse.up()
}

/** An open session of a course with two learners. */
const yard = async (office: Office, lead: string, mark: string) => {
  const course = await publishedCourse(office)
  const find = async (search: string) =>
    dataOf<{ id: number }[]>(await office('GET', `${API}/users?search=${encodeURIComponent(search)}`))[0]?.id
  await office('POST', `${API}/enrollments`, {
    data: { course_id: course.id, role_id: 'instructor', user_ids: [await find(lead)] },
  })
  await office('POST', `${API}/admin/courses/${course.slug}/credits/give`, { data: { amount: 2 } })
  const number = `O-${mark.toUpperCase()}`
  const people = ['Ana', 'Ben'].map((first_name, index) => ({
    first_name,
    last_name: `Offline ${mark}`,
    badge_number: `${number}-${index}`,
  }))
  await office('POST', `${API}/enrollments`, { data: { course_id: course.id, role_id: 'learner', new_people: people } })
  return { course, number, ana: await find(`Ana Offline ${mark}`), ben: await find(`Ben Offline ${mark}`) }
}

test('a crew session goes on without a network: reloaded, in a new tab and after the browser was killed; what was recorded is sent once, a refused entry becomes a correction, and nobody else sees or sends it (CRW-017, CRW-018, CRW-019, CRW-020, CRW-021, CRW-016) @desktop', async ({
  playwright,
}, info) => {
  const { launchOptions } = info.project.use
  const [lead, mate, mark] = [personOf(info, 'yardlead'), personOf(info, 'yardmate'), markOf(info)]
  const office = await signedIn(personOf(info, 'yardoffice').email, PASSWORD)
  const { course, number, ana, ben } = await yard(office, lead.email, mark)

  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-profile-'))
  // The camera sees a badge that nobody of the roster has.
  const film = info.outputPath('badge.y4m')
  filmOf(badgeAddress(at('core', ''), badgeCode(new Uint8Array(20))), film)
  const camera = [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
  const launch = () =>
    playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      args: [...(launchOptions?.args ?? []), ...camera],
      viewport: { width: 768, height: 1024 },
    })
  const kill = () => {
    const processes = execFileSync('pgrep', ['-f', profile], { encoding: 'utf8' }).trim().split('\n')
    for (const id of processes) process.kill(Number(id), 'SIGKILL')
  }

  const tablet = await launch()
  const page = await tablet.newPage()
  await enter(page, lead.email)
  await openPage(page, '/crew-sessions')
  const { id } = await callOn(page, 'POST', '/crew-sessions', {
    course_id: course.id,
    title: `Yard ${mark}`,
    place: 'North yard',
    tasks: ['Don and doff an SCBA', 'Check the gauge'],
  })
  await openPage(page, `/crew-sessions/${id}`)
  const screen = (on: Page) => {
    const main = on.getByRole('main')
    const rowOf = (name: string) =>
      main.getByRole('listitem').filter({ has: on.getByText(`${name} Offline ${mark}`, { exact: true }) })
    const find = async () => {
      const search = main.getByLabel('Find a person')
      if (await search.isVisible()) await search.fill(mark)
    }
    return { main, rowOf, find }
  }
  const first = screen(page)
  await expect(first.main.getByText(/^Ready to work without a network/)).toBeVisible()

  // The network goes, and the page is loaded again.
  await tablet.setOffline(true)
  await page.reload()
  await untilAlive(page)
  await expect(first.main.getByText('Without a network, PINs cannot be checked.', { exact: false })).toBeVisible()
  await expect(first.main.getByLabel('PIN or password')).toHaveCount(0)
  await first.main.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(first.main.getByText(/^No learner of this session has this badge\./)).toBeVisible()
  await first.main.getByLabel('Badge').fill(`${number}-0`)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Check in Ana Offline ${mark}` })
  await drawOn(page, dialog.getByRole('img', { name: `Signature of Ana Offline ${mark}` }))
  await page.screenshot({ path: info.outputPath('signature.png') })
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await expect(first.main.getByText(`Ana Offline ${mark} is checked in.`)).toBeVisible()
  await first.find()
  await first.main.getByRole('button', { name: `Check in without PIN for Ben Offline ${mark}` }).click()
  const byName = page.getByRole('dialog', { name: `Check in Ben Offline ${mark}` })
  await byName.getByLabel('Or type the full name').fill(`Ben Offline ${mark}`)
  await byName.getByRole('button', { name: 'Check in' }).click()
  await first.main.getByRole('button', { name: `Sign off: Don and doff an SCBA for Ana Offline ${mark}` }).click()
  await first.main.getByRole('button', { name: `Sign off: Check the gauge for Ben Offline ${mark}` }).click()
  await expect(first.main.getByText('4 entries are waiting to be sent')).toBeVisible()
  await expect(first.rowOf('Ana')).toContainText('2 waiting to be sent')
  await look(page)
  await page.screenshot({ path: info.outputPath('waiting.png'), fullPage: true })

  // A closed tab, and a killed browser.
  await page.close()
  const tab = await tablet.newPage()
  await tab.goto(at('core', `/crew-sessions/${id}`))
  await expect(screen(tab).main.getByText('4 entries are waiting to be sent')).toBeVisible()
  kill()
  await tablet.close().catch(() => {})

  const again = await launch()
  await again.setOffline(true)
  const back = await again.newPage()
  await back.goto(at('core', `/crew-sessions/${id}`))
  await untilAlive(back)
  const second = screen(back)
  await expect(second.main.getByText('4 entries are waiting to be sent')).toBeVisible()
  await expect(second.rowOf('Ana').getByText(/signed off by Yara Yardlead/)).toBeVisible()

  // Somebody else signs in on the tablet: nothing is shown, and nothing is sent.
  await back.close()
  await again.setOffline(false)
  await again.clearCookies()
  const other = await again.newPage()
  await enter(other, mate.email)
  await openPage(other, '/crew-sessions')
  await expect(other.getByRole('main').getByText(/waiting to be sent/)).toHaveCount(0)
  await again.setOffline(true)
  await expect(other.goto(at('core', `/crew-sessions/${id}`))).rejects.toThrow()
  await again.setOffline(false)
  const stored = async () => {
    const session = dataOf<{ roster: { user: { id: number }; arrived_at: string | null }[] }>(
      await office('GET', `${API}/crew-sessions/${id}`),
    )
    return session.roster.filter(({ arrived_at }) => arrived_at !== null).map(({ user }) => user.id)
  }
  expect(await stored()).toEqual([])
  await again.clearCookies()
  await other.close()

  // The one who recorded it signs in again, and it is sent from the first page that opens.
  const last = await again.newPage()
  await enter(last, lead.email)
  await openPage(last, `/crew-sessions/${id}`)
  const third = screen(last)
  await third.find()
  await expect(third.main.getByText(/waiting to be sent/)).toHaveCount(0)
  await expect(third.rowOf('Ana').getByText(/with a signature/)).toBeVisible()
  expect((await stored()).toSorted()).toEqual([ana, ben].toSorted())
  await look(last)

  // The office closes the session while the tablet has no network: what comes later is refused, and becomes a correction.
  await again.setOffline(true)
  await third.main.getByRole('button', { name: `Sign off: Check the gauge for Ana Offline ${mark}` }).click()
  await expect(third.main.getByText('1 entry is waiting to be sent')).toBeVisible()
  await office('POST', `${API}/crew-sessions/${id}/close`)
  await again.setOffline(false)
  const refused = third.main.getByRole('region', { name: 'Not recorded' })
  await expect(refused.getByText('This session is closed. Nothing was recorded.', { exact: false })).toBeVisible()
  await look(last)
  await last.screenshot({ path: info.outputPath('refused.png'), fullPage: true })
  await refused.getByRole('button', { name: `Record as a correction for Ana Offline ${mark}` }).click()
  const reason = last.getByRole('dialog', { name: `Correct the record of Ana Offline ${mark}` })
  await reason.getByRole('button', { name: 'Save correction' }).click()
  await expect(reason.getByText('This field is required.')).toBeVisible()
  await reason.getByLabel('Reason').fill('Seen in the yard before the session was closed')
  await look(last)
  await reason.getByRole('button', { name: 'Save correction' }).click()
  await expect(refused).toHaveCount(0)
  await expect(third.main.getByText('Seen in the yard before the session was closed')).toBeVisible()

  // The office sees the signature at the enrollment.
  await again.clearCookies()
  await enter(last, personOf(info, 'yardoffice').email)
  await openPage(last, `/users/${ana}/enrollments`)
  await last.getByRole('main').getByRole('link', { name: course.title }).first().click()
  const record = last.getByRole('main').getByRole('region', { name: 'Hands-on training' })
  await expect(record.getByRole('img', { name: 'Signature of the learner' })).toBeVisible()
  await last.screenshot({ path: info.outputPath('record.png'), fullPage: true })
  await again.close()
  fs.rmSync(profile, { recursive: true, force: true })
})
