import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page, PlaywrightWorkerArgs, TestInfo } from '@playwright/test'
import { enter } from '../kit/calls.ts'
import { expect, expectAccessible, test } from '../kit/kit.ts'
import { personOf, type Try } from '../kit/people.ts'
import { readingCourse } from '../kit/reading-course.ts'

// Authors and the learner sign in for each course. A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const OFFLINE = 'Offline: your progress is kept and sent later'

type Course = { outlineUrl: string; learner: { email: string; password: string } }

const signInAs = async (page: Page, { outlineUrl, learner }: Course) => {
  await enter(page, learner.email, { password: learner.password })
  await page.goto(outlineUrl)
}

const openCourse = async (page: Page, info: Try) => {
  const course = await readingCourse(personOf(info, 'abroad').email)
  await signInAs(page, course)
  return course
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const inOutline = (page: Page, name: RegExp) => page.getByRole('main').getByRole('link', { name }).last()
/** Through the outline page, since an item shows the outline beside it only on wide screens. */
const openItem = async (page: Page, course: { outlineUrl: string }, name: RegExp) => {
  if (page.url() !== course.outlineUrl) await page.goto(course.outlineUrl)
  await inOutline(page, name).click()
}

test('a document opens in the page, at the page where it was left (LRN-034, LRN-049) @phone', async ({
  page,
}, info) => {
  const course = await openCourse(page, info)
  await openItem(page, course, /Sheets/)
  const viewer = page.getByRole('region', { name: 'Sheets' })
  await expect(viewer.getByText('This is sheet 1', { exact: true })).toBeVisible()
  await expect(page.getByText('Page 1 of 12')).toBeVisible()
  await expectAccessible(page)
  const saving = page.waitForResponse((answer) => answer.url().endsWith('/position'))
  for (const number of [2, 3, 4]) {
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText(`Page ${number} of 12`)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page.getByText('125%')).toBeVisible()
  await saving

  await openItem(page, course, /Sheets/)
  await expect(page.getByText('Page 4 of 12')).toBeVisible()
  await expect(viewer.getByText('This is sheet 4', { exact: true })).toBeVisible()
})

test('text documents open in the page, where nothing in them can run (LRN-034, LRN-049) @phone', async ({
  page,
}, info) => {
  const course = await openCourse(page, info)
  await openItem(page, course, /Rules/)
  const document = page.frameLocator('main iframe')
  await expect(document.getByRole('heading', { name: 'House rules' })).toBeVisible()
  await expect(page.locator('main iframe')).toHaveAttribute('sandbox', 'allow-same-origin allow-popups')
  await expectAccessible(page, { without: ['main iframe'] })
  const saving = page.waitForResponse((answer) => answer.url().endsWith('/position'))
  await document.getByText('Paragraph 80', { exact: true }).scrollIntoViewIfNeeded()
  await saving
  await openItem(page, course, /Notes/)
  await expect(document.getByText('Two <b>bold</b> words')).toBeVisible()
  await openItem(page, course, /Rules/)
  await expect(document.getByText('Paragraph 80', { exact: true })).toBeInViewport()
})

test('slides open in the page by their titles; the page says what cannot be shown (LRN-034, UPL-013) @phone', async ({
  page,
}, info) => {
  const course = await openCourse(page, info)
  await openItem(page, course, /Slides/)
  const document = page.frameLocator('main iframe')
  await expect(document.getByRole('heading', { name: 'Ladders' })).toBeVisible()
  await expect(document.getByRole('listitem').filter({ hasText: 'Climb second' })).toBeVisible()
  await expect(document.getByText('Slide 1 of 1')).toBeVisible()
  await expectAccessible(page, { without: ['main iframe'] })
  await openItem(page, course, /Broken/)
  await expect(page.getByText('This document cannot be shown here. Please download it.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
})

test('audio and video resume where they were left (LRN-049) @desktop', async ({ page }, info) => {
  // The video's host is not reachable from everywhere, so this page stands in for its player.
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Film</title><h1>Film</h1><script>
        addEventListener('message', ({ data, source, origin }) => {
          if (JSON.parse(data).event !== 'listening') return
          const info = { currentTime: 47.6, playerState: 2 }
          source.postMessage(JSON.stringify({ event: 'infoDelivery', info }), origin)
        })
      </script>`,
    }),
  )
  const course = await openCourse(page, info)
  await openItem(page, course, /Talk/)
  const sound = page.locator('audio')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(10)
  const saving = page.waitForResponse((answer) => answer.url().endsWith('/position'))
  await sound.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 8
  })
  await saving
  const keptVideo = page.waitForResponse((answer) => answer.url().endsWith('/position'))
  await openItem(page, course, /Film/)
  await keptVideo
  await openItem(page, course, /Talk/)
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => Math.round(audio.currentTime))).toBe(8)
  await openItem(page, course, /Film/)
  await expect(page.locator('main iframe')).toHaveAttribute('src', /enablejsapi=1&start=48/)
})

test('progress and answers made offline are stored, and sent when the connection is back, even by another page (LRN-050) @phone', async ({
  page,
  context,
}, info) => {
  const course = await openCourse(page, info)
  await openItem(page, course, /Words/)
  await expect(heading(page, 'Words')).toBeVisible()
  // The next item is preloaded, so it opens offline as well.
  await page.reload({ waitUntil: 'networkidle' })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(heading(page, 'Sheets')).toBeVisible()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('This is sheet 1', { exact: true })).toBeVisible()
  await expect(page.getByText(OFFLINE)).toBeHidden()
  await page.goto(course.outlineUrl)
  await expect(inOutline(page, /finished Words/)).toBeVisible()
  await expect(inOutline(page, /in progress Sheets/)).toBeVisible()

  await page.goto(`${course.outlineUrl}/exams/${course.made.itemable_id}`)
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Start the/ })
    .click()
  const answer = async (number: number) => {
    await expect(page.getByText(`Question ${number} of 3`)).toBeVisible()
    await page.getByLabel('Yes', { exact: true }).check()
    await page.getByRole('button', { name: /^Answer/ }).click()
  }
  await answer(1)
  await expect(page.getByText('Question 2 of 3')).toBeVisible()
  await context.setOffline(true)
  await answer(2)
  await expect(page.getByText('Offline: your answers are kept and sent later')).toBeVisible()
  await expectAccessible(page)
  await answer(3)
  await expect(page.getByText('You answered all questions')).toBeVisible()
  // The tab is closed before the connection is back. Another page sends what it stored.
  await page.close()
  await context.setOffline(false)
  const second = await context.newPage()
  await second.goto(course.outlineUrl)
  await expect(inOutline(second, /success Test/)).toBeVisible()
  await second.goto(`${course.outlineUrl}/exams/${course.made.itemable_id}`)
  await expect(second.getByText('Your score is 100%.')).toBeVisible()
})

/** A browser with a profile on disk that can be killed and reopened as it was left. */
const killable = (playwright: PlaywrightWorkerArgs['playwright'], info: TestInfo) => {
  const { launchOptions, viewport, isMobile, hasTouch } = info.project.use
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-profile-'))
  const size = { viewport: viewport ?? null, isMobile: isMobile ?? false, hasTouch: hasTouch ?? false }
  return {
    launch: () => playwright.chromium.launchPersistentContext(profile, { ...launchOptions, ...size }),
    /** Kills every process of this browser at once and without warning, like a phone. */
    kill: () => {
      const processes = execFileSync('pgrep', ['-f', profile], { encoding: 'utf8' }).trim().split('\n')
      for (const id of processes) process.kill(Number(id), 'SIGKILL')
    },
    forget: () => fs.rmSync(profile, { recursive: true, force: true }),
  }
}

test('answers given offline survive a browser that is killed at the same moment (LRN-050) @desktop', async ({
  playwright,
}, info) => {
  const { launch, kill, forget } = killable(playwright, info)
  const first = await launch()
  const page = await first.newPage()
  const course = await openCourse(page, info)
  await page.goto(`${course.outlineUrl}/exams/${course.made.itemable_id}`)
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Start the/ })
    .click()
  await expect(page.getByText('Question 1 of 3')).toBeVisible()
  await first.setOffline(true)
  for (const number of [1, 2, 3]) {
    await expect(page.getByText(`Question ${number} of 3`)).toBeVisible()
    await page.getByLabel('Yes', { exact: true }).check()
    await page.getByRole('button', { name: /^Answer/ }).click()
  }
  await expect(page.getByText('You answered all questions')).toBeVisible()
  kill()
  await first.close().catch(() => {})

  const second = await launch()
  const again = await second.newPage()
  // A person who was signed in for this visit only signs in again and gets their stored answers.
  await second.clearCookies()
  await signInAs(again, course)
  await expect(inOutline(again, /success Test/)).toBeVisible()
  await again.goto(`${course.outlineUrl}/exams/${course.made.itemable_id}`)
  await expect(again.getByText('Your score is 100%.')).toBeVisible()
  await second.close()
  forget()
})

/** Waits until the browser has written typed text to disk, where it is safe. */
const untilOnDisk = (page: Page, text: string) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const request = indexedDB.open('kept', 1)
            request.onsuccess = () => {
              const db = request.result
              const copies = db.transaction('writes').objectStore('writes').getAll()
              copies.onsuccess = () => {
                db.close()
                resolve(JSON.stringify(copies.result))
              }
            }
          }),
      ),
    )
    .toContain(text)

test('a message being written to the instructors survives a killed browser (REV-030, LRN-050) @desktop', async ({
  playwright,
}, info) => {
  const { launch, kill, forget } = killable(playwright, info)
  const first = await launch()
  const page = await first.newPage()
  const course = await openCourse(page, info)
  const questions = course.outlineUrl.replace(/\/outline$/, '/questions')
  const open = async (at: Page) => {
    await at.goto(questions)
    await at.getByRole('button', { name: 'Ask a question' }).click()
    return at.getByRole('dialog', { name: 'Ask a question' })
  }
  const dialog = await open(page)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'roof.txt', mimeType: 'text/plain', buffer: Buffer.from('Flat, 12 m') })
  await expect(dialog.getByRole('list', { name: 'Files to send' })).toContainText('roof.txt')
  await dialog.getByLabel('Your question').fill('Is a harness needed on the')
  await dialog.getByLabel('Your question').press('End')
  await page.keyboard.type(' roof')
  await untilOnDisk(page, 'Is a harness needed on the roof')
  kill()
  await first.close().catch(() => {})

  const second = await launch()
  const again = await second.newPage()
  await second.clearCookies()
  await signInAs(again, course)
  const reopened = await open(again)
  await expect(reopened.getByLabel('Your question')).toHaveValue('Is a harness needed on the roof')
  await expect(reopened.getByRole('list', { name: 'Files to send' })).toContainText('roof.txt (10 Bytes)')
  await second.close()
  forget()
})
