import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { multipart } from '../../../../tests/multipart.ts'
import { phonePhoto, plain } from '../../../../tests/pictures.ts'

const t = testApp()

const send = async (
  who: TestPerson,
  url: string,
  { field, name, bytes }: { field: string; name: string; bytes: Buffer },
) => {
  const body = await multipart({ _method: 'PUT', [field]: { name, bytes } })
  return t.request(who, { method: 'POST', url: `/api/v1${url}`, ...body })
}
const read = async (who: TestPerson, url: string) => (await t.request(who, { method: 'GET', url })).rawPayload

test('avatars, logos, page icons and files of the library are stored upright and without the place (UPL-033)', async () => {
  const person = await t.make.person('portal_admin')
  const photo = await phonePhoto()
  expect(photo.includes('iPhone 15 Pro')).toBe(true)
  const avatar = await send(person, `/users/${person.id}/avatar`, {
    field: 'avatar',
    name: 'me.jpg',
    bytes: photo,
  })
  const logo = await send(person, '/portal/logo', { field: 'file', name: 'logo.jpg', bytes: photo })
  const share = await send(person, '/portal/social-logo', { field: 'file', name: 'share.png', bytes: photo })
  const material = await send(person, '/materials', { field: 'file', name: 'site.jfif', bytes: photo })
  const addresses: string[] = [
    avatar.json().data.avatar,
    logo.json().data.setting.logo,
    share.json().data.setting.social_logo,
    material.json().data.url,
  ]
  for (const address of addresses) {
    const bytes = await read(person, address)
    const { width, height, orientation, exif, icc } = await sharp(bytes).metadata()
    expect({ width, height, orientation, exif, icc }).toEqual({ width: 40, height: 60 })
    expect(bytes.includes('iPhone 15 Pro')).toBe(false)
  }
  expect(material.json().data).toMatchObject({ name: 'site.jpg', type: 'img', mime_type: 'image/jpeg' })
})

test('a refused picture answers what to do, and nothing is stored (UPL-032, UPL-035, ERR-112, ERR-115)', async () => {
  const person = await t.make.person('portal_admin')
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(400)])
  const header = (await plain(8, 8).png().toBuffer()).subarray(0, 33)
  header.writeUInt32BE(30_000, 16)
  header.writeUInt32BE(30_000, 20)
  for (const [name, bytes, code] of [
    ['IMG_1.heic', heic, 'file_heic_picture'],
    ['IMG_1.jpg', heic, 'file_heic_picture'],
    ['plan.png', header, 'file_too_many_pixels'],
  ] as const) {
    const answer = await send(person, '/materials', { field: 'file', name, bytes })
    expect([answer.statusCode, answer.json().code]).toEqual([422, code])
    expect(answer.json().errors.file[0]).toContain('It was not uploaded.')
  }
  const listed = await t.request(person, { method: 'GET', url: '/api/v1/materials' })
  expect(listed.json().data).toEqual([])
})
