import sharp from 'sharp'
import { expect, test } from 'vitest'
import { textPictureUrl } from '#kernel/uploads/text-pictures.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { multipart } from '../../../../tests/multipart.ts'
import { phonePhoto, plain } from '../../../../tests/pictures.ts'

const t = testApp()

const TAGS = {
  IFD0: { Make: 'Apple', Model: 'iPhone 15 Pro', Artist: 'Dana Whitfield' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 57/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '82/1 59/1 0/1' },
}
const tagged = () => plain(60, 40).withExif(TAGS).withMetadata({ orientation: 6 })

/** Photos that lie on their side, as a phone takes them, with its owner, its make and the place. */
const PHOTOS = {
  jpg: () => phonePhoto(),
  png: () => tagged().png().toBuffer(),
  webp: () => tagged().webp({ quality: 90 }).toBuffer(),
} as const
type Kind = keyof typeof PHOTOS

type Made = Record<string, unknown>

/** Every way by which a picture becomes one that others see, and where its address then stands. */
const PLACES: readonly [string, readonly Kind[], (who: TestPerson, put: Put) => Promise<string>][] = [
  [
    'the avatar of a person',
    ['jpg', 'png', 'webp'],
    async (who, put) => String((await put(`/users/${who.id}/avatar`, 'avatar'))['avatar']),
  ],
  ['the logo of the portal', ['jpg', 'png'], async (_, put) => at(await put('/portal/logo'), 'setting', 'logo')],
  [
    'the share picture of the portal',
    ['jpg', 'png'],
    async (_, put) => at(await put('/portal/social-logo'), 'setting', 'social_logo'),
  ],
  ['a picture of a page', ['jpg', 'png', 'webp'], async (_, put) => at(await put('/portal/pages/pictures'), 'src')],
  [
    'the share picture of a page',
    ['jpg', 'png'],
    async (who, put) => {
      const words = { title: 'Yard', meta_title: 'Yard', meta_description: 'Yard' }
      return at(await put(`/portal/pages/${await make(who, '/portal/pages', words)}/seo-image`), 'seo_image')
    },
  ],
  [
    'the cover of an article',
    ['jpg', 'png', 'webp'],
    async (who, put) => {
      const id = await make(who, '/admin/articles', { title: 'Yard', meta_description: 'Yard', text: '<p>Yard</p>' })
      return at(await put(`/admin/articles/${id}/thumbnail`), 'image')
    },
  ],
  [
    'the picture of a bundle',
    ['jpg', 'png', 'webp'],
    async (who, put) => {
      const course_ids = [
        await make(who, '/admin/courses', { title: 'Yard' }),
        await make(who, '/admin/courses', { title: 'Gate' }),
      ].map(Number)
      const id = await make(who, '/portal/bundles', { title: 'Yard', price: 10, course_ids })
      return at(await put(`/portal/bundles/${id}/thumbnail`), 'thumbnail')
    },
  ],
  [
    'the avatar of an author',
    ['jpg', 'png', 'webp'],
    async (who, put) =>
      at(await put(`/portal/authors/${await make(who, '/portal/authors', { name: 'Dana' })}/avatar`), 'avatar'),
  ],
  [
    'the cover of a course',
    ['jpg', 'png', 'webp'],
    async (who, put) => {
      const slug = await make(who, '/admin/courses', { title: 'Yard' }, 'slug')
      return at(await put(`/admin/courses/${slug}/thumbnail`), 'thumbnail')
    },
  ],
  [
    'a picture in texts of courses',
    ['jpg', 'png', 'webp'],
    async (_, put) => textPictureUrl(at(await put('/materials'), 'uuid')),
  ],
  ['a file of a course', ['jpg', 'png', 'webp'], async (_, put) => at(await put('/materials'), 'url')],
]

type Put = (url: string, field?: string) => Promise<Made>
const at = (value: Made, ...path: string[]): string =>
  String(path.reduce<unknown>((part, name) => (part as Made)[name], value))
const make = async (who: TestPerson, url: string, payload: object, key = 'id'): Promise<string> => {
  const answer = await t.request(who, { method: 'POST', url: `/api/v1${url}`, payload })
  expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
  return String(answer.json().data[key])
}

const CASES = PLACES.flatMap(([name, kinds, put]) => kinds.map((kind) => [name, kind, put] as const))

test.each(CASES)(
  '%s, sent as %s, says nothing of its place, camera or owner, and stands upright (UPL-033, UPL-055)',
  async (_, kind, put) => {
    const who = await t.make.person('portal_admin')
    const bytes = await PHOTOS[kind]()
    expect([bytes.includes('iPhone 15 Pro'), (await sharp(bytes).metadata()).orientation]).toEqual([true, 6])
    const address = await put(who, async (url, field = 'file') => {
      const body = await multipart({ _method: 'PUT', [field]: { name: `yard.${kind}`, bytes } })
      const answer = await t.request(who, { method: 'POST', url: `/api/v1${url}`, ...body })
      expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
      return answer.json().data
    })
    const narrow = address.includes('signature') ? [] : [`${address}${address.includes('?') ? '&' : '?'}w=320`]
    for (const shown of [address, ...narrow]) {
      const answer = await t.request(who, { method: 'GET', url: shown })
      expect(answer.statusCode).toBe(200)
      const { width, height, orientation, exif, xmp, iptc } = await sharp(answer.rawPayload).metadata()
      expect({ width, height, orientation, exif, xmp, iptc }).toEqual({ width: 40, height: 60 })
      for (const word of ['iPhone', 'Whitfield', 'GPS']) expect(answer.rawPayload.includes(word)).toBe(false)
    }
  },
)
