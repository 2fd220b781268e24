import { describe, expect, test } from 'vitest'
import type { Role } from '#kernel/access/permissions.ts'
import { PAGES_CHANGED } from '#platform/pages/page-tags.ts'
import { testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { createCourse, deleteCourse, listCourses, showCourse, updateCourse } from '../contract.ts'
import { setCourseMarketable } from '../contract-selling.ts'

const t = testApp()
const make = authoring(t)

const NOT_FOUND = { status: 404, code: 'not_found', message: 'Resource not found!' }
const FORBIDDEN = { status: 403, code: 'not_enough_permissions' }

describe('creating', () => {
  test('a course is a draft with a slug made from its title (BLD-001, BLD-004, CAT-003)', async () => {
    const admin = await t.make.person('portal_admin')
    const { data } = await t.as(admin).call(createCourse, { body: { title: '  Workplace Safety ' } })
    expect(data).toMatchObject({
      title: 'Workplace Safety',
      slug: 'workplace-safety',
      portal_id: admin.portal.id,
      publication_status: 1,
      published_at: null,
      is_sequential: false,
      is_marketable: true,
      is_bought: false,
      available_credits: 0,
      min_credit_price: 1,
      max_discount: 0,
      course_pricings: [],
      certificate_template: null,
      instructors: [],
      author: { name: null, avatar: null },
      language: null,
      options: { button_name: null },
      next_publication_statuses: [3, 2],
      abilities: { update: true, update_content: true, delete: true, update_prices: true },
    })
    expect(await make.actions(admin.portal)).toMatchObject([
      { action: 'course.create', user_id: admin.id, subject_id: data.id },
    ])
  })

  test('all authored fields are kept and answered (BLD-001, BLD-002, BLD-003)', async () => {
    const admin = await t.make.person('course_admin')
    const { portal } = admin
    const kinds = [
      'category',
      'training_option',
      'state',
      'agency',
      'organization',
      'subtitle',
      'tag',
      'language',
    ] as const
    const ids: Record<string, number> = {}
    for (const kind of kinds) ids[kind] = await make.term(portal, kind, `A ${kind}`)
    const company = await make.company(portal)
    const { data } = await t.as(admin).call(createCourse, {
      body: {
        title: 'First Aid',
        description: '<p onclick="x()">Hello</p><script>x</script>',
        video: 'https://youtu.be/dQw4w9WgXcQ?t=4',
        duration_minutes: 90,
        is_sequential: true,
        is_marketable: false,
        is_certificate_required: true,
        author: { name: 'Ada Author' },
        options: { button_name: 'Enroll today' },
        partner_company_id: company,
        category_ids: [ids.category as number],
        training_option_ids: [ids.training_option as number],
        state_ids: [ids.state as number],
        agency_ids: [ids.agency as number],
        organization_ids: [ids.organization as number],
        subtitle_ids: [ids.subtitle as number],
        tag_ids: [ids.tag as number],
        language_id: ids.language as number,
        meta_title: 'Meta',
        meta_description: 'About',
        seo_keywords: 'aid, first',
      },
    })
    const shown = await t.as(admin).call(showCourse, { params: { slug: 'first-aid' } })
    expect(shown.data).toEqual(data)
    expect(data).toMatchObject({
      description: '<p>Hello</p>',
      video: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      duration_minutes: 90,
      is_sequential: true,
      is_marketable: false,
      is_certificate_required: true,
      author: { name: 'Ada Author' },
      options: { button_name: 'Enroll today' },
      provider: { id: company },
      categories: [{ id: ids.category, name: 'A category' }],
      training_options: [{ name: 'A training_option' }],
      states: [{ name: 'A state' }],
      agencies: [{ name: 'A agency' }],
      organizations: [{ name: 'A organization' }],
      subtitles: [{ name: 'A subtitle' }],
      tags: [{ name: 'A tag' }],
      language: { id: ids.language, name: 'A language' },
      meta_title: 'Meta',
      meta_description: 'About',
      seo_keywords: 'aid, first',
    })
  })

  test('equal titles get numbers, even when they come at the same time (CNT-023, BLD-004)', async () => {
    const admin = await t.make.person('editor')
    const made = await Promise.all(
      Array.from({ length: 6 }, () => t.as(admin).call(createCourse, { body: { title: 'Fire Drill' } })),
    )
    expect(made.map(({ data }) => data.slug).toSorted()).toEqual(
      ['fire-drill', 'fire-drill-2', 'fire-drill-3', 'fire-drill-4', 'fire-drill-5', 'fire-drill-6'].toSorted(),
    )
    const other = await t.make.person('editor')
    expect((await make.course(other, { title: 'Fire Drill' })).slug).toBe('fire-drill')
  })

  test('a bad body answers 422 with the texts of the catalog, and nothing is written (VAL-007, CAT-008)', async () => {
    const admin = await t.make.person('portal_admin')
    const foreign = await t.make.portal()
    const foreignTerm = await make.term(foreign, 'category', 'Foreign')
    const language = await make.term(admin.portal, 'language', 'Danish')
    const before = await make.snapshot(admin.portal)
    const cases: [Record<string, unknown>, Record<string, string[]>][] = [
      [{}, { title: ['This field is required.'] }],
      [{ title: ' ' }, { title: ['This field is required.'] }],
      [{ title: 'x'.repeat(201) }, { title: ['Please enter at no more than 200 characters'] }],
      [{ title: 'A', duration_minutes: 0 }, { duration_minutes: ['Please enter a value of at least 1.'] }],
      [{ title: 'A', duration_minutes: 1.5 }, { duration_minutes: ['Please enter a whole number.'] }],
      [{ title: 'A', video: 'https://example.com/v' }, { video: ['Please enter a link to a supported video host.'] }],
      [{ title: 'A', category_ids: [foreignTerm] }, { category_ids: ['Selected value is not valid'] }],
      [{ title: 'A', category_ids: [language] }, { category_ids: ['Selected value is not valid'] }],
      [{ title: 'A', partner_company_id: 99_999_999 }, { partner_company_id: ['Selected value is not valid'] }],
    ]
    for (const [body, errors] of cases)
      await expect(t.as(admin).call(createCourse, { body: body as never })).rejects.toMatchObject({
        status: 422,
        code: 'invalid',
        errors,
      })
    expect(await make.snapshot(admin.portal)).toEqual(before)
  })
})

describe('changing', () => {
  test('what is absent stays as it is, null clears (BLD-002, VAL-002)', async () => {
    const admin = await t.make.person('sub_admin')
    const tag = await make.term(admin.portal, 'tag', 'Popular')
    const { slug } = await make.course(admin, { title: 'Ladders', description: '<p>Up</p>', tag_ids: [tag] })
    const { data } = await t.as(admin).call(updateCourse, {
      params: { slug },
      body: { meta_title: 'Ladders at work', description: null },
    })
    expect(data).toMatchObject({
      title: 'Ladders',
      description: null,
      meta_title: 'Ladders at work',
      tags: [{ id: tag }],
    })
    const cleared = await t.as(admin).call(updateCourse, { params: { slug }, body: { meta_title: '', tag_ids: [] } })
    expect(cleared.data).toMatchObject({ meta_title: null, tags: [] })
  })

  test('a former slug leads to the course until another one takes it (BLD-004, ROU-004)', async () => {
    const admin = await t.make.person('portal_admin')
    const course = await make.course(admin, { title: 'Old Name' })
    const moved = await t.as(admin).call(updateCourse, { params: { slug: 'old-name' }, body: { slug: 'New Name!' } })
    expect(moved.data).toMatchObject({ id: course.id, slug: 'new-name' })
    expect((await t.as(admin).call(showCourse, { params: { slug: 'old-name' } })).data).toMatchObject({
      id: course.id,
      slug: 'new-name',
    })
    await t.as(admin).call(updateCourse, { params: { slug: 'new-name' }, body: { slug: 'third' } })
    expect((await t.as(admin).call(showCourse, { params: { slug: 'old-name' } })).data.slug).toBe('third')
    expect((await t.as(admin).call(showCourse, { params: { slug: 'new-name' } })).data.slug).toBe('third')

    const other = await make.course(admin, { title: 'Old Name' })
    expect(other.slug).toBe('old-name')
    expect((await t.as(admin).call(showCourse, { params: { slug: 'old-name' } })).data.id).toBe(other.id)
    await t.as(admin).call(updateCourse, { params: { slug: 'third' }, body: { slug: 'new-name' } })
    expect((await t.as(admin).call(showCourse, { params: { slug: 'new-name' } })).data.slug).toBe('new-name')
  })

  test('a slug that is taken gets a number, the own one stays (CNT-023, BLD-004)', async () => {
    const admin = await t.make.person('portal_admin')
    await make.course(admin, { title: 'Taken' })
    const { slug } = await make.course(admin, { title: 'Free' })
    const body = { slug: 'taken' }
    expect((await t.as(admin).call(updateCourse, { params: { slug }, body })).data.slug).toBe('taken-2')
    expect(
      (await t.as(admin).call(updateCourse, { params: { slug: 'taken-2' }, body: { slug: 'taken-2' } })).data.slug,
    ).toBe('taken-2')
  })

  test('a change is logged with the person, and moves updated_at (BLD-001)', async () => {
    const admin = await t.make.person('portal_admin')
    const course = await make.course(admin)
    const { data } = await t.as(admin).call(updateCourse, { params: { slug: course.slug }, body: { title: 'Renamed' } })
    expect(Date.parse(data.updated_at)).toBeGreaterThanOrEqual(Date.parse(course.updated_at))
    expect((await make.actions(admin.portal)).at(-1)).toMatchObject({
      action: 'course.update',
      user_id: admin.id,
      subject_id: course.id,
      changes: { title: { from: course.title, to: 'Renamed' } },
    })
  })
})

test('the log keeps each detail that a save changed, with both values and names for ids (REP-013, REP-030)', async () => {
  const admin = await t.make.person('portal_admin')
  const { portal } = admin
  const course = await make.course(admin, { title: 'Ladders' })
  const [term, company] = await t.platform(async (tx) => [
    await tx
      .insertInto('terms')
      .values({ portal_id: portal.id, kind: 'category', title: 'Falls', slug: 'falls' } as never)
      .returning('id')
      .executeTakeFirstOrThrow(),
    await tx
      .insertInto('partner_companies')
      .values({ portal_id: portal.id, user_id: admin.id, name: 'Harbor', slug: 'harbor' } as never)
      .returning('id')
      .executeTakeFirstOrThrow(),
  ])
  const save = (body: Record<string, unknown>) =>
    t.as(admin).call(updateCourse, { params: { slug: course.slug }, body: body as never })
  const body = {
    title: 'Ladders',
    description: '<p>Up and down</p>',
    category_ids: [term?.id],
    partner_company_id: company?.id,
  }
  await save(body)
  expect((await make.actions(portal)).at(-1)?.changes).toEqual({
    description: { from: null, to: '<p>Up and down</p>' },
    provider: { from: null, to: 'Harbor' },
    categories: { from: [], to: ['Falls'] },
  })
  const count = (await make.actions(portal)).length
  await save(body)
  expect((await make.actions(portal)).length).toBe(count)
})

describe('who reaches which course', () => {
  test('a course of another portal answers 404 to every call (API-021)', async () => {
    const admin = await t.make.person('portal_admin')
    const stranger = await t.make.person('portal_admin')
    const { slug } = await make.course(admin)
    const api = t.as(stranger)
    await expect(api.call(showCourse, { params: { slug } })).rejects.toMatchObject(NOT_FOUND)
    await expect(api.call(updateCourse, { params: { slug }, body: { title: 'Mine' } })).rejects.toMatchObject(NOT_FOUND)
    await expect(api.call(deleteCourse, { params: { slug } })).rejects.toMatchObject(NOT_FOUND)
    expect((await api.call(listCourses, {})).data).toEqual([])
  })

  test.each(['learner', 'manager', 'accounting'] as Role[])('a %s may not open the builder (ROL-034)', async (role) => {
    const person = await t.make.person(role)
    await expect(t.as(person).call(listCourses, {})).rejects.toMatchObject(FORBIDDEN)
    await expect(t.as(person).call(createCourse, { body: { title: 'A' } })).rejects.toMatchObject(FORBIDDEN)
  })

  test('an instructor reaches the courses they teach, among them those they create (ROL-027, ROL-034)', async () => {
    const admin = await t.make.person('portal_admin')
    const instructor = await t.make.person('instructor', { portal: admin.portal })
    const foreign = await make.course(admin, { title: 'Not theirs' })
    const own = await make.course(instructor, { title: 'Theirs' })
    expect(own.instructors).toMatchObject([{ id: instructor.id, is_primary: true }])
    const { data } = await t.as(instructor).call(listCourses, {})
    expect(data.map(({ id }) => id)).toEqual([own.id])
    const params = { slug: foreign.slug }
    await expect(t.as(instructor).call(showCourse, { params })).rejects.toMatchObject(NOT_FOUND)
    await expect(t.as(instructor).call(updateCourse, { params, body: { title: 'X' } })).rejects.toMatchObject(NOT_FOUND)
    expect(own.abilities).toEqual({ update: true, update_content: true, delete: true, update_prices: false })
  })

  test("a partner reaches the own company's courses alone, and makes no others (ROL-027, PAR-007)", async () => {
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const partner = await t.make.person('partner', { portal })
    const company = await make.company(portal, partner)
    const rival = await make.company(portal, await t.make.person('partner', { portal }))
    const theirs = await make.course(admin, { title: 'Rival', partner_company_id: rival })
    const own = await make.course(partner, { title: 'Own' })
    expect(own.provider).toMatchObject({ id: company })
    expect((await t.as(partner).call(listCourses, {})).data.map(({ id }) => id)).toEqual([own.id])
    await expect(t.as(partner).call(showCourse, { params: { slug: theirs.slug } })).rejects.toMatchObject(NOT_FOUND)
    await expect(make.course(partner, { partner_company_id: rival })).rejects.toMatchObject({
      status: 422,
      errors: { partner_company_id: ['Selected value is not valid'] },
    })
    const params = { slug: own.slug }
    await expect(
      t.as(partner).call(updateCourse, { params, body: { partner_company_id: null } }),
    ).rejects.toMatchObject({
      status: 422,
    })
    const bare = await t.make.person('partner', { portal })
    await expect(make.course(bare)).rejects.toMatchObject(FORBIDDEN)
    expect((await t.as(bare).call(listCourses, {})).data).toEqual([])
  })
})

describe('the list', () => {
  test('is paged, sorted, searched and filtered (API-012 to API-015, BLD-030)', async () => {
    const admin = await t.make.person('portal_admin')
    const company = await make.company(admin.portal)
    for (const title of ['Cherry', 'Apple', 'Banana', '100% Rye'])
      await make.course(admin, { title, ...(title === 'Apple' && { partner_company_id: company }) })
    const api = t.as(admin)
    const titles = async (
      query: Parameters<typeof api.call<typeof listCourses>>[1] extends { query?: infer Q } | undefined ? Q : never,
    ) => (await api.call(listCourses, { query })).data.map(({ title }) => title)
    expect(await titles({ sort: 'title' })).toEqual(['100% Rye', 'Apple', 'Banana', 'Cherry'])
    expect(await titles({ sort: '-id' })).toEqual(['100% Rye', 'Banana', 'Apple', 'Cherry'])
    expect(await titles({ search: 'AN' })).toEqual(['Banana'])
    expect(await titles({ search: '0%' })).toEqual(['100% Rye'])
    expect(await titles({ partner_company_id: company })).toEqual(['Apple'])
    expect(await titles({ publication_status: 2 })).toEqual([])

    const first = await api.call(listCourses, { query: { sort: 'title', per_page: 3 } })
    const next = await api.call(listCourses, {
      query: { sort: 'title', per_page: 3, cursor: first.meta.next_cursor as string },
    })
    expect(next.data.map(({ title }) => title)).toEqual(['Cherry'])
    expect(next.meta.next_cursor).toBeNull()
    await expect(api.call(listCourses, { query: { sort: 'slug' as 'id' } })).rejects.toMatchObject({ status: 422 })
  })
})

test('the shop takes a course in and lets it go, by name or as a switch, and the log tells it (BLD-036, PRT-050)', async () => {
  const admin = await t.make.person('portal_admin')
  const { slug, id } = await make.course(admin)
  const set = async (body: { is_marketable?: boolean }) =>
    (await t.as(admin).call(setCourseMarketable, { params: { slug }, body })).data.is_marketable
  const before = (await t.as(admin).call(showCourse, { params: { slug } })).data.is_marketable
  expect(await set({})).toBe(!before)
  expect(await set({ is_marketable: true })).toBe(true)
  expect(await set({ is_marketable: true })).toBe(true)
  expect(await set({})).toBe(false)
  const log = await t.platform((tx) =>
    tx
      .selectFrom('activity_logs')
      .select('changes')
      .where('subject_id', '=', id)
      .where('action', '=', 'course.update')
      .orderBy('id')
      .execute(),
  )
  expect(log.at(-1)?.changes).toEqual({ is_marketable: { from: true, to: false } })
  const learner = await t.make.person('learner', { portal: admin.portal })
  await expect(t.as(learner).call(setCourseMarketable, { params: { slug }, body: {} })).rejects.toMatchObject({
    status: 403,
  })
  const other = await t.make.person('portal_admin')
  await expect(t.as(other).call(setCourseMarketable, { params: { slug }, body: {} })).rejects.toMatchObject({
    status: 404,
  })
})

test('no e-mail of an instructor is in any answer (API-023)', async () => {
  const admin = await t.make.person('portal_admin')
  const { slug, instructor } = await make.readyCourse(admin)
  const answers = [await t.as(admin).call(showCourse, { params: { slug } }), await t.as(admin).call(listCourses, {})]
  expect(JSON.stringify(answers)).not.toContain(instructor.email)
})

test('a change drops the kept pages of the course and of the lists it stands in', async () => {
  const admin = await t.make.person('portal_admin')
  const { slug, id } = await make.course(admin)
  const listener = await t.app.db.pool.connect()
  try {
    await listener.query('listen portico')
    const notification = new Promise<string[]>((resolve) => {
      listener.on('notification', ({ payload }) => {
        const { topic, payload: tags } = JSON.parse(payload ?? '{}')
        if (topic === PAGES_CHANGED) resolve(tags)
      })
    })
    await t.as(admin).call(updateCourse, { params: { slug }, body: { title: 'Renamed' } })
    expect((await notification).toSorted()).toEqual([`course:${id}`, `courses:${admin.portal.id}`])
  } finally {
    listener.release(true)
  }
})
