import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listCourses, updateCourse, updatePrices } from '#features/courses/contract.ts'
import { copyCourse } from '#features/courses/contract-copy.ts'
import { copyTitle } from '#features/courses/rules/copy-title.ts'
import { listOutline, modules, textItems } from '#features/outline/contract.ts'
import { updateQuestion } from '#features/question-pools/contract.ts'
import type { Tx } from '#platform/db/db.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { learning, type OutlineSpec } from '../../../../tests/learning.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { statementsOf } from '../../../../tests/sent-statements.ts'

const t = testApp()
const make = learning(t)

type Row = Record<string, unknown>

/** Columns that name a row, or where it belongs; whether they fit together is seen in the tree below. */
const KEYS = [
  'id',
  'portal_id',
  'course_id',
  'module_id',
  'exam_id',
  'question_pool_id',
  'question_id',
  'assignment_id',
  'itemable_id',
]
const without = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => ![...KEYS, ...names].includes(name)))

/** Of the course itself a copy has another name, state and history. */
const OWN = [
  ...[
    'slug',
    'title',
    'folded_title',
    'publication_status',
    'certificate_template_id',
    'outline_version',
    'newest_version',
  ],
  ...['source_portal_id', 'source_revoked_at'],
  ...['thumbnail', 'seo_image', 'author_avatar', 'popularity', 'rating_sum', 'rating_count'],
  ...['created_by', 'created_at', 'updated_at', 'published_at'],
]

const THINGS: Record<string, string> = {
  Module: 'modules',
  Exam: 'exams',
  Survey: 'exams',
  Assignment: 'assignments',
  ScormModule: 'scorm_modules',
  CloudScormModule: 'cloud_scorm_modules',
}

/** Everything in a course as a tree without ids, over all columns that the tables have. */
const treeOf = (courseId: number) =>
  t.platform(async (tx: Tx) => {
    const rows = async (table: string, column: string, id: unknown, order: string): Promise<Row[]> =>
      (
        await sql<Row>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id} order by ${sql.ref(order)}`.execute(
          tx,
        )
      ).rows
    const live = (all: Row[]) => all.filter((row) => !row['deleted_at'])
    const [course = {}] = await rows('courses', 'id', courseId, 'id')
    const poolOf = async (link: Row) => {
      const [pool = {}] = await rows('question_pools', 'id', link['question_pool_id'], 'id')
      const questions = []
      for (const question of live(await rows('questions', 'question_pool_id', pool['id'], 'sort_number')))
        questions.push({
          ...without(question),
          answers: live(await rows('question_answers', 'question_id', question['id'], 'sort_number')).map((row) =>
            without(row),
          ),
        })
      return { ...without(link), pool: without(pool, 'title', 'created_by', 'created_at', 'updated_at'), questions }
    }
    const inner: Record<string, (id: unknown) => Promise<unknown>> = {
      modules: async (id) =>
        live(await rows('module_items', 'module_id', id, 'sort_number')).map((row) => without(row, 'updated_at')),
      exams: async (id) => Promise.all((await rows('exam_question_pools', 'exam_id', id, 'sort_number')).map(poolOf)),
      assignments: async (id) =>
        (await rows('assignment_materials', 'assignment_id', id, 'id')).map((row) => without(row)),
    }
    const outline = []
    for (const place of live(await rows('outline_items', 'course_id', courseId, 'sort_number'))) {
      const table = THINGS[String(place['itemable_type'])] ?? ''
      const [thing = {}] = await rows(table, 'id', place['itemable_id'], 'id')
      expect(thing['course_id']).toBe(courseId)
      outline.push({ ...without(place), thing: without(thing), inner: await inner[table]?.(thing['id']) })
    }
    const [template] = await rows('certificate_templates', 'id', course['certificate_template_id'], 'id')
    const of = async (table: string, order: string, ...names: string[]) =>
      (await rows(table, 'course_id', courseId, order)).map((row) => without(row, ...names))
    return {
      course: without(course, ...OWN),
      template: template ? without(template, 'updated_at') : null,
      terms: await of('course_terms', 'term_id'),
      pricings: await of('course_pricings', 'from'),
      instructors: await of('course_instructors', 'user_id', 'added_at'),
      mails: await of('course_mail_switches', 'kind'),
      shipping: await of('shipping_settings', 'id', 'updated_at'),
      outline,
    }
  })

const SHAPES: [string, OutlineSpec[]][] = [
  ['nothing', []],
  ['an empty module', [[]]],
  ['texts', [['Text', 'Text'], ['Text']]],
  ['files and videos', [['Document', 'Audio', 'Video', 'Text']]],
  [
    'exams that draw',
    [
      {
        pools: [
          { questions: 3, count: 2 },
          { questions: 2, type: 'multiple' },
        ],
      },
    ],
  ],
  ['a knowledge check without questions', [{ type: 'survey', pools: [] }]],
  ['packages', ['ScormModule', 'CloudScormModule', 'ScormModule']],
  [
    'everything in any order',
    [
      'Assignment',
      ['Text', 'Video'],
      { type: 'survey', attempts_number: null, pools: [{ questions: 1, type: 'boolean' }] },
      'CloudScormModule',
      {
        attempts_number: 2,
        passing_score: 90,
        shuffle_questions: true,
        time_limit_minutes: 5,
        pools: [{ questions: 4 }],
      },
      [],
      'ScormModule',
      'Assignment',
    ],
  ],
]

const setUp = async (shape: OutlineSpec[]) => {
  const author = await t.make.person('course_admin')
  const course = await make.course(author.portal, shape)
  const { portal } = author
  const instructor = await t.make.person('instructor', { portal })
  await t.platform(async (tx) => {
    const at = { portal_id: portal.id, course_id: course.id }
    const term = await tx
      .insertInto('terms')
      .values({ portal_id: portal.id, kind: 'state', title: 'Ohio', slug: `ohio-${course.id}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const template = await tx
      .insertInto('certificate_templates')
      .values({ portal_id: portal.id, title: 'Certificate', text: 'Well done', signer_name: 'Ann', valid_months: 12 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('course_terms')
      .values({ portal_id: portal.id, course_id: course.id, term_id: term.id })
      .execute()
    await tx
      .insertInto('course_instructors')
      .values({ ...at, user_id: instructor.id, is_primary: true })
      .execute()
    await tx
      .insertInto('course_mail_switches')
      .values({ ...at, kind: 'course-finished', is_mail_on: false })
      .execute()
    await tx
      .insertInto('shipping_settings')
      .values({ ...at, option: 'none' })
      .execute()
    await tx
      .updateTable('courses')
      .set({
        ...{ title: 'Cranes', publication_status: 2, published_at: new Date(), popularity: 7, rating_sum: 9 },
        ...{ rating_count: 2, is_sequential: true, max_discount: 20, due_days: 30, button_name: 'Get it' },
        ...{ min_credit_price_cents: 500, meta_title: 'Lift', certificate_template_id: template.id },
      })
      .where('id', '=', course.id)
      .execute()
    // What was deleted is no part of the course any more.
    for (const item of course.outline.flatMap((entry) => entry.items).slice(-1))
      await tx.updateTable('module_items').set({ deleted_at: new Date() }).where('id', '=', item.id).execute()
  })
  await t.platform((tx) =>
    tx
      .insertInto('course_pricings')
      .values([
        { portal_id: portal.id, course_id: course.id, from: 1, price_cents: 4900 },
        { portal_id: portal.id, course_id: course.id, from: 5, price_cents: 3900 },
      ])
      .execute(),
  )
  return { author, course, instructor }
}
const copyOf = (author: TestPerson, slug: string, title?: string) =>
  t.as(author).call(copyCourse, { params: { slug }, body: title === undefined ? {} : { title } })

describe('a copy equals the original in everything but ids, names and history (BLD-023, BLD-069)', () => {
  test.each(SHAPES)('of a course with %s', async (_, shape) => {
    const { author, course } = await setUp(shape)
    const before = await treeOf(course.id)
    const { data } = await copyOf(author, course.slug)
    expect(data).toMatchObject({
      title: 'Cranes copy',
      slug: `${course.slug}-copy`,
      publication_status: 1,
      published_at: null,
      has_enrollments: false,
      available_credits: 0,
    })
    expect(data.id).not.toBe(course.id)
    expect(await treeOf(data.id)).toEqual(before)
    expect(await treeOf(course.id)).toEqual(before)
  })
})

test('every table that belongs to a course or to something in it is copied, or named here (BLD-023)', async () => {
  const { rows } = await t.platform((tx) =>
    sql<{ name: string }>`
      select distinct c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      where c.relkind = 'r' and a.atttypid = 'bigint'::regtype
        and a.attname in ('course_id', 'module_id', 'exam_id', 'assignment_id', 'question_pool_id', 'question_id')
      order by 1`.execute(tx),
  )
  const copied = [
    'assignment_materials',
    'assignments',
    'cloud_scorm_modules',
    'course_instructors',
    'course_mail_switches',
  ]
  copied.push(
    'course_pricings',
    'course_terms',
    'exam_question_pools',
    'exams',
    'module_items',
    'modules',
    'outline_items',
  )
  copied.push('question_answers', 'questions', 'scorm_modules', 'shipping_settings')
  // Who hears what happens in it, who has to complete it, what was published, what people have bought, said and done, former addresses, and what is computed from the rest.
  const left = ['course_search', 'course_slugs', 'course_versions', 'bundle_courses', 'schedules']
  const state =
    /^(bulk_change_|callback_|compliance_|training_requirement|recertification_|trade_rule_|crew_|seat_|course_version|question_import|course_releases|course_shares|publishing_jobs|received_|enrollments|course_version_|reservations|invitations|certificates?|certificate_|seals|credit_|order_|exam_a|exam_q|exam_e|exam_p|exam_o|exam_[il]|identity_|assignment_[rdf]|scorm_attempts|scorm_carry_overs|scorm_rehearsals|cloud_scorm_registrations|course_question|question_counters|review|report_|searches|cart|export)/
  const others = rows.map(({ name }) => name).filter((name) => !copied.includes(name) && !left.includes(name))
  expect(others.filter((name) => !state.test(name))).toEqual([])
})

test('a course of many items takes as many statements as one of few (BLD-069)', async () => {
  const few = await setUp([['Text', 'Text'], { pools: [{ questions: 1 }] }, 'Assignment'])
  const many = await setUp([
    ...Array.from({ length: 20 }, (): OutlineSpec => ['Text', 'Video', 'Text', 'Text', 'Text']),
    { pools: [{ questions: 30 }, { questions: 20 }] },
    'Assignment',
    'Assignment',
  ])
  const texts = []
  for (const { author, course } of [few, many]) {
    // What this process learns with the first call is no part of it.
    await copyOf(author, course.slug)
    texts.push((await statementsOf(() => copyOf(author, course.slug))).map(({ text }) => text.slice(0, 60)))
  }
  expect(texts[1]).toEqual(texts[0])
})

test('links in texts lead to the copy, and nothing else in them changes (BLD-069)', async () => {
  const { author, course } = await setUp([['Text', 'Text'], { pools: [{ questions: 1 }] }])
  const [module, exam] = course.outline
  const at = `/courses/learner/${course.slug}/0/outline`
  // Links keep their addresses when the course gets another one.
  const text = `<p><a href="/course/${course.slug}">Course</a> <a href="/course/cranes#price">Now</a> <a href="${at}/exams/${exam?.id}">Exam</a> <a href="/course/other">Other</a></p>`
  await t.as(author).call(textItems.update, { params: { id: module?.items[0]?.id ?? 0 }, body: { text } })
  await t.as(author).call(updateCourse, { params: { slug: course.slug }, body: { slug: 'cranes' } })
  const { data } = await copyOf(author, 'cranes')
  const outline = await t.as(author).call(listOutline, { params: { courseId: data.id } })
  const [first, second] = outline.data
  const shown = await t.as(author).call(textItems.show, { params: { id: first?.module_items[0]?.itemable_id ?? 0 } })
  const to = `/courses/learner/${data.slug}/0/outline`
  expect(shown.data.itemable.text).toContain(`href="/course/${data.slug}"`)
  expect(shown.data.itemable.text).toContain(`href="/course/${data.slug}#price"`)
  expect(shown.data.itemable.text).toContain(`href="${to}/exams/${second?.itemable_id}"`)
  expect(shown.data.itemable.text).toContain('href="/course/other"')
  expect(second?.itemable_id).not.toBe(exam?.id)
})

test('what is changed in the copy is not changed in the original, pictures and pools included (BLD-069)', async () => {
  const { author, course } = await setUp([['Text', 'Text'], { pools: [{ questions: 2 }] }])
  const form = await multipart({ file: { name: 'cover.png', bytes: png(), type: 'image/png' } })
  const picture = (slug: string, method: 'POST' | 'DELETE') =>
    t.request(author, {
      method,
      url: `/api/v1/admin/courses/${slug}/thumbnail`,
      ...(method === 'POST' && form),
    })
  expect((await picture(course.slug, 'POST')).statusCode).toBe(200)
  const before = await treeOf(course.id)
  const thumbnailOf = async (id: number) =>
    (
      await t.platform((tx) =>
        tx.selectFrom('courses').select('thumbnail').where('id', '=', id).executeTakeFirstOrThrow(),
      )
    ).thumbnail ?? ''
  const { data } = await copyOf(author, course.slug, 'Small cranes')
  expect(data).toMatchObject({ title: 'Small cranes', slug: 'small-cranes' })
  const [original, copied] = [await thumbnailOf(course.id), await thumbnailOf(data.id)]
  expect(copied).toMatch(/^\/api\/v1\/media\//)
  expect(copied).not.toBe(original)

  const api = t.as(author)
  const outline = await api.call(listOutline, { params: { courseId: data.id } })
  const [module] = outline.data
  await api.call(modules.update, { params: { courseId: data.id, id: module?.id ?? 0 }, body: { title: 'Mine' } })
  await api.call(textItems.remove, { params: { id: module?.module_items[0]?.itemable_id ?? 0 } })
  await api.call(updateCourse, { params: { slug: data.slug }, body: { description: '<p>Mine</p>' } })
  const price = { course_pricings: [{ from: 1, price: 1 }] }
  const { portal } = author
  const admin = await t.make.person('portal_admin', { portal })
  await t.as(admin).call(updatePrices, { params: { slug: data.slug }, body: price })
  const pool = await t.platform((tx) =>
    tx
      .selectFrom('exam_question_pools as l')
      .innerJoin('exams as e', 'e.id', 'l.exam_id')
      .innerJoin('questions as q', 'q.question_pool_id', 'l.question_pool_id')
      .innerJoin('question_pools as p', 'p.id', 'l.question_pool_id')
      .select(['l.question_pool_id', 'q.id', 'p.title', 'p.created_by'])
      .where('e.course_id', '=', data.id)
      .executeTakeFirstOrThrow(),
  )
  expect(pool).toMatchObject({ title: expect.stringMatching(/ copy$/), created_by: author.id })
  await api.call(updateQuestion, { params: { id: pool.id }, body: { text: 'Mine?' } })
  expect((await picture(data.slug, 'DELETE')).statusCode).toBe(200)
  expect(await treeOf(course.id)).toEqual(before)
  expect((await t.request(author, { method: 'GET', url: original })).statusCode).toBe(200)
})

test('the same call twice is one copy, and two calls are two with addresses of their own (BLD-069, API-024)', async () => {
  const { author, course } = await setUp([['Text']])
  const call = (idempotency_key: string) =>
    t.as(author).call(copyCourse, { params: { slug: course.slug }, body: {} }, { idempotency_key })
  const [first, again] = [await call('one key of a dialog'), await call('one key of a dialog')]
  expect(again.data.id).toBe(first.data.id)
  const [one, two] = await Promise.all([call('another key 1'), call('another key 2')])
  expect(new Set([first.data.slug, one.data.slug, two.data.slug]).size).toBe(3)
  const { data } = await t.as(author).call(listCourses, { query: { search: copyTitle('Cranes') } })
  expect(data).toHaveLength(3)
})

test('an instructor copies a course that they teach, and teaches the copy; no other (ROL-027, BLD-022)', async () => {
  const { author, course, instructor } = await setUp([['Text']])
  const { portal } = author
  const stranger = await t.make.person('instructor', { portal })
  await expect(copyOf(stranger, course.slug)).rejects.toMatchObject({ status: 404 })
  const { data } = await copyOf(instructor, course.slug)
  expect(data.instructors).toMatchObject([{ id: instructor.id, is_primary: true }])
})
