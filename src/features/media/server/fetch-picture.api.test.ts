import http from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { phonePhoto } from '../../../../tests/pictures.ts'
import { listMaterials, takePictureFrom } from '../contract-admin.ts'

const env: Record<string, string> = { FETCH_NETWORKS: '127.0.0.1/32' }
const t = testApp({ env })

let server: http.Server
let origin = ''
beforeAll(async () => {
  const photo = await phonePhoto()
  const answers: Record<string, Buffer> = {
    '/photo': photo,
    '/photo.png?size=1': photo,
    '/drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    '/page.png': Buffer.from('<!doctype html><p>Sign in</p>'),
    '/sheet.pdf': Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  }
  server = http.createServer((request, response) => {
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 404).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('a picture of the web comes into the library as one that was uploaded, without what its camera said (UPL-047, UPL-033)', async () => {
  const author = await t.make.person('course_admin')
  const api = t.as(author)
  const names: (string | undefined)[] = []
  for (const path of ['/photo', '/photo.png?size=1']) {
    const { data } = await api.call(takePictureFrom, { body: { address: origin + path } })
    names.push(data?.name)
    const stored = await t.request(author, { method: 'GET', url: data?.url ?? '' })
    const { format, exif, width, height } = await sharp(stored.rawPayload).metadata()
    expect([format, exif, width, height]).toEqual(['jpeg', undefined, 40, 60])
  }
  expect(names).toEqual(['photo.jpg', 'photo.jpg'])
  expect((await api.call(listMaterials, { query: { type: 'img' } })).data).toHaveLength(2)
})

test.each([
  ['/missing.png', 'address', /does not give the picture out/],
  ['/drawing.svg', 'file', /drawing\.svg/],
  ['/page.png', 'file', /page\.png has a wrong format/],
  ['/sheet.pdf', 'file', /wrong format/],
  ['http://10.0.0.1/a.png', 'address', /cannot be opened/],
] as const)('%s is refused at %s, and nothing comes into the library (UPL-047, UPL-035)', async (path, field, text) => {
  const author = await t.make.person('course_admin')
  const address = path.startsWith('/') ? origin + path : path
  const refusal = await t
    .as(author)
    .call(takePictureFrom, { body: { address } })
    .catch((error: { status: number; errors: Record<string, string[]> }) => error)
  expect(refusal).toMatchObject({ status: 422, errors: { [field]: [expect.stringMatching(text)] } })
  expect((await t.as(author).call(listMaterials, {})).data).toEqual([])
})
