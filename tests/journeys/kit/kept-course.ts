import fs from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { API, type Call } from './calls.ts'
import { at, expect, untilAlive } from './kit.ts'
import { type MadeCourse, madeCourse } from './made-course.ts'
import { post, TALK } from './reading-course.ts'

/** The talk of the demo, repeated so that its file has several parts. */
export const talkOf = (times: number) => Buffer.concat(Array.from({ length: times }, () => fs.readFileSync(TALK)))
export const captions = (words: string) => [
  {
    language: 'en',
    label: 'English',
    name: 'words.vtt',
    file_text: `WEBVTT\n\n00:00:00.000 --> 00:00:04.000\n${words}`,
  },
]
export const pictureIn = (uuid: string) =>
  `<img src="/api/v1/pictures/${uuid}" alt="A ladder at sea" width="320" height="180">`

/** A course of one module that `fill` adds items to, and its author's calls. */
export const courseOf = async <T>(
  author: string,
  learnerName: string,
  fill: (
    call: Call,
    add: (type: string, title: string, more: object) => Promise<number>,
    course: MadeCourse,
  ) => Promise<T>,
) =>
  madeCourse(
    author,
    async (call, course) => {
      const path = `/admin/courses/${course.id}/items/modules`
      const { itemable_id: module_id } = await post<{ itemable_id: number }>(call, path, { title: 'Sea' })
      const add = async (type: string, title: string, more: object) =>
        (await post<{ id: number }>(call, `/admin/module-items/${type}`, { module_id, title, ...more })).id
      return { call, course, ...(await fill(call, add, course)) }
    },
    learnerName,
  )

/** A film in the library, sent the way browsers send large files. */
export const uploadFilm = async (call: Call, bytes: Buffer): Promise<string> => {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const tus = { 'tus-resumable': '1.0.0' }
  const metadata = `filename ${encoded('walk.webm')},purpose ${encoded('video')}`
  const created = await call('POST', `${API}/tus`, {
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const place = new URL(created.headers.location ?? '', at('core', '')).pathname
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  await call('PATCH', place, { headers: { ...tus, ...type }, data: bytes })
  return (await post<{ uuid: string }>(call, '/materials/videos', { upload_id: place.split('/').at(-1) })).uuid
}

export const publish = (call: Call, { slug }: { slug: string }, newest: number) =>
  call('POST', `${API}/admin/courses/${slug}/versions`, { data: { newest } })
/** Moves a learner who has begun to this version. */
export const move = (call: Call, { slug }: { slug: string }, version: number, { related_id }: { related_id: number }) =>
  call('POST', `${API}/admin/courses/${slug}/versions/${version}/learners`, { data: { related_id } })
export const unenroll = (call: Call, { related_id }: { related_id: number }) => {
  const data = { role_id: 'learner', ids: [related_id] }
  // Without the length, no body goes with this method.
  const headers = { 'content-length': String(JSON.stringify(data).length) }
  return call('DELETE', `${API}/enrollments`, { data, headers })
}
export const change = (call: Call, type: string, id: number, data: object) =>
  call('PUT', `${API}/admin/module-items/${type}/${id}`, { data })

export const main = (page: Page) => page.getByRole('main')
export const card = (page: Page) => main(page).getByRole('region', { name: 'Use without a connection' })
export const notes = (page: Page) => page.getByRole('region', { name: 'Courses on this device' })
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const inOutline = (page: Page) => main(page).getByRole('list', { name: 'Course outline' }).last()
export const cached = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('kept-'))
    const keys = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    return keys.flat().map((url) => new URL(url).pathname)
  })
/** Lets a test cut off, or answer as a paused portal, what pages fetch, and counts the first parts of files. */
export const overNetwork = (context: BrowserContext) =>
  context.addInitScript(() => {
    const real = window.fetch
    window.fetch = (input, options) => {
      const url = String(input instanceof Request ? input.url : input)
      const isIn = (name: string) => url.includes(localStorage.getItem(name) ?? 'nothing')
      if (isIn('cut')) return Promise.reject(new TypeError('cut'))
      if (isIn('paused')) {
        localStorage.setItem('was-paused', 'yes')
        return Promise.resolve(Response.json({ code: 'portal_blocked' }, { status: 403 }))
      }
      if (new Headers(options?.headers).get('range')?.startsWith('bytes=0-'))
        localStorage.setItem('begun', `${Number(localStorage.getItem('begun') ?? 0) + 1}`)
      return real(input, options)
    }
  })
export const remember = (page: Page, name: string, value: string) =>
  page.evaluate(([key, text]) => localStorage.setItem(key, text), [name, value] as const)
export const connect = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

/** Opens the outline of a course and keeps all of it. */
export const keepAll = async (page: Page, outlineUrl: string, count: string) => {
  await page.goto(outlineUrl)
  await untilAlive(page)
  await card(page)
    .getByRole('button', { name: /^Keep on this device/ })
    .click()
  await expect(card(page).getByText(`On this device: ${count},`)).toBeVisible()
}

/** Another tab without a network, on the outline. */
export const atSea = async (context: BrowserContext, outlineUrl: string) => {
  await context.setOffline(true)
  const page = await context.newPage()
  await page.goto(outlineUrl)
  await untilAlive(page)
  return page
}

/** Opens the last item of the outline, and finishes it. */
export const finish = async (page: Page, title: string) => {
  await inOutline(page)
    .getByRole('link', { name: new RegExp(title) })
    .click()
  await expect(heading(page, title)).toBeVisible()
  await main(page).getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('It is saved on this device and will be sent', { exact: false })).toBeVisible()
}

/**
 * A page with a network again. The one without is closed first: where the session has ended meanwhile, it leaves for the sign-in
 * page at that moment (AUT-023), in the middle of a step.
 */
export const ashore = async (context: BrowserContext, page: Page) => {
  await page.close()
  await context.setOffline(false)
  return context.newPage()
}
