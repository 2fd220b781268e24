import { expect, test } from 'vitest'
import { articles } from '#features/articles/contract-lists.ts'
import { createCourse, showCourse, thumbnail } from '#features/courses/contract.ts'
import { listMaterials } from '#features/media/contract-admin.ts'
import {
  deleteLibraryFile,
  listLibrary,
  replaceLibraryFile,
  showLibraryFile,
} from '#features/media-library/contract.ts'
import { createPage, uploadSeoImage } from '#features/pages/contract.ts'
import { partnerAuthors } from '#features/partners/contract-content.ts'
import { uploadLogo } from '#features/portals/contract.ts'
import { agencies } from '#features/terms/contract-lists.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { type TestPerson, testApp } from '../../tests/api.ts'
import { contentOf } from '../../tests/content.ts'
import { multipart, png } from '../../tests/multipart.ts'
import { aPartnerOf } from '../../tests/partners.ts'
import { plain } from '../../tests/pictures.ts'

const t = testApp()

type Call = <A = { data: { [name: string]: unknown; id: number } }>(endpoint: AnyEndpoint, args: object) => Promise<A>
const callsOf = (who: TestPerson) => t.as(who).call as unknown as Call

const send = async (who: TestPerson, url: string, name: string, bytes: Buffer) => {
  const form = await multipart({ file: { name, bytes } })
  const answer = await t.request(who, { method: 'POST', url: `/api/v1${url}`, ...form })
  expect([answer.statusCode, answer.json().message]).toEqual([200, undefined])
  return answer.json().data
}

/** A person of a new portal, whose library has one picture. */
const setUp = async (role: TestPerson['role'] = 'portal_admin', name = 'Crane.png') => {
  const { portal } = await contentOf(t)
  const admin = await t.make.person('portal_admin', { portal })
  await send(admin, '/materials', name, png(64, 36))
  const [file] = (await t.as(admin).call(listMaterials, {})).data
  const person = role === 'portal_admin' ? admin : await t.make.person(role, { portal })
  return { portal, admin, person, call: callsOf(person), library_id: file?.id as number }
}
type At = Awaited<ReturnType<typeof setUp>>

const usesOf = async ({ admin, library_id: id }: At) =>
  (await t.as(admin).call(showLibraryFile, { params: { id } })).data.uses.map(({ place, title }) => `${place} ${title}`)

const PLACES: Record<string, (at: At) => Promise<{ src: unknown; used: string }>> = {
  'the cover of an article': async ({ call, library_id }) => {
    const { id } = (await call(articles.create, { body: { title: 'On cranes', text: '<p>a</p>' } })).data
    const { data } = await call(articles.upload_cover, { params: { id }, body: { library_id } })
    return { src: data['cover'], used: 'Article On cranes' }
  },
  'the logo of an agency': async ({ call, library_id }) => {
    const { id } = (await call(agencies.create, { body: { title: 'OSHA' } })).data
    const { data } = await call(agencies.upload_logo, { params: { id }, body: { library_id } })
    return { src: data['logo'], used: 'Agency OSHA' }
  },
  'the cover of a course': async ({ call, library_id }) => {
    const { data: course } = await call(createCourse, { body: { title: 'Cranes' } })
    const { data } = await call(thumbnail.upload, { params: { slug: course['slug'] }, body: { library_id } })
    return { src: data['thumbnail'], used: 'Course Cranes' }
  },
  'the share picture of a page': async ({ call, library_id }) => {
    const texts = { title: 'Cranes', meta_title: 'Cranes', meta_description: 'Cranes' }
    const { id } = (await call(createPage, { body: texts })).data
    const { data } = await call(uploadSeoImage, { params: { id }, body: { library_id } })
    return { src: data['seo_image'], used: 'Page Cranes' }
  },
  'the logo of the portal': async ({ call, library_id }) => {
    const { data } = await call(uploadLogo, { body: { library_id } })
    return { src: (data['setting'] as { logo: string }).logo, used: 'Portal Logos and icons' }
  },
}

test.each(Object.entries(PLACES))(
  '%s is chosen from the library, which knows of it, and is a file of its own that everyone can see (UPL-051, UPL-053, UPL-057)',
  async (_, choose) => {
    const at = await setUp()
    const { src, used } = await choose(at)
    expect((await t.request(at.portal, { method: 'GET', url: String(src) })).statusCode).toBe(200)
    expect(await usesOf(at)).toEqual([used])
    expect((await t.as(at.admin).call(listLibrary, {})).data).toHaveLength(1)
    await expect(t.as(at.admin).call(deleteLibraryFile, { params: { id: at.library_id } })).rejects.toThrow(
      /Nothing was deleted/,
    )
  },
)

test('a picture that is replaced in the library is replaced in the records that chose it, and put back where each removes it (UPL-054, UPL-057)', async () => {
  const at = await setUp()
  const { id } = (await at.call(articles.create, { body: { title: 'On cranes', text: '<p>a</p>' } })).data
  const params = { id }
  await at.call(articles.upload_cover, { params, body: { library_id: at.library_id } })
  const coverOf = async () => (await at.call(articles.show, { params })).data['cover']
  const before = await coverOf()
  await send(at.admin, replaceLibraryFile.path.replace(':id', String(at.library_id)), 'Yard.png', png(90, 90))
  expect(await coverOf()).not.toBe(before)
  // The copy goes with the record; its original stays in the library.
  const now = String(await coverOf())
  await at.call(articles.remove_cover, { params })
  expect((await t.request(at.portal, { method: 'GET', url: now })).statusCode).toBe(404)
  expect((await t.as(at.admin).call(listLibrary, {})).data.map(({ name }) => name)).toEqual(['Yard.png'])
})

test('a picture of another portal, a file that is none, and one that the place does not take are refused (UPL-016, UPL-057)', async () => {
  const at = await setUp()
  const other = await setUp()
  const { id } = (await at.call(agencies.create, { body: { title: 'OSHA' } })).data
  const choose = (call: AnyEndpoint, library_id: number) => at.call(call, { params: { id }, body: { library_id } })
  await expect(choose(agencies.upload_logo, other.library_id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(choose(agencies.upload_logo, 999_999_999)).rejects.toMatchObject({ code: 'not_found' })
  await expect(at.call(agencies.upload_logo, { params: { id } })).rejects.toMatchObject({ code: 'upload_no_file' })
  // Networks that show a shared page read JPEG and PNG alone.
  await send(at.admin, '/materials', 'Moving.webp', await plain(60, 40).webp().toBuffer())
  const [webp] = (await t.as(at.admin).call(listMaterials, { query: { search: 'Moving' } })).data
  await expect(choose(agencies.upload_seo_image, webp?.id as number)).rejects.toMatchObject({
    code: 'file_wrong_format',
  })
  await choose(agencies.upload_logo, webp?.id as number)
})

test('authors of courses choose from the library of the course builder, partners from none (UPL-057, ROL-034)', async () => {
  const at = await setUp('course_admin')
  const { data: course } = await at.call(createCourse, { body: { title: 'Cranes' } })
  const params = { slug: course['slug'] }
  await at.call(thumbnail.upload, { params, body: { library_id: at.library_id } })
  expect((await at.call(showCourse, { params })).data['thumbnail']).toMatch(/^\/api\/v1\/media\//)
  const { partner } = await aPartnerOf(t)(at.portal)
  const { id } = (await callsOf(partner)(partnerAuthors.create, { body: { name: 'Ann' } })).data
  await expect(
    callsOf(partner)(partnerAuthors.upload_avatar, { params: { id }, body: { library_id: at.library_id } }),
  ).rejects.toMatchObject({ code: 'not_enough_permissions' })
})
