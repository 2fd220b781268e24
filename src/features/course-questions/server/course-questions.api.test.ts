import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { broadcastingAuth } from '#features/live/contract.ts'
import { listMaterials } from '#features/media/contract-admin.ts'
import { listNotifications } from '#features/notifications/contract.ts'
import type { Role } from '#kernel/access/permissions.ts'
import { headersOf, type TestPerson, type TestPortal, testApp } from '../../../../tests/api.ts'
import { analyze } from '../../../../tests/database.ts'
import { learning, type MadeCourse } from '../../../../tests/learning.ts'
import { listCourseQuestions, showCourseQuestion, showQuestionCounters, updateCourseQuestion } from '../contract.ts'

const t = testApp()
const make = learning(t)

let portal: TestPortal
let course: MadeCourse
let learner: TestPerson
let relatedId: number
let instructor: TestPerson
const person = (role: Role) => t.make.person(role, { portal })

const teach = (who: TestPerson) =>
  t.platform((tx) =>
    tx
      .insertInto('course_instructors')
      .values({ portal_id: portal.id, course_id: course.id, user_id: who.id, is_primary: false })
      .execute(),
  )
beforeAll(async () => {
  portal = await t.make.portal({ is_marketable: true })
  course = await make.course(portal, [['Text']])
  learner = await person('learner')
  relatedId = await make.enroll(learner, course)
  instructor = await person('instructor')
  await teach(instructor)
})

type File = { name: string; type: string; content: string | Uint8Array<ArrayBuffer> }
const NOTE: File = { name: 'note.txt', type: 'text/plain', content: 'Ladder 7, left rail' }

const post = async (who: TestPerson, url: string, fields: Record<string, unknown>, files: File[] = []) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  for (const file of files) form.append('files', new Blob([file.content], { type: file.type }), file.name)
  const encoded = new Response(form)
  const answer = await t.app.http.inject({
    method: 'POST',
    url: `/api/v1/courses/${course.slug}/questions${url}`,
    headers: { ...headersOf(t.config, who), 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() }
}
type Question = { id: number; status: number }
const ask = async (fields: Record<string, unknown> = {}, files: File[] = [], who = learner): Promise<Question> => {
  const { status, body } = await post(
    who,
    '',
    { text: 'May I use it in the rain?', related_id: relatedId, client_id: randomUUID(), ...fields },
    files,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const say = (
  who: TestPerson,
  id: number,
  text: string | undefined,
  fields: Record<string, unknown> = {},
  files: File[] = [],
) => post(who, `/${id}/messages`, { text, client_id: randomUUID(), ...fields }, files)
const show = async (who: TestPerson, questionId: number) =>
  (await t.as(who).call(showCourseQuestion, { params: { slug: course.slug, questionId } })).data
const list = (who: TestPerson, query: Record<string, unknown> = {}) =>
  t.as(who).call(listCourseQuestions, { params: { slug: course.slug }, query: query as never })
const change = (who: TestPerson, questionId: number, body: { status?: 1 | 2; last_read_id?: number }) =>
  t.as(who).call(updateCourseQuestion, { params: { slug: course.slug, questionId }, body })
const counters = async () => (await t.as(instructor).call(showQuestionCounters, { params: { slug: course.slug } })).data

describe('a question', () => {
  test('is asked by a learner, answered by the instructor, and both are notified (REV-014, REV-017, REV-018, REV-025, REV-031, RTM-009, API-023)', async () => {
    const { id } = await ask()
    const seen = await show(instructor, id)
    expect(seen).toMatchObject({ status: 1, unread_count: 1, excerpt: 'May I use it in the rain?', messages_count: 1 })
    expect(seen.author).toEqual({ id: learner.id, display_name: expect.any(String), avatar: null })
    const answer = await say(instructor, id, 'Dry it first.')
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { text: 'Dry it first.', is_own: true, is_answer: true } },
    })
    const own = await show(learner, id)
    expect(own.messages.map(({ text, is_own, is_answer }) => ({ text, is_own, is_answer }))).toEqual([
      { text: 'May I use it in the rain?', is_own: true, is_answer: false },
      { text: 'Dry it first.', is_own: false, is_answer: true },
    ])
    expect(own.unread_count).toBe(1)
    const [news] = (await t.as(learner).call(listNotifications)).data
    expect(news).toMatchObject({
      kind: 'course_question_answered',
      link: `/courses/learner/${course.slug}/${relatedId}/questions/${id}`,
    })
    const last = own.messages.at(-1)?.id as number
    expect((await change(learner, id, { last_read_id: last })).data.unread_count).toBe(0)
    expect((await change(learner, id, { last_read_id: 1 })).data.unread_count).toBe(0)
    expect((await show(instructor, id)).unread_count).toBe(0)
  })

  test('is closed and reopened by either side, and reopened by a new message of the learner (REV-015, REV-016, REV-019, REV-022, REV-023, REV-026)', async () => {
    const before = await counters()
    const { id } = await ask()
    expect(await counters()).toEqual({ ...before, opened: before.opened + 1 })
    expect((await change(instructor, id, { status: 2 })).data.status).toBe(2)
    await change(instructor, id, { status: 2 })
    const closed = { opened: before.opened, closed: before.closed + 1 }
    expect(await counters()).toEqual(closed)
    await say(instructor, id, 'One more thing.')
    expect((await show(learner, id)).status).toBe(2)
    expect(await counters()).toEqual(closed)
    await say(learner, id, 'It still slips.')
    expect((await show(instructor, id)).status).toBe(1)
    expect(await counters()).toEqual({ ...before, opened: before.opened + 1 })
    expect((await change(learner, id, { status: 2 })).data.status).toBe(2)
    expect((await change(learner, id, { status: 1 })).data.status).toBe(1)
  })

  test('is hidden from other learners, other instructors and roles without the screen (REV-018, ROL-038, API-021)', async () => {
    const { id } = await ask()
    const other = await person('learner')
    await make.enroll(other, course)
    await expect(show(other, id)).rejects.toMatchObject({ status: 404 })
    expect((await list(other)).data).toEqual([])
    expect((await say(other, id, 'Me too')).status).toBe(404)
    await expect(show(await person('instructor'), id)).rejects.toMatchObject({ status: 404 })
    for (const role of ['accounting', 'manager', 'editor'] as const) {
      const outsider = await person(role)
      await expect(show(outsider, id), role).rejects.toMatchObject({ status: 403, code: 'not_enough_permissions' })
      await expect(list(outsider), role).rejects.toMatchObject({ status: 403 })
    }
    for (const role of ['portal_admin', 'course_admin'] as const)
      expect((await show(await person(role), id)).id).toBe(id)
    const elsewhere = await make.course(portal, [['Text']])
    await expect(
      t.as(instructor).call(showCourseQuestion, { params: { slug: elsewhere.slug, questionId: id } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('needs a readable enrollment, a text or a file, and a category of the portal (REV-024, LRN-048, ERR-077, ERR-095)', async () => {
    const base = { text: 'Hm?', related_id: relatedId, client_id: randomUUID() }
    const outsider = await person('learner')
    expect((await post(outsider, '', base)).status).toBe(404)
    expect(await post(learner, '', { ...base, text: '   ' })).toMatchObject({
      status: 422,
      body: { errors: { text: ['This field is required.'] } },
    })
    expect(await post(learner, '', { ...base, category_id: 999999 })).toMatchObject({
      status: 422,
      body: { errors: { category_id: ['Selected value is not valid'] } },
    })
    expect(await post(learner, '', { ...base, client_id: 'mine' })).toMatchObject({ status: 422 })
    const gone = await person('learner')
    const expired = await make.enroll(gone, course, { expires_at: new Date('2021-01-01T00:00:00Z') })
    expect((await post(gone, '', { ...base, related_id: expired })).status).toBe(403)
    expect((await list(learner)).data.some((question) => question.excerpt === 'Hm?')).toBe(false)
  })
})

describe('files', () => {
  test('come with a message, open for people who see it, expire, and are not in the library (REV-018, UPL-016, UPL-019)', async () => {
    const { id } = await ask({ text: undefined }, [NOTE])
    const [message] = (await show(instructor, id)).messages
    const [file] = message?.files ?? []
    expect(file).toMatchObject({ name: 'note.txt', type: 'docs', size: 19 })
    const read = (who: TestPerson) => t.request(who, { method: 'GET', url: file?.url ?? '' })
    expect((await read(instructor)).body).toBe('Ladder 7, left rail')
    expect((await read(learner)).statusCode).toBe(404)
    const admin = await person('portal_admin')
    expect((await t.as(admin).call(listMaterials, { query: {} })).data).toEqual([])
    expect((await show(admin, id)).excerpt).toBe('note.txt')
  })

  test('of a wrong kind, or too many, leave no message (UPL-010, ERR-072)', async () => {
    const { id } = await ask()
    const wrong = await say(learner, id, 'See this', {}, [NOTE, { name: 'run.exe', type: 'text/plain', content: 'MZ' }])
    expect(wrong).toMatchObject({ status: 422, body: { errors: { files: [expect.stringContaining('run.exe')] } } })
    const many = await say(
      learner,
      id,
      'All of it',
      {},
      Array.from({ length: 6 }, () => NOTE),
    )
    expect(many).toMatchObject({ status: 422, body: { errors: { files: [expect.any(String)] } } })
    expect((await show(learner, id)).messages).toHaveLength(1)
  })
})

describe('a message sent again', () => {
  test('is stored once, with its files, however many arrive at once (REV-030)', async () => {
    const client_id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask({ client_id }, [NOTE])))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const id = answers[0]?.id as number
    const message = randomUUID()
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => say(instructor, id, 'Once', { client_id: message }, [NOTE])),
    )
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(sent.map(({ body }) => body.data.id)).size).toBe(1)
    const seen = await show(learner, id)
    expect(seen.messages.map(({ files }) => files.length)).toEqual([1, 1])
    expect(seen.messages_count).toBe(2)
    const news = (await t.as(learner).call(listNotifications)).data.filter(({ link }) => link?.endsWith(`/${id}`))
    expect(news).toHaveLength(1)
  })

  test('for another question is refused (REV-030)', async () => {
    const [one, two] = [await ask(), await ask()]
    const client_id = randomUUID()
    expect((await say(learner, one.id, 'Here', { client_id })).status).toBe(200)
    expect((await say(learner, two.id, 'Here', { client_id })).status).toBe(409)
    expect((await show(learner, two.id)).messages).toHaveLength(1)
  })
})

describe('lists', () => {
  test('show the latest activity first, by category and status, each question once (REV-024, REV-025, ROU-099, API-013)', async () => {
    const category = await t.platform((tx) =>
      tx
        .insertInto('question_categories')
        .values({ portal_id: portal.id, title: 'Equipment' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const mine = await person('learner')
    const related = await make.enroll(mine, course)
    const ids: number[] = []
    for (let at = 0; at < 5; at++)
      ids.push((await ask({ related_id: related, ...(at % 2 && { category_id: category.id }) }, [], mine)).id)
    const [first, , third] = ids as [number, number, number]
    await say(mine, first, 'Up again')
    await change(instructor, third, { status: 2 })
    const order = [first, ...ids.slice(1).reverse()]
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(mine, { per_page: 2, ...(cursor && { cursor }) })
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.meta.next_cursor
      expect(page.meta.categories).toContainEqual({ id: category.id, title: 'Equipment' })
    } while (cursor)
    expect(seen).toEqual(order)
    expect((await list(mine, { categoryId: category.id })).data.map(({ id }) => id)).toEqual([ids[3], ids[1]])
    expect((await list(mine, { status: 2 })).data.map(({ id }) => id)).toEqual([third])
    expect((await list(instructor, { categoryId: category.id })).data[0]?.category?.title).toBe('Equipment')
  })

  test('older messages are read by cursor (API-012)', async () => {
    const { id } = await ask()
    for (let at = 1; at <= 34; at++) await say(at % 2 ? instructor : learner, id, `Message ${at}`)
    const newest = await show(learner, id)
    expect(newest.messages).toHaveLength(30)
    expect(newest.messages.at(-1)?.text).toBe('Message 34')
    const older = await t.as(learner).call(showCourseQuestion, {
      params: { slug: course.slug, questionId: id },
      query: { cursor: newest.older_cursor as string },
    })
    expect(older.data.messages.map(({ text }) => text).slice(1)).toEqual([
      'Message 1',
      'Message 2',
      'Message 3',
      'Message 4',
    ])
    expect(older.data.older_cursor).toBeNull()
  })

  test('of 20,000 questions are read by their indexes (API-013)', async () => {
    await t.platform(async (tx) => {
      await sql`insert into course_questions (portal_id, course_id, related_id, user_id, excerpt, client_id, last_message_id, status, last_message_at, created_at)
        select ${portal.id}, ${course.id}, ${relatedId}, ${learner.id}, 'q', uuidv7(), n, 1 + n % 2, now(), now() from generate_series(1, 20000) n`.execute(
        tx,
      )
    })
    await analyze(t.app.db, 'course_questions')
    await t.platform(async (tx) => {
      for (const where of [sql`true`, sql`q.status = 2`, sql`q.user_id = ${learner.id}`, sql`q.category_id = 7`]) {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select q.id from course_questions q
          where q.portal_id = ${portal.id} and q.course_id = ${course.id} and ${where}
          order by q.last_message_id desc, q.id desc limit 21`.execute(tx)
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan|Sort/)
      }
      await sql`delete from course_questions where excerpt = 'q'`.execute(tx)
    })
  })
})

describe('live channels', () => {
  const join = (who: TestPerson, channel_name: string) =>
    t
      .as(who)
      .call(broadcastingAuth, { body: { socket_id: '1.1', channel_name } })
      .then(
        () => 200,
        (error) => error.status,
      )

  test('admit people who may see the question, and nobody else (REV-029, RTM-003)', async () => {
    const { id } = await ask()
    const one = `private-questions.${id}`
    const all = `private-course-questions.${course.id}`
    const outsider = await person('instructor')
    expect(await join(learner, one)).toBe(200)
    expect(await join(instructor, one)).toBe(200)
    expect(await join(await person('learner'), one)).toBe(403)
    expect(await join(outsider, one)).toBe(403)
    expect(await join(await person('manager'), one)).toBe(403)
    expect(await join(instructor, all)).toBe(200)
    for (const who of [learner, outsider, await person('accounting')]) expect(await join(who, all)).toBe(403)
    expect(await join(await t.make.person('portal_admin'), one)).toBe(403)
  })
})

test('a portal that has switched questions off answers none of these calls (REV-020, ROU-126, ROU-130)', async () => {
  const quiet = await t.make.portal({ is_marketable: true, disable_course_questions: true })
  const inside = await make.course(quiet, [['Text']])
  const asker = await t.make.person('learner', { portal: quiet })
  const related_id = await make.enroll(asker, inside)
  const admin = await t.make.person('portal_admin', { portal: quiet })
  const { id } = await t.platform((tx) =>
    tx
      .insertInto('course_questions')
      .values({
        portal_id: quiet.id,
        course_id: inside.id,
        related_id,
        user_id: asker.id,
        excerpt: 'From before',
        client_id: randomUUID(),
        last_message_at: new Date(),
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const params = { slug: inside.slug }
  for (const who of [asker, admin]) {
    const api = t.as(who)
    const one = { ...params, questionId: id }
    await expect(api.call(listCourseQuestions, { params })).rejects.toMatchObject({ status: 404 })
    await expect(api.call(showCourseQuestion, { params: one })).rejects.toMatchObject({ status: 404 })
    await expect(api.call(updateCourseQuestion, { params: one, body: { status: 2 } })).rejects.toMatchObject({
      status: 404,
    })
  }
  await expect(t.as(admin).call(showQuestionCounters, { params })).rejects.toMatchObject({ status: 404 })
  const body = { socket_id: '1.1', channel_name: `private-questions.${id}` }
  await expect(t.as(asker).call(broadcastingAuth, { body })).rejects.toMatchObject({ status: 403 })
})
