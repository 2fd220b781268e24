import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { changed, checking, entriesOf, packed } from '../../evidence/files.ts'
import { API, asker, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { personOf } from '../kit/people.ts'
import { post } from '../kit/reading-course.ts'

test('a portal admin makes the file of a person for an inspector, who checks it without a connection; a changed byte is found (EVD-003, EVD-008, EVD-010, EVD-012)', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const [admin, learner] = [personOf(info, 'inspecting'), personOf(info, 'inspected')]
  const { made: course } = await madeCourse(admin.email, async (call, created) => {
    const items = `/admin/courses/${created.id}/items`
    const { itemable_id: module_id } = await post<{ itemable_id: number }>(call, `${items}/modules`, {
      title: 'Reading',
    })
    await post(call, '/admin/module-items/text', { module_id, title: 'Words', text: '<p>Read me</p>' })
    return created
  })
  const call = await enter(page, admin.email)
  const { id: userId } = dataOf<{ id: number }>(await (await signedIn(learner.email, PASSWORD))('GET', `${API}/me`))
  await call('POST', `${API}/enrollments`, { data: { course_id: course.id, role_id: 'learner', user_ids: [userId] } })
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog', { name: 'Inspector’s file' })

  // The whole person, from the page of their courses.
  await page.goto(at('core', `/users/${userId}/enrollments`))
  await untilAlive(page)
  await main.getByRole('button', { name: 'Inspector’s file' }).click()
  await expect(dialog.getByText(learner.name)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make the file' }).click()
  const link = dialog.getByRole('link', { name: `Download Inspector’s file: ${learner.name}` })
  await expect(link).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await onPhone(page, async () => {
    await expect(link).toBeVisible()
    await expectAccessible(page)
  })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portico-inspector-'))
  const zipPath = path.join(folder, 'file.zip')
  await download.saveAs(zipPath)
  const entries = await entriesOf(readFileSync(zipPath))
  const read = (name: string) => entries.find((entry) => entry.name === name)?.data as Buffer
  const names = entries.map(({ name }) => name)
  expect(names).toContain('record.pdf')
  const record = JSON.parse(String(read(names.find((name) => name.startsWith('enrollments/')) as string)))
  expect(record).toMatchObject({ person: { id: userId }, course: { title: course.title }, version: { number: 1 } })

  // The inspector, with the page that lies in the ZIP and no connection.
  const offline = await browser.newContext({ offline: true })
  const theirs = await offline.newPage()
  const requests: string[] = []
  theirs.on('request', (request) => {
    if (!request.url().startsWith('file:')) requests.push(request.url())
  })
  const pagePath = path.join(folder, 'verify.html')
  writeFileSync(pagePath, read('verify.html'))
  await theirs.goto(pathToFileURL(pagePath).href)
  await expect(theirs.getByRole('button', { name: 'Choose the ZIP' })).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByLabel('The ZIP or its files').setInputFiles(zipPath)
  const status = theirs.getByRole('status')
  await expect(status.getByRole('heading', { name: 'Valid', exact: true })).toBeVisible()
  const key: string = JSON.parse(String(read('manifest.sig'))).key_id
  await expect(status).toContainText(learner.name)
  await expect(status).toContainText(key)
  await expectAccessible(theirs)
  const badPath = path.join(folder, 'changed.zip')
  writeFileSync(badPath, packed(changed(entries, 'record.pdf', 1000, 1)))
  await theirs.getByLabel('The ZIP or its files').setInputFiles(badPath)
  await expect(status.getByRole('heading', { name: 'Not valid' })).toBeVisible()
  await expect(status).toContainText('record.pdf: was changed')
  await expectAccessible(theirs)
  expect(requests).toEqual([])
  await offline.close()

  // The same by the script, with the keys that anybody reads at the portal.
  const { body: keys } = await asker()('GET', '/.well-known/portico-evidence-keys.json')
  const checker = checking(read('verify.mjs'))
  const published = typeof keys === 'string' ? keys : JSON.stringify(keys)
  expect(await checker.check(readFileSync(zipPath), published)).toMatchObject({ is_valid: true })
  expect((await checker.check(readFileSync(badPath), published)).said).toContain('record.pdf: was changed')
  checker.close()
  rmSync(folder, { recursive: true })

  // Every file that was made, and the key that signed it.
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.goto(at('core', '/admin/evidence'))
  await untilAlive(page)
  await expect(main.getByRole('heading', { name: 'Inspectors', level: 1 })).toBeVisible()
  await expect(main.getByRole('link', { name: `Download Inspector’s file: ${learner.name}` })).toBeVisible()
  await expect(main.getByRole('list', { name: 'Signing keys' })).toContainText(key)
  await expectAccessible(page)
  await onPhone(page, async () => {
    await expect(main.getByRole('list', { name: 'Signing keys' })).toContainText(key)
    await expectAccessible(page)
  })

  // One course, from its enrollments.
  await page.goto(at('core', `/courses/builder/${course.slug}/enrollments`))
  await untilAlive(page)
  await main.getByRole('button', { name: 'Inspector’s file' }).click()
  await dialog.getByRole('button', { name: 'Make the file' }).click()
  await expect(dialog.getByRole('link', { name: `Download Inspector’s file: ${course.title}` })).toBeVisible({
    timeout: 60_000,
  })
})
