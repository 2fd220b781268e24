import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { png } from '../../../../tests/multipart.ts'
import {
  addInstructor,
  createCertificateTemplate,
  listInstructors,
  makePrimaryInstructor,
  removeInstructor,
  showCertificateTemplate,
  showCourse,
  showPrices,
  updateCertificateTemplate,
  updatePrices,
} from '../contract.ts'

const t = testApp()
const make = authoring(t)
const NOT_FOUND = { status: 404, code: 'not_found' }
const FORBIDDEN = { status: 403, code: 'not_enough_permissions' }

describe('prices (BLD-020, BLD-032, ROL-035)', () => {
  const tiers = (...pairs: [number, number][]) => ({ course_pricings: pairs.map(([from, price]) => ({ from, price })) })

  test('are replaced as a set; a tier that stays keeps its id', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug } = await make.course(admin)
    const params = { slug }
    const api = t.as(admin)
    const first = await api.call(updatePrices, { params, body: tiers([1, 100], [10, 89.99], [50, 0]) })
    expect(first.data.course_pricings).toEqual([
      { id: expect.any(Number), from: 1, price: 100 },
      { id: expect.any(Number), from: 10, price: 89.99 },
      { id: expect.any(Number), from: 50, price: 0 },
    ])
    const second = await api.call(updatePrices, {
      params,
      body: { ...tiers([5, 95], [10, 85.5]), min_credit_price: 2.5, max_discount: 20, credit_price: 9.99 },
    })
    expect(second.data).toEqual({
      version: 2,
      course: expect.objectContaining({ slug, publication_status: 1 }),
      course_pricings: [
        { id: expect.any(Number), from: 5, price: 95 },
        { id: first.data.course_pricings[1]?.id, from: 10, price: 85.5 },
      ],
      min_credit_price: 2.5,
      max_discount: 20,
      credit_price: 9.99,
    })
    expect((await api.call(showPrices, { params })).data).toEqual(second.data)
    expect((await make.actions(admin.portal)).at(-1)).toMatchObject({
      action: 'course.update-prices',
      changes: {
        before: [
          [1, 10000],
          [10, 8999],
          [50, 0],
        ],
        after: [
          [5, 9500],
          [10, 8550],
        ],
      },
    })
  })

  test('a wrong set answers 422 by field and changes nothing', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug } = await make.readyCourse(admin)
    const before = await make.snapshot(admin.portal)
    const cases: [unknown, Record<string, string[]>][] = [
      [{}, { course_pricings: ['This field is required.'] }],
      [tiers([1, 10], [1, 9]), { 'course_pricings.1.from': ['Please enter a value of at least 2.'] }],
      [tiers([5, 10], [2, 9]), { 'course_pricings.1.from': ['Please enter a value of at least 6.'] }],
      [tiers([0, 10]), { 'course_pricings.0.from': ['Please enter a value of at least 1.'] }],
      [tiers([1.5, 10]), { 'course_pricings.0.from': ['Please enter a whole number.'] }],
      [tiers([1, -0.01]), { 'course_pricings.0.price': ['Please enter a value of at least 0.'] }],
      [tiers([1, 10.001]), { 'course_pricings.0.price': ['Please enter a number.'] }],
      [tiers([1, 1_000_000]), { 'course_pricings.0.price': ['Please enter a value of no more than 999999.99.'] }],
      [tiers([3_000_000_000, 1]), { 'course_pricings.0.from': ['Please enter a value of no more than 1000000.'] }],
      [{ course_pricings: [{ from: '1', price: 'ten' }] }, { 'course_pricings.0.price': ['Please enter a number.'] }],
      [{ ...tiers([1, 10]), credit_price: 0.5 }, { credit_price: ['Please enter a value of at least 1.'] }],
      [{ ...tiers([1, 10]), max_discount: 101 }, { max_discount: ['Please enter a value of no more than 100.'] }],
    ]
    for (const [body, errors] of cases)
      await expect(
        t.as(admin).call(updatePrices, { params: { slug }, body: body as never }),
        JSON.stringify(body),
      ).rejects.toMatchObject({ status: 422, code: 'invalid', errors })
    expect(await make.snapshot(admin.portal)).toEqual(before)
  })

  test('a portal’s own price of a credit is not below the discounted minimum (CRD-018)', async () => {
    const admin = await t.make.person('portal_admin')
    const params = { slug: (await make.course(admin)).slug }
    const body = { ...tiers([1, 10]), min_credit_price: 10, max_discount: 25 }
    const save = (credit_price: number) => t.as(admin).call(updatePrices, { params, body: { ...body, credit_price } })
    await expect(save(7.49)).rejects.toMatchObject({
      status: 422,
      errors: { credit_price: ['Please enter a value of at least 7.5.'] },
    })
    expect((await save(7.5)).data.credit_price).toBe(7.5)
  })

  test('two sets at the same time leave one of them whole', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug } = await make.course(admin)
    const sets = [tiers([1, 10], [2, 9], [3, 8]), tiers([2, 20], [3, 19], [4, 18])]
    await Promise.all(sets.map((body) => t.as(admin).call(updatePrices, { params: { slug }, body })))
    const { data } = await t.as(admin).call(showPrices, { params: { slug } })
    expect(sets).toContainEqual({ course_pricings: data.course_pricings.map(({ from, price }) => ({ from, price })) })
  })

  test('are read by accounting and course admins, changed by a partner for the own company only', async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const { slug } = await make.readyCourse(admin)
    const params = { slug }
    const body = tiers([1, 1])
    for (const role of ['accounting', 'course_admin'] as const) {
      const reader = t.as(await t.make.person(role, { portal }))
      expect((await reader.call(showPrices, { params })).data.course_pricings).toHaveLength(1)
      await expect(reader.call(updatePrices, { params, body })).rejects.toMatchObject(FORBIDDEN)
    }
    for (const role of ['instructor', 'editor', 'learner'] as const)
      await expect(t.as(await t.make.person(role, { portal })).call(showPrices, { params })).rejects.toMatchObject(
        FORBIDDEN,
      )
    const partner = await t.make.person('partner', { portal })
    await make.company(portal, partner)
    await expect(t.as(partner).call(updatePrices, { params, body })).rejects.toMatchObject(NOT_FOUND)
    const own = await make.course(partner)
    expect(
      (await t.as(partner).call(updatePrices, { params: { slug: own.slug }, body })).data.course_pricings,
    ).toMatchObject([{ from: 1, price: 1 }])
    const stranger = t.as(await t.make.person('portal_admin'))
    await expect(stranger.call(updatePrices, { params, body })).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('instructors (BLD-021, BLD-034)', () => {
  const setUp = async () => {
    const admin = await t.make.person('portal_admin')
    const { slug, id } = await make.course(admin)
    const people: TestPerson[] = []
    for (let n = 0; n < 3; n++) people.push(await t.make.person('instructor', { portal: admin.portal }))
    return {
      admin,
      id,
      slug,
      params: { slug },
      api: t.as(admin),
      people: people as [TestPerson, TestPerson, TestPerson],
    }
  }

  test('the first one is primary, another is made so, and when it leaves the next one is', async () => {
    const { api, params, slug, people } = await setUp()
    const [first, second, third] = people
    for (const { id } of people) await api.call(addInstructor, { params, body: { user_id: id } })
    const again = await api.call(addInstructor, { params, body: { user_id: second.id } })
    expect(again.data.map(({ id, is_primary }) => [id, is_primary])).toEqual([
      [first.id, true],
      [second.id, false],
      [third.id, false],
    ])
    const primary = await api.call(makePrimaryInstructor, { params: { slug, userId: third.id } })
    expect(primary.data.map(({ id, is_primary }) => [id, is_primary])).toEqual([
      [third.id, true],
      [first.id, false],
      [second.id, false],
    ])
    const left = await api.call(removeInstructor, { params: { slug, userId: third.id } })
    expect(left.data).toMatchObject([
      { id: first.id, is_primary: true },
      { id: second.id, is_primary: false },
    ])
    expect((await api.call(listInstructors, { params })).data).toEqual(left.data)
    expect((await api.call(showCourse, { params })).data.instructors).toEqual(left.data)
  })

  test('only somebody with the role instructor in this portal is added (ERR-051, API-021)', async () => {
    const { admin, api, params, slug } = await setUp()
    const learner = await t.make.person('learner', { portal: admin.portal })
    const elsewhere = await t.make.person('instructor')
    for (const { id } of [learner, elsewhere])
      await expect(api.call(addInstructor, { params, body: { user_id: id } })).rejects.toMatchObject({
        status: 422,
        code: 'role_not_held',
        errors: { user_id: ['The user does not have this role'] },
      })
    for (const call of [removeInstructor, makePrimaryInstructor])
      await expect(api.call(call, { params: { slug, userId: learner.id } })).rejects.toMatchObject(NOT_FOUND)
  })

  test('those who are made primary at the same time leave exactly one', async () => {
    const { admin, id, api, params, slug, people } = await setUp()
    await Promise.all(people.map((person) => api.call(addInstructor, { params, body: { user_id: person.id } })))
    await Promise.all(people.map((person) => api.call(makePrimaryInstructor, { params: { slug, userId: person.id } })))
    const rows = await t.platform((tx) =>
      tx
        .selectFrom('course_instructors')
        .select('is_primary')
        .where('portal_id', '=', admin.portal.id)
        .where('course_id', '=', id)
        .execute(),
    )
    expect(rows.map((row) => row.is_primary).toSorted()).toEqual([false, false, true])
  })
})

describe('the certificate template (CER-010 to CER-012)', () => {
  test('has one address below the course for reading, making and changing it (CER-011)', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug } = await make.course(admin)
    const ask = async (method: 'GET' | 'POST' | 'PUT', payload?: object) => {
      const url = `/api/v1/admin/courses/${slug}/certificate-template`
      const answer = await t.request(admin, { method, url, ...(payload && { payload }) })
      return [answer.statusCode, answer.json().data?.title ?? answer.json().code ?? null]
    }
    expect(await ask('GET')).toEqual([200, null])
    expect(await ask('PUT', { title: 'Early' })).toEqual([404, 'not_found'])
    expect(await ask('POST', { title: 'Completion', text: 'For {user_name}' })).toEqual([200, 'Completion'])
    expect(await ask('PUT', { title: 'Mastery' })).toEqual([200, 'Mastery'])
    expect(await ask('GET')).toEqual([200, 'Mastery'])
  })

  test('is stored once, shown and changed', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug } = await make.course(admin)
    const params = { slug }
    const api = t.as(admin)
    expect((await api.call(showCertificateTemplate, { params })).data).toBeNull()
    await expect(api.call(updateCertificateTemplate, { params, body: { title: 'A' } })).rejects.toMatchObject(NOT_FOUND)
    const logo = await make.media(admin.portal, 'img')
    const made = await api.call(createCertificateTemplate, {
      params,
      body: {
        title: 'Completion',
        text: ' For <Team A> {user_name}\r\nof {portal_name} ',
        logo,
        valid_months: 24,
        signer_name: '',
      },
    })
    expect(made.data).toMatchObject({
      title: 'Completion',
      text: 'For <Team A> {user_name}\nof {portal_name}',
      logo,
      background: null,
      signature_image: null,
      signer_name: null,
      valid_months: 24,
    })
    expect((await api.call(showCourse, { params })).data.certificate_template).toEqual({ id: made.data.id })
    await expect(
      api.call(createCertificateTemplate, { params, body: { title: 'Again', text: 'x' } }),
    ).rejects.toMatchObject({ status: 409, code: 'conflict' })
    const changed = await api.call(updateCertificateTemplate, {
      params,
      body: { logo: null, signer_name: 'Sam Signer', signer_title: 'Dean' },
    })
    expect(changed.data).toMatchObject({ id: made.data.id, title: 'Completion', logo: null, signer_name: 'Sam Signer' })
    expect((await api.call(showCertificateTemplate, { params })).data).toEqual(changed.data)
  })

  test('takes pictures of the own library only (API-021, UPL-008)', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug } = await make.course(admin)
    const params = { slug }
    const foreign = await make.media(await t.make.portal(), 'img')
    const audio = await make.media(admin.portal, 'audio')
    for (const logo of [foreign, audio])
      await expect(
        t.as(admin).call(createCertificateTemplate, { params, body: { title: 'A', text: 'b', logo } }),
      ).rejects.toMatchObject({ status: 422, errors: { logo: ['Selected value is not valid'] } })
    await expect(
      t.as(admin).call(createCertificateTemplate, { params, body: { title: 'A', text: ' \n ' } }),
    ).rejects.toMatchObject({ status: 422, errors: { text: ['This field is required.'] } })
  })

  test('of a course elsewhere is not found', async () => {
    const { slug } = await make.course(await t.make.person('portal_admin'))
    const stranger = t.as(await t.make.person('portal_admin'))
    const params = { slug }
    await expect(stranger.call(showCertificateTemplate, { params })).rejects.toMatchObject(NOT_FOUND)
    await expect(
      stranger.call(createCertificateTemplate, { params, body: { title: 'A', text: 'b' } }),
    ).rejects.toMatchObject(NOT_FOUND)
  })
})

describe('pictures (BLD-035)', () => {
  const PNG = png(3, 2)
  const upload = (who: TestPerson, slug: string, name: string, file: { name: string; bytes: Buffer }) => {
    const boundary = 'a-boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: image/png\r\n\r\n`
    return t.request(who, {
      method: 'POST',
      url: `/api/v1/admin/courses/${slug}/${name}`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
  }

  test.each([
    ['thumbnail', (data: Record<string, unknown>) => data.thumbnail],
    ['seo-image', (data: Record<string, unknown>) => data.seo_image],
    ['author-avatar', (data: Record<string, unknown>) => (data.author as { avatar: unknown }).avatar],
  ])('the %s is uploaded, served, replaced and removed', async (name, read) => {
    const admin = await t.make.person('portal_admin')
    const { slug } = await make.course(admin)
    const first = await upload(admin, slug, name, { name: 'a.png', bytes: PNG })
    expect(first.statusCode).toBe(200)
    const address = read(first.json().data) as string
    const { rawPayload } = await t.request(admin.portal, { method: 'GET', url: address })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 3, height: 2 })
    const second = await upload(admin, slug, name, { name: 'b.png', bytes: PNG })
    expect(read(second.json().data)).not.toBe(address)
    expect((await t.request(admin.portal, { method: 'GET', url: address })).statusCode).toBe(404)
    const removed = await t.request(admin, { method: 'DELETE', url: `/api/v1/admin/courses/${slug}/${name}` })
    expect(read(removed.json().data)).toBeNull()
  })

  test('a file that is no picture is refused, and the present one stays (UPL-010, UPL-016)', async () => {
    const admin = await t.make.person('portal_admin')
    const { slug } = await make.course(admin)
    const { data } = (await upload(admin, slug, 'thumbnail', { name: 'a.png', bytes: PNG })).json()
    const refused = await upload(admin, slug, 'thumbnail', { name: 'b.png', bytes: Buffer.from('no picture') })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual({ thumbnail: ['The file b.png has a wrong format.'] })
    expect((await t.as(admin).call(showCourse, { params: { slug } })).data.thumbnail).toBe(data.thumbnail)
    const learner = await t.make.person('learner', { portal: admin.portal })
    expect((await upload(learner, slug, 'thumbnail', { name: 'a.png', bytes: PNG })).statusCode).toBe(403)
  })
})
