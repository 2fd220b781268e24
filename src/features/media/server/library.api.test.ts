import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { deleteMaterial, listMaterials } from '../contract-admin.ts'

const t = testApp()

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

const upload = (who: TestPerson, name: string, content: Buffer, headers: Record<string, string> = {}) => {
  const edge = 'edge-of-a-part'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return t.request(who, {
    method: 'POST',
    url: '/api/v1/materials',
    headers: { 'content-type': `multipart/form-data; boundary=${edge}`, ...headers },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
}

test('a file is added by its form data, listed by type and search, and read by its address (UPL-001, UPL-002, UPL-005, UPL-007, UPL-018)', async () => {
  const author = await t.make.person('course_admin')
  const material = await upload(author, 'Site safety.PDF', PDF)
  expect(material.statusCode).toBe(200)
  expect(material.json().data).toMatchObject({
    name: 'Site safety.PDF',
    type: 'pdf',
    mime_type: 'application/pdf',
    size: PDF.length,
  })
  const listed = await t.as(author).call(listMaterials, { query: { type: 'pdf', search: 'safety' } })
  expect(listed.data).toHaveLength(1)
  expect((await t.as(author).call(listMaterials, { query: { type: 'audio' } })).data).toHaveLength(0)
  const read = await t.request(author, { method: 'GET', url: material.json().data.url })
  expect(read.rawPayload.equals(PDF)).toBe(true)
})

test('a file is stored and served under a name that shows its type (UPL-031, API-026)', async () => {
  const author = await t.make.person('course_admin')
  const material = await upload(author, "Bob's\u202e fdp.exe\u200b (1)\u2066.pdf", PDF)
  expect([material.statusCode, material.json().data.name]).toEqual([200, "Bob's fdp.exe (1).pdf"])
  const read = await t.request(author, { method: 'GET', url: material.json().data.url })
  expect(read.headers['content-disposition']).toBe(
    `inline; filename="Bob_s fdp.exe (1).pdf"; filename*=UTF-8''Bob%27s%20fdp.exe%20%281%29.pdf`,
  )
})

test('the library is read page by page in both directions, filtered by type and search (UPL-003)', async () => {
  const author = await t.make.person('course_admin')
  for (const name of ['one.pdf', 'two.pdf', 'odd.pdf', 'three.pdf'])
    expect((await upload(author, name, PDF)).statusCode).toBe(200)
  const list = (query: object) => t.as(author).call(listMaterials, { query })
  const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)
  const all = await list({})
  expect(names(all)).toEqual(['three.pdf', 'odd.pdf', 'two.pdf', 'one.pdf'])
  expect(all.meta).toEqual({ next_cursor: null, prev_cursor: null })
  const first = await list({ per_page: 2 })
  expect([names(first), first.meta]).toEqual([
    ['three.pdf', 'odd.pdf'],
    { next_cursor: expect.any(String), prev_cursor: null },
  ])
  const second = await list({ per_page: 2, cursor: first.meta.next_cursor ?? '' })
  expect([names(second), second.meta]).toEqual([
    ['two.pdf', 'one.pdf'],
    { next_cursor: null, prev_cursor: expect.any(String) },
  ])
  expect(names(await list({ per_page: 2, cursor: second.meta.prev_cursor ?? '' }))).toEqual(names(first))
  expect(names(await list({ search: 'O', type: 'pdf', per_page: 1 }))).toEqual(['odd.pdf'])
  expect(names(await list({ search: 'o', type: 'audio' }))).toEqual([])
})

test.each([
  ['virus.exe', PDF, 'Wrong Format'],
  ['picture.png', PDF, 'Wrong Format'],
])('%s is refused by name or content (UPL-010, UPL-016)', async (name, content) => {
  const author = await t.make.person('course_admin')
  const answer = await upload(author, name, content)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors.file).toEqual([`The file ${name} has a wrong format.`])
  expect((await t.as(author).call(listMaterials)).data).toHaveLength(0)
})

test('a file over 20 MB answers 413 and leaves nothing (UPL-009, ERR-010)', async () => {
  const author = await t.make.person('course_admin')
  const answer = await upload(author, 'big.pdf', Buffer.concat([PDF, Buffer.alloc(20_971_520)]))
  expect(answer.statusCode).toBe(413)
  expect((await t.as(author).call(listMaterials)).data).toHaveLength(0)
})

test('another portal and a learner see nothing of it (UPL-008, API-021)', async () => {
  const author = await t.make.person('course_admin')
  const { id } = (await upload(author, 'own.pdf', PDF)).json().data
  const stranger = await t.make.person('course_admin')
  expect((await t.as(stranger).call(listMaterials)).data).toHaveLength(0)
  await expect(t.as(stranger).call(deleteMaterial, { params: { id } })).rejects.toMatchObject({ status: 404 })
  const learner = await t.make.person('learner', { portal: author.portal })
  await expect(t.as(learner).call(listMaterials)).rejects.toMatchObject({ status: 403 })
  await t.as(author).call(deleteMaterial, { params: { id } })
  expect((await t.as(author).call(listMaterials)).data).toHaveLength(0)
})

test('a file sent again after a lost answer is in the library once (UPL-025, API-024)', async () => {
  const author = await t.make.person('course_admin')
  const send = (key: string) => upload(author, 'again.pdf', PDF, { 'idempotency-key': key })
  const first = (await send('one')).json()
  const [second, third] = [await send('one'), await send('two')]
  expect([second.statusCode, second.json()]).toEqual([200, first])
  expect(third.json().data.id).not.toBe(first.data.id)
  expect((await t.as(author).call(listMaterials)).data).toHaveLength(2)
})
