import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { removeSocialLogo } from '#features/portals/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { multipart } from '../../../../tests/multipart.ts'
import { animation, hugePng, phonePhoto, plain } from '../../../../tests/pictures.ts'

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

test('avatars, logos, page icons and library files are stored upright and without location (UPL-033)', async () => {
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

test('a refused picture is answered with advice, and nothing is stored (UPL-032, UPL-035, ERR-112, ERR-115)', async () => {
  const person = await t.make.person('portal_admin')
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(400)])
  for (const [name, bytes, code] of [
    ['IMG_1.heic', heic, 'file_heic_picture'],
    ['IMG_1.jpg', heic, 'file_heic_picture'],
    ['plan.png', hugePng(30_000, 30_000), 'file_too_many_pixels'],
  ] as const) {
    const answer = await send(person, '/materials', { field: 'file', name, bytes })
    expect([answer.statusCode, answer.json().code]).toEqual([422, code])
    expect(answer.json().errors.file[0]).toContain('It was not uploaded.')
  }
  const listed = await t.request(person, { method: 'GET', url: '/api/v1/materials' })
  expect(listed.json().data).toEqual([])
})

describe('narrower pictures', () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#888', noise } })
  const uploaded = async (name: string, bytes: Buffer, place: 'social-logo' | 'logo' = 'social-logo') => {
    const person = await t.make.person('portal_admin')
    const answer = await send(person, `/portal/${place}`, { field: 'file', name, bytes })
    return { person, address: answer.json().data.setting[place.replace('-', '_')] as string }
  }

  test('a picture is served as WebP in the requested width, never enlarged, and cached permanently (UPL-042)', async () => {
    const { person, address } = await uploaded('a.jpg', await photo(1000, 500).jpeg({ quality: 95 }).toBuffer())
    const whole = await read(person, address)
    for (const [width, expected] of [
      [320, 320],
      [960, 960],
      [1920, 1000],
    ]) {
      const answer = await t.request(person, { method: 'GET', url: `${address}?w=${width}` })
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: expected })
      expect(answer.rawPayload.length).toBeLessThan(whole.length)
    }
    expect((await t.request(person, { method: 'GET', url: `${address}?w=321` })).statusCode).toBe(422)
  })

  test('it is created once, however many request it, and deleted with the picture (UPL-042)', async () => {
    const { person, address } = await uploaded('a.png', await photo(400, 200).png().toBuffer())
    const { files } = t.app.services
    const folder = `narrow-pictures/${address.split('/').at(-1)}`
    const keys = async () => (await Array.fromAsync(files.list(folder))).map(({ key }) => key)
    const answers = await Promise.all([1, 2, 3].map(() => read(person, `${address}?w=320`)))
    expect(new Set(answers.map((bytes) => bytes.toString('base64'))).size).toBe(1)
    expect(await keys()).toEqual([`${folder}/320.webp`])
    await files.put(`${folder}/320.webp`, 'kept')
    expect((await read(person, `${address}?w=320`)).toString()).toBe('kept')
    await t.as(person).call(removeSocialLogo, {})
    expect((await t.request(person, { method: 'GET', url: `${address}?w=320` })).statusCode).toBe(404)
    await t.app.jobs.drain()
    expect(await keys()).toEqual([])
  })

  test('a drawing keeps its edges, an animation its frames, and transparency is kept (UPL-042)', async () => {
    const logo = await sharp({ create: { width: 800, height: 400, channels: 4, background: '#1d4e8900' } })
      .composite([
        { input: { create: { width: 400, height: 400, channels: 4, background: '#1d4e89' } }, left: 0, top: 0 },
      ])
      .png()
      .toBuffer()
    const drawing = await uploaded('a.png', logo)
    const narrow = await read(drawing.person, `${drawing.address}?w=320`)
    const { data, info } = await sharp(narrow).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([320, 160])
    expect([...data.subarray(0, 4)]).toEqual([0x1d, 0x4e, 0x89, 255])
    expect(data.at(-1)).toBe(0)
    const moving = await uploaded('a.gif', await animation('gif', 3, [400, 200]), 'logo')
    expect(await sharp(await read(moving.person, `${moving.address}?w=320`)).metadata()).toMatchObject({ pages: 3 })
  })

  test('other kinds of files are served as they are, and so are unreadable ones (UPL-042)', async () => {
    const { person, address } = await uploaded('a.png', await plain(400, 200).png().toBuffer())
    const uuid = address.split('/').at(-1) ?? ''
    const file = await t.platform((tx) =>
      tx.selectFrom('media').select('key').where('uuid', '=', uuid).executeTakeFirstOrThrow(),
    )
    for (const [type, bytes] of [
      ['image/png', Buffer.from('broken')],
      ['image/svg+xml', Buffer.from('<svg/>')],
    ] as const) {
      await t.platform((tx) =>
        tx.updateTable('media').set({ mime_type: type, size: bytes.length }).where('uuid', '=', uuid).execute(),
      )
      await t.app.services.files.put(file.key, bytes)
      const answer = await t.request(person, { method: 'GET', url: `${address}?w=640` })
      expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload]).toEqual([200, type, bytes])
    }
  })
})
