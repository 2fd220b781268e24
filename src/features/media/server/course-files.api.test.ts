import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { learning } from '../../../../tests/learning.ts'
import { showLearnerModuleItem } from '../../progress/contract.ts'

let now = new Date('2026-03-01T10:20:00Z')
const t = testApp({ now: () => now })
const make = learning(t)

const SOUND = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251))

/** A learner in a course with one file that is in storage. */
const withFile = async (type: 'Audio' | 'Document' = 'Audio', media: Record<string, unknown> = {}) => {
  const learner = await make.learner([[type]])
  const item = learner.course.outline[0]?.items[0]
  if (!item) throw new Error('no item')
  const row = await t.platform(async (tx) => {
    const { media_id } = await tx
      .selectFrom('module_items')
      .select('media_id')
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow()
    return tx
      .updateTable('media')
      .set({ size: SOUND.length, ...media } as never)
      .where('id', '=', media_id)
      .returning(['key', 'uuid'])
      .executeTakeFirstOrThrow()
  })
  await t.app.services.files.put(row.key, SOUND)
  const file = async (person: TestPerson = learner.person) => {
    const { data } = await t.as(person).call(showLearnerModuleItem, {
      params: { itemType: type, itemId: item.id },
      query: { related_id: learner.related_id },
    })
    if (!data.file) throw new Error('no file')
    return data.file
  }
  return { ...learner, item, row, file }
}
const get = (person: TestPerson, url: string, headers: Record<string, string> = {}) =>
  t.request(person, { method: 'GET', url, headers })

describe('a file of a course', () => {
  test('is served to the enrolled learner under an address that expires (UPL-019)', async () => {
    const who = await withFile()
    const file = await who.file()
    expect(file).toMatchObject({ mime_type: 'audio/mpeg', size: 1000, expires_at: '2026-03-01T15:00:00.000Z' })
    expect(file.url).not.toContain(who.row.key)
    const answer = await get(who.person, file.url)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(SOUND)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-disposition']).toMatch(/^inline/)
    expect(answer.headers['cache-control']).toMatch(/^private/)
  })

  test('is served in ranges, so audio can play from any position (UPL-019)', async () => {
    const who = await withFile()
    const { url } = await who.file()
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 99],
      ['bytes=500-', 500, 999],
      ['bytes=-10', 990, 999],
      ['bytes=990-5000', 990, 999],
    ] as const) {
      const answer = await get(who.person, url, { range })
      expect(answer.statusCode).toBe(206)
      expect(answer.headers).toMatchObject({
        'content-range': `bytes ${from}-${to}/1000`,
        'content-length': String(to - from + 1),
      })
      expect(answer.rawPayload.equals(SOUND.subarray(from, to + 1))).toBe(true)
    }
    const beyond = await get(who.person, url, { range: 'bytes=1000-' })
    expect(beyond.statusCode).toBe(416)
    expect(beyond.headers['content-range']).toBe('bytes */1000')
    const odd = await get(who.person, url, { range: 'bytes=1-2,5-6' })
    expect(odd.statusCode).toBe(200)
    expect(odd.rawPayload.equals(SOUND)).toBe(true)
  })

  test('is not served after its expiry, under a changed address, or to anyone else (UPL-019)', async () => {
    const who = await withFile()
    const { url } = await who.file()
    const other = await t.make.person('learner', { portal: who.course.portal })
    const stranger = await t.make.person('learner')
    for (const person of [other, stranger]) expect((await get(person, url)).statusCode).toBe(404)
    const visitor = await t.request(who.course.portal, { method: 'GET', url })
    expect(visitor.statusCode).toBe(401)
    const second = await withFile()
    const changed = [
      url.replace(/expires=\d+/, 'expires=4102444800'),
      url.replace(who.row.uuid, second.row.uuid),
      url.replace(/signature=.*/, 'signature=x'),
    ]
    for (const address of changed) expect((await get(who.person, address)).statusCode).toBe(404)
    expect((await get(who.person, url.replace(/\?.*/, ''))).statusCode).toBe(422)
    now = new Date('2026-03-01T15:00:00Z')
    const late = await get(who.person, url)
    expect(late.statusCode).toBe(422)
    expect(late.json()).toMatchObject({ code: 'link_expired', message: 'The link has expired' })
    expect((await get(who.person, (await who.file()).url)).statusCode).toBe(200)
    now = new Date('2026-03-01T10:20:00Z')
  })

  test('keeps its address within the hour, so a browser need not load it again (UPL-019)', async () => {
    const who = await withFile()
    const first = await who.file()
    now = new Date('2026-03-01T10:59:59Z')
    expect(await who.file()).toEqual(first)
    now = new Date('2026-03-01T11:00:01Z')
    expect((await who.file()).url).not.toBe(first.url)
    now = new Date('2026-03-01T10:20:00Z')
  })

  test('that could run as a page is downloaded, not shown (UPL-016)', async () => {
    const shown = await withFile('Document', { mime_type: 'application/pdf', name: 'Rules.pdf' })
    expect((await get(shown.person, (await shown.file()).url)).headers['content-disposition']).toMatch(/^inline/)
    const pdf = `${(await shown.file()).url}&download=1`
    expect((await get(shown.person, pdf)).headers['content-disposition']).toMatch(/^attachment; filename="Rules.pdf"/)
    for (const mime_type of ['text/html', 'image/svg+xml', 'application/rtf']) {
      const saved = await withFile('Document', { mime_type })
      expect((await get(saved.person, (await saved.file()).url)).headers['content-disposition']).toMatch(/^attachment/)
    }
  })

  test('that is missing from storage is not found (UPL-019)', async () => {
    const who = await withFile()
    const { url } = await who.file()
    await t.app.services.files.delete(who.row.key)
    expect((await get(who.person, url)).statusCode).toBe(404)
  })

  test('has no address for anyone who may not read the course (UPL-019, LRN-010)', async () => {
    const who = await withFile()
    const other = await t.make.person('learner', { portal: who.course.portal })
    await expect(who.file(other)).rejects.toMatchObject({ status: 404 })
    await t.platform((tx) =>
      tx
        .updateTable('enrollments')
        .set({ expires_at: new Date('2021-01-01') })
        .where('id', '=', who.related_id)
        .execute(),
    )
    await expect(who.file()).rejects.toMatchObject({ status: 403 })
  })
})
