import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type LaunchClaims, mintLaunchToken, openLaunchToken } from '#platform/packages/launch-token.ts'
import { testApp } from '../../../../../tests/api.ts'
import { buildPackage, multiSco, packageFiles, singleSco, zipOf } from '../../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../../tests/scorm/scorm-play.ts'
import { previewScormPackage } from '../../contract.ts'
import { createPackageFiles } from './package-files.ts'
import { readPackage } from './read-package.ts'

const clock = { shift: 0 }
const t = testApp({ now: () => new Date(Date.now() + clock.shift) })
const play = scormPlay(t)
const HOUR_MS = 3_600_000

const film = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251))
const content = () =>
  zipOf({
    ...packageFiles(singleSco()),
    'film.mp4': film,
    'Grüße (1)/Ä b%c.html': '<p>odd</p>',
    'Pictures/Cover.PNG': 'png',
    'empty.txt': '',
  })

/** A launch address with changed claims, signed with any secret. */
const forged = (link: string, change: Partial<LaunchClaims>, secret = t.config.secret) => {
  const token = link.split('/p/')[1]?.split('/')[0] ?? ''
  const claims = openLaunchToken(t.config.secret, token, new Date(0))
  if (!claims) throw new Error('Not a launch address')
  return link.replace(token, mintLaunchToken(secret, { ...claims, ...change }))
}

describe('the content origin (SCO-016)', () => {
  test('the page of the player can be embedded only by the page that started it, and sets no cookie', async () => {
    const module = await play.aModule(await content())
    const player = await play.start(module)
    const answer = await player.call('GET', 'player', { headers: { cookie: `session=${module.learner.token}` } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain(`frame-ancestors http://${module.learner.portal.host}:3000`)
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    const scripts = [...answer.body.matchAll(/src="([^"]+)"/g)].map(([, src]) => new URL(src ?? '', player.scorm_link))
    expect(scripts).toHaveLength(4)
    for (const { host, pathname, search } of scripts) {
      const file = await t.app.http.inject({ method: 'GET', url: pathname + search, headers: { host } })
      expect(file.statusCode).toBe(200)
      expect(file.headers['content-type']).toBe('text/javascript; charset=utf-8')
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
    const missing = await t.app.http.inject({
      method: 'GET',
      url: '/p/-/other.js',
      headers: { host: scripts[0]?.host },
    })
    expect(missing.statusCode).toBe(404)
  })

  test('files are served with their type and nothing else, whatever their name', async () => {
    const player = await play.start(await play.aModule(await content()))
    const get = (file: string) => player.call('GET', `c/${file}`)
    const page = await get('content/golf.html')
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self' http://")
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.body).toBe(packageFiles(singleSco())['content/golf.html'])
    const odd = encodeURIComponent('Ä b%c.html'.normalize('NFD'))
    expect((await get(`${encodeURIComponent('Grüße (1)')}/${odd}`)).body).toBe('<p>odd</p>')
    expect((await get('pictures/cover.png')).headers['content-type']).toBe('image/png')
    expect((await get('empty.txt')).body).toBe('')
    expect((await get('content%5cgolf.html')).statusCode).toBe(200)
    for (const wrong of [
      '',
      'missing.html',
      'content',
      'content/',
      '..%2f..%2fsecret',
      '%2e%2e/x',
      'a%00b',
      '..%5c..%5csecret',
      'content//golf.html',
      '%E0%A4%A',
    ])
      expect([wrong, (await get(wrong)).statusCode]).toEqual([wrong, 404])
  })

  test('parts of a video are served as requested', async () => {
    const player = await play.start(await play.aModule(await content()))
    const get = (range?: string, method: 'GET' | 'HEAD' = 'GET') =>
      player.call(method, 'c/film.mp4', { headers: range ? { range } : {} })
    const whole = await get()
    expect([whole.statusCode, whole.rawPayload.equals(film)]).toEqual([200, true])
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': '5000',
    })
    const part = await get('bytes=100-199')
    expect([part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      'bytes 100-199/5000',
      '100',
    ])
    expect(part.rawPayload.equals(film.subarray(100, 200))).toBe(true)
    expect((await get('bytes=-10')).rawPayload.equals(film.subarray(-10))).toBe(true)
    const beyond = await get('bytes=5000-')
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */5000'])
    const head = await get(undefined, 'HEAD')
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, '5000', 0])
  })

  test('text is compressed in transit', async () => {
    const player = await play.start(await play.aModule(await content()))
    const packed = await player.call('GET', 'c/shared/sco.js', { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.headers['content-length']).toBeUndefined()
  })

  test('service workers are refused, since they would outlive their token', async () => {
    const player = await play.start(await play.aModule(singleSco()))
    const worker = await player.call('GET', 'c/shared/sco.js', { headers: { 'service-worker': 'script' } })
    expect(worker.statusCode).toBe(403)
  })

  test('a beacon from a closing page is accepted as text', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const commits = [player.next('golf', 'begin'), player.next('golf', 'finish', { 'cmi.core.score.raw': '90' })]
    const answer = await player.call('POST', 'commit', {
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body: JSON.stringify({ commits }),
    })
    expect(answer.json().data).toMatchObject({ ack: 2, status: 2 })
  })

  test('a player that floods the server is slowed down', async () => {
    const player = await play.start(await play.aModule(singleSco()))
    const other = await play.start(await play.aModule(singleSco()))
    const codes = new Set<number>()
    for (let round = 0; round < 31; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => player.call('POST', 'commit', { body: { commits: [] } })),
      )
      for (const { statusCode } of answers) codes.add(statusCode)
    }
    expect([...codes].toSorted()).toEqual([200, 429])
    expect((await other.call('POST', 'commit', { body: { commits: [] } })).statusCode).toBe(200)
  })
})

describe('what a token gives access to (SCO-016)', () => {
  test('nothing if it was changed, signed with another secret, or expired', async () => {
    const module = await play.aModule(singleSco())
    const { scorm_link: link } = await play.start(module)
    const codes = async (address: string) => {
      const player = play.player(address)
      const commits = [player.next('golf', 'begin')]
      return Promise.all([
        player.call('GET', 'player').then(({ statusCode }) => statusCode),
        player.call('GET', 'state').then(({ statusCode }) => statusCode),
        player.call('GET', 'c/content/golf.html').then(({ statusCode }) => statusCode),
        player.call('POST', 'commit', { body: { commits } }).then(({ statusCode }) => statusCode),
      ])
    }
    expect(await codes(forged(link, {}, 'another secret of enough length, too'))).toEqual([403, 403, 403, 403])
    expect(await codes(link.replace(/(.)\/player$/, (_, last) => `${last === 'A' ? 'B' : 'A'}x/player`))).toEqual([
      403, 403, 403, 403,
    ])
    expect(await codes(link.replace(/\/p\/[^/]+/, '/p/x'))).toEqual([403, 403, 403, 403])
    clock.shift = 13 * HOUR_MS
    expect(await codes(link)).toEqual([403, 403, 403, 403])
    clock.shift = 11 * HOUR_MS
    expect(await codes(link)).toEqual([200, 200, 200, 200])
    clock.shift = 0
  })

  test('nothing for an attempt, package, start or portal other than its own, even with a valid signature', async () => {
    const module = await play.aModule(singleSco())
    const other = await play.aModule(multiSco())
    const [mine, theirs] = [await play.start(module), await play.start(other)]
    const status = async (change: Partial<LaunchClaims>) =>
      (await play.player(forged(mine.scorm_link, change)).call('GET', 'c/content/golf.html')).statusCode
    expect(await status({})).toBe(200)
    expect(await status({ portal_id: other.learner.portal.id })).toBe(403)
    expect(await status({ subject: theirs.attempt_id ?? 0 })).toBe(403)
    const { package: theirPackage = '' } =
      openLaunchToken(t.config.secret, theirs.scorm_link.split('/p/')[1]?.split('/')[0] ?? '', new Date()) ?? {}
    expect(await status({ package: theirPackage })).toBe(403)
    const future = play.player(forged(mine.scorm_link, { launch: 9 }))
    expect(
      (await future.call('POST', 'commit', { body: { commits: [future.next('golf', 'begin')] } })).statusCode,
    ).toBe(422)
  })

  test('nothing on the host of the portal, nor on the content host of another one', async () => {
    const module = await play.aModule(singleSco())
    const stranger = await t.make.portal()
    const { pathname } = new URL((await play.start(module)).scorm_link)
    for (const host of [module.learner.portal.host, `content.${stranger.host}`, 'content.nowhere.example.com']) {
      const answer = await t.app.http.inject({ method: 'GET', url: pathname, headers: { host } })
      expect([403, 404]).toContain(answer.statusCode)
    }
    const call = await t.app.http.inject({
      method: 'GET',
      url: '/api/v1/me',
      headers: { host: `content.${module.learner.portal.host}`, cookie: `session=${module.learner.token}` },
    })
    expect(call.statusCode).toBe(404)
  })

  test('nothing once the enrollment has ended or expired, or the portal is blocked (LRN-010, ROU-118)', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const status = async () => (await player.call('GET', 'c/content/golf.html')).statusCode
    const change = (values: Record<string, unknown>) =>
      t.platform((tx) => tx.updateTable('enrollments').set(values).where('id', '=', module.related_id).execute())
    expect(await status()).toBe(200)
    await change({ expires_at: new Date(Date.now() - 1000) })
    expect(await status()).toBe(403)
    await change({ expires_at: new Date('2100-01-01'), ended_at: new Date() })
    expect(await status()).toBe(403)
    await change({ ended_at: null })
    expect(await status()).toBe(200)
  })

  test('editors can preview a package without storing anything; learners cannot (SCO-016)', async () => {
    const module = await play.aModule(multiSco())
    const preview = (who: typeof module.author) =>
      t.as(who).call(previewScormPackage, { params: { id: module.scorm.id } })
    await expect(preview(module.learner)).rejects.toMatchObject({ status: 403 })
    const { data } = await preview(module.author)
    expect(data).toMatchObject({ is_kept: false, attempt_id: null, launch: 0, title: 'Safety at Work' })
    expect(data.outline.some(({ is_locked }) => is_locked)).toBe(false)
    const player = play.player(data.scorm_link)
    expect((await player.state('test')).cmi).toMatchObject({
      'cmi.core.lesson_mode': 'browse',
      'cmi.core.credit': 'no-credit',
      'cmi.core.entry': 'ab-initio',
    })
    expect((await player.call('GET', 'c/content/lesson.html')).statusCode).toBe(200)
    const commits = [
      player.next('test', 'begin'),
      player.next('test', 'finish', { 'cmi.core.lesson_status': 'passed' }),
    ]
    expect(await player.send(commits)).toEqual({ ack: 2 })
    expect((await player.state('test')).cmi['cmi.core.lesson_status']).toBe('not attempted')
    const attempts = await t.platform((tx) =>
      tx.selectFrom('scorm_attempts').select('id').where('package_id', '=', module.scorm.id).execute(),
    )
    expect(attempts).toEqual([])
  })
})

describe('a separate content domain (SCO-016)', () => {
  const apart = testApp({ env: { CONTENT_ORIGIN: 'http://usercontent.localhost:3000' } })
  const playApart = scormPlay(apart)

  test('each attempt runs on its own sub-domain, and on no other host', async () => {
    const [one, two] = [await playApart.aModule(singleSco()), await playApart.aModule(singleSco())]
    const [mine, again, theirs] = [await playApart.start(one), await playApart.start(one), await playApart.start(two)]
    expect(mine.content_origin).toMatch(/^http:\/\/a[0-9a-f]{24}\.usercontent\.localhost:3000$/)
    expect(again.content_origin).toBe(mine.content_origin)
    expect(theirs.content_origin).not.toBe(mine.content_origin)
    expect((await mine.call('GET', 'c/content/golf.html')).statusCode).toBe(200)
    expect((await mine.state()).item.identifier).toBe('golf')
    const { pathname } = new URL(mine.scorm_link)
    for (const host of [
      new URL(theirs.scorm_link).host,
      'usercontent.localhost:3000',
      `content.${one.learner.portal.host}:3000`,
      one.learner.portal.host,
    ]) {
      const answer = await apart.app.http.inject({ method: 'GET', url: pathname, headers: { host } })
      expect([host, [403, 404].includes(answer.statusCode)]).toEqual([host, true])
    }
    const policy = (await mine.call('GET', 'player')).headers['content-security-policy']
    expect(policy).toContain(`frame-ancestors http://${one.learner.portal.host}:3000`)
  })
})

describe('the files of a package', () => {
  test('are stored one by one, found by path in any case, read in parts, and removed', async () => {
    const storage = t.app.services.files
    const files = createPackageFiles(storage)
    const zip = path.join(t.config.data_dir, 'some.zip')
    fs.writeFileSync(zip, await content())
    const outcome = await readPackage(files, 'some-uuid', { path: zip, name: 'course.zip' })
    expect(outcome).toMatchObject({ base: '', files_count: 8, manifest: { entry: 'content/golf.html' } })
    expect((await files.read('some-uuid', 'Grüße (1)/Ä b%c.html')).toString()).toBe('<p>odd</p>')
    expect((await files.read('some-uuid', 'PICTURES/cover.png')).toString()).toBe('png')
    const opened = await files.open('some-uuid', 'film.mp4')
    const chunks: Buffer[] = []
    for await (const chunk of (await opened?.read({ start: 10, end: 4000 })) ?? []) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).equals(film.subarray(10, 4001))).toBe(true)
    expect(await files.open('some-uuid', 'missing')).toBeNull()
    await files.remove('some-uuid')
    expect(await files.open('some-uuid', 'film.mp4')).toBeNull()
    fs.writeFileSync(zip, await buildPackage({ ...singleSco(), version: '2004 3rd Edition' }))
    await expect(readPackage(files, 'some-uuid', { path: zip, name: 'course.zip' })).rejects.toThrow(
      'Version 2004 3rd Edition is not implemented',
    )
    expect(await Array.fromAsync(storage.list('scorm/some-uuid'))).toEqual([])
  })
})
