import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOutline, modules, sortItems, textItems } from '#features/outline/contract.ts'
import { updateQuestion } from '#features/question-pools/contract.ts'
import { type Api, createApi } from '#kernel/client.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { type AppProcess, forkApp } from '../../../../tests/processes/app-process.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { busyLearner } from '../../../../tests/versions/busy-learner.ts'
import { moveEach } from '../../../../tests/versions/moving.ts'
import { versioning } from '../../../../tests/versions/versioning.ts'
import { wholeCourse } from '../../../../tests/versions/whole-course.ts'
import { listCourseVersions, publishVersion } from '../contract.ts'

const LEARNERS = 24
/** Every third learner may be moved; nobody may move the others. */
const isMovable = (at: number) => at % 3 === 0

const t = testApp()
const play = scormPlay(t)
const make = versioning(t)
let other: AppProcess
beforeAll(async () => {
  other = await forkApp(t)
})
afterAll(() => other.kill())

/** Calls of a person that go to two processes in turn, over the network. */
const alternating = (who: TestPerson): (() => Api) => {
  const apis = [play.port(), other.port].map((port) =>
    createApi(async ({ method, url, headers, body }) => {
      const sent = body === undefined ? undefined : JSON.stringify(body)
      const type: Record<string, string> = sent === undefined ? {} : { 'content-type': 'application/json' }
      const all = { ...play.headersOf(who), ...(headers as Record<string, string>), ...type }
      const answer = await play.request(method, `/api/v1${url}`, all, sent, port)
      return { status: answer.status, body: answer.body ? JSON.parse(answer.body) : null }
    }),
  )
  let calls = 0
  return () => apis[calls++ % apis.length] as Api
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

const course = () => wholeCourse(make, play)
type Course = Awaited<ReturnType<typeof course>>

/** Two authors who change the draft until they are told to stop: texts, titles, questions, the order, new and removed items. */
const editing = async (
  { why, how, courseId, module, question, addText }: Course,
  next: () => Api,
  isOver: () => boolean,
) => {
  const texts = async () => {
    for (let round = 1; !isOver(); round++) {
      const body = { text: `<p>Round ${round}</p>`, title: `Why ${round}` }
      await next().call(textItems.update, { params: { id: round % 2 ? why : how }, body })
      const extra = await addText(`Extra ${round}`)
      if (round % 2) await next().call(textItems.remove, { params: { id: extra } })
    }
  }
  const outline = async () => {
    for (let round = 1; !isOver(); round++) {
      await next().call(updateQuestion, {
        params: { id: question.id },
        body: { text: `Is it safe in round ${round}?` },
      })
      const params = { courseId, id: module.id }
      await next().call(modules.update, { params, body: { title: `Ladders ${round}` } })
      const { data } = await next().call(listOutline, { params: { courseId } })
      const items = data.toReversed().map(({ id }, at) => ({ id, sort_number: at + 1 }))
      await next().call(sortItems, { params: { courseId }, body: { items } })
    }
  }
  await Promise.all([texts(), outline()])
}

/** Publishes again and again, two at once, and answers the numbers that were acknowledged. */
const publishing = async ({ params }: Course, next: () => Api, isOver: () => boolean) => {
  const numbers: number[] = []
  const publish = async () => {
    const { newest } = await next().call(listCourseVersions, { params })
    const { data } = await next().call(publishVersion, { params, body: { newest } })
    numbers.push(data.number)
  }
  while (!isOver())
    // The other one was first, or nothing has changed since.
    for (const result of await Promise.allSettled([publish(), publish()]))
      if (result.status === 'rejected' && ![409, 422].includes(result.reason.status)) throw result.reason
  return numbers
}

type Order = { related_ids: number[]; number: number; moved: number; acknowledged_at: number }

/** What a version says, as one text. */
const versionText = (courseId: number, number: number) =>
  t.platform(async (tx) => {
    const items = await tx
      .selectFrom('course_items')
      .select(['item_type', 'item_id', 'module_id', 'sort_number', 'title', 'content'])
      .where('course_id', '=', courseId)
      .where('version', '=', number)
      .orderBy('item_type')
      .orderBy('item_id')
      .execute()
    const pools = await tx
      .selectFrom('course_version_pools')
      .innerJoin('version_contents', 'version_contents.id', 'course_version_pools.content_id')
      .select(['exam_id', 'question_pool_id', 'question_ids', 'version_contents.content'])
      .where('course_id', '=', courseId)
      .where('version', '=', number)
      .execute()
    return JSON.stringify([items, pools])
  })

/** The outline of a version as its learners see it. */
const outlineOf = async (courseId: number, number: number) => {
  const rows = await t.platform((tx) =>
    tx
      .selectFrom('course_items')
      .select(['item_type', 'item_id', 'module_id', 'place_id', 'sort_number', 'title'])
      .where('course_id', '=', courseId)
      .where('version', '=', number)
      .orderBy('sort_number')
      .orderBy('place_id')
      .execute(),
  )
  return rows
    .filter(({ module_id }) => module_id === null)
    .flatMap((row) => (row.item_type === 'Module' ? rows.filter(({ module_id }) => module_id === row.item_id) : [row]))
    .map((row) => `${row.item_type} ${row.item_id} ${row.title}`)
}

/** What the database has of one learner. */
const keptOf = (relatedId: number) =>
  t.platform(async (tx) => {
    const enrollment = await tx
      .selectFrom('enrollments')
      .select(['version', 'status', 'items_done', 'completed_at'])
      .where('id', '=', relatedId)
      .executeTakeFirstOrThrow()
    const done = await tx
      .selectFrom('course_user_progress')
      .select(['item_type', 'item_id'])
      .where('enrollment_id', '=', relatedId)
      .where('item_type', '<>', 'Module')
      .where('status', 'in', [PROGRESS.success, PROGRESS.finished])
      .execute()
    const attempts = await tx
      .selectFrom('exam_attempts')
      .select(['id', 'score'])
      .where('enrollment_id', '=', relatedId)
      .execute()
    const answers = await tx
      .selectFrom('exam_answers')
      .innerJoin('exam_attempts', 'exam_attempts.id', 'exam_answers.attempt_id')
      .select(['question_id', 'answer_ids'])
      .where('enrollment_id', '=', relatedId)
      .execute()
    const packages = await tx
      .selectFrom('scorm_attempts as a')
      .innerJoin('scorm_sco_states as s', 's.attempt_id', 'a.id')
      .select(['a.seq', 's.cmi'])
      .where('a.enrollment_id', '=', relatedId)
      .execute()
    const certificates = await tx
      .selectFrom('certificates')
      .select('course_version')
      .where('related_id', '=', relatedId)
      .execute()
    return { enrollment, done, attempts, answers, packages, certificates }
  })

/** What the texts of a version say, by id. */
const textsOf = async (courseId: number, number: number) => {
  const rows = await t.platform((tx) =>
    tx
      .selectFrom('course_items')
      .select(['item_id', sql<string>`content ->> 'text'`.as('text')])
      .where('course_id', '=', courseId)
      .where('version', '=', number)
      .where('item_type', '=', 'Text')
      .execute(),
  )
  return new Map(rows.map(({ item_id, text }) => [item_id, text]))
}

/** How many learners were moved, as the activity log says. */
const movedByLog = async (courseId: number) => {
  const rows = await t.platform((tx) =>
    tx
      .selectFrom('activity_logs')
      .select('changes')
      .where('action', '=', 'course.move-learners')
      .where('subject_id', '=', courseId)
      .execute(),
  )
  return sum(rows.map(({ changes }) => (changes as { moved: number }).moved))
}

test('authors edit, publish and move while learners learn: every record equals what was acknowledged, and nobody changes versions without an order (VER-001, VER-003, VER-008, VER-009, VER-013)', {
  timeout: 120_000,
}, async () => {
  const made = await course()
  const people = await Promise.all(
    Array.from({ length: LEARNERS }, async () => {
      const { person, related_id } = await make.learnerIn(made)
      return busyLearner(alternating(person), made.params.slug, related_id)
    }),
  )
  const orders: Order[] = []
  let isOver = false
  const author = alternating(made.author)
  const moving = async () => {
    const movable = people.filter((_, at) => isMovable(at)).map(({ record }) => record.related_id)
    while (!isOver) {
      const { newest: number } = await author().call(listCourseVersions, { params: made.params })
      const related_ids = movable.filter(() => Math.random() < 0.5)
      if (related_ids.length === 0) continue
      const params = { ...made.params, number }
      const { moved } = await moveEach(author(), params, { related_ids })
      orders.push({ related_ids, number, moved, acknowledged_at: performance.now() })
    }
  }
  const learning = Promise.all(
    people.map(async ({ learn }, at) => {
      return learn({ may_move: isMovable(at) })
    }),
  ).finally(() => {
    isOver = true
  })
  const said = new Map<number, string>([[1, await versionText(made.courseId, 1)]])
  const reading = async () => {
    while (!isOver) {
      const { newest } = await author().call(listCourseVersions, { params: made.params })
      if (!said.has(newest)) said.set(newest, await versionText(made.courseId, newest))
    }
  }
  const over = () => isOver
  const [learned, published] = await Promise.all([
    learning,
    publishing(made, alternating(made.author), over),
    editing(made, alternating(made.author), over),
    moving(),
    reading(),
  ])

  const { newest, data: versions } = await made.versions()
  expect([1, 2, ...published].toSorted((a, b) => a - b)).toEqual(Array.from({ length: newest }, (_, at) => at + 1))
  expect(versions).toHaveLength(newest)
  for (const [number, text] of said) expect(await versionText(made.courseId, number)).toBe(text)
  expect(published.length).toBeGreaterThan(3)

  expect(await movedByLog(made.courseId)).toBe(sum(orders.map(({ moved }) => moved)))
  expect(orders.some(({ moved }) => moved > 0)).toBe(true)

  const outlines = new Map<number, string[]>()
  for (const { number } of versions) outlines.set(number, await outlineOf(made.courseId, number))
  for (const [at, record] of learned.entries()) {
    const kept = await keptOf(record.related_id)
    const { version, ...enrollment } = kept.enrollment
    const outline = outlines.get(version ?? 0) ?? []
    expect(kept.done.map((row) => `${row.item_type}:${row.item_id}`).toSorted()).toEqual(
      [...record.finished].toSorted(),
    )
    expect(new Map(kept.answers.map((row) => [row.question_id, row.answer_ids.map(Number)]))).toEqual(record.answers)
    expect(kept.attempts).toMatchObject([{ score: record.score }])
    expect(kept.packages).toMatchObject([
      { seq: record.messages, cmi: { 'cmi.core.lesson_location': record.location } },
    ])
    expect(kept.certificates).toEqual([{ course_version: version }])
    expect(enrollment).toMatchObject({ status: PROGRESS.finished, items_done: outline.length })
    expect(enrollment.completed_at).not.toBeNull()

    const [begun = []] = record.outlines
    const own = orders.filter(({ related_ids }) => related_ids.includes(record.related_id))
    const ordered = own.map(({ number }) => outlines.get(number))
    for (const seen of record.outlines) expect([begun, ...ordered]).toContainEqual(seen)
    expect(await people[at]?.outline()).toEqual(outline)
    const due = own.filter(({ acknowledged_at }) => acknowledged_at < record.last_step_at)
    expect(version).toBeGreaterThanOrEqual(Math.max(1, ...due.map(({ number }) => number)))
    if (isMovable(at)) continue
    expect(record.outlines.at(-1)).toEqual(outline)
    const texts = await textsOf(made.courseId, version ?? 0)
    for (const [id, text] of record.texts) expect(texts.get(id)).toBe(text)
  }
})
