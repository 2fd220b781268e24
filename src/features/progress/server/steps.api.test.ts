import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '#kernel/context.ts'
import { type Bus, createBus } from '#platform/bus.ts'
import { createDb, type Db, type Tx } from '#platform/db.ts'
import { LIVE_TOPIC } from '#platform/live/publish.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { countRoundTrips } from '../../../../tests/count-round-trips.ts'
import { learning, type MadeCourse } from '../../../../tests/learning.ts'
import { startExam } from '../../exams/contract.ts'
import { answerOwnQuestion } from '../../exams/server/actions/answer-question.ts'
import { finishItem, startItem, syncItem } from './actions/step-item.ts'
import { createProgress, track } from './api.ts'

const t = testApp()
const make = learning(t)
const progress = createProgress()

const contextOf = (person: TestPerson): SignedIn =>
  ({
    portal: { id: person.portal.id },
    viewer: { user_id: person.id, current_role: 'learner' },
    now: new Date(),
  }) as unknown as SignedIn
const itemOf = (course: MadeCourse, index: number) => {
  const item = course.outline[0]?.items[index]
  if (!item) throw new Error('no such item')
  return item
}

describe('a step costs two round trips, COMMIT included, in a course that its process knows', () => {
  test('starting, finishing and syncing take two, the first step of a process one more (LRN-044, LRN-046)', async () => {
    const { person, course, related_id } = await make.learner([['Text', 'Text'], {}])
    const ctx = contextOf(person)
    const knows = (tx: Tx) => track(tx, ctx, related_id)
    const trips = (work: Parameters<typeof countRoundTrips>[2], before?: typeof knows) =>
      countRoundTrips(t, person.portal.id, work, before)
    const given = { related_id, type: 'Text' as const, id: itemOf(course, 0).id }
    expect(await trips((tx) => startItem(progress, tx, ctx, given), knows)).toBe(2)
    expect(await trips((tx) => startItem(progress, tx, ctx, given))).toBe(3)
    expect(await trips((tx) => finishItem(progress, tx, ctx, given), knows)).toBe(2)
    const second = { ...given, id: itemOf(course, 1).id }
    const { data } = await t.app.db.withPortal(person.portal.id, (tx) => startItem(progress, tx, ctx, second))
    const row = (await make.stored(related_id)).find(({ item_id }) => item_id === second.id)
    if (!row) throw new Error('no progress')
    // The id is told before the row is written.
    expect(data.progress_id).toBe(row.id)
    expect(await trips((tx) => syncItem(progress, tx, ctx, { progress_id: row.id, status: 5 }), knows)).toBe(2)
    expect((await make.stored(related_id)).map(({ item_type, status }) => [item_type, status])).toEqual([
      ['Text', 5],
      ['Module', 5],
      ['Text', 5],
    ])
    expect(await make.enrolment(related_id)).toMatchObject({ status: 1, items_done: 2, last_item_id: second.id })
  })

  test('an answer takes two, the last one of an attempt three (EXM-011)', async () => {
    const { person, course, related_id } = await make.learner([{ pools: [{ questions: 3 }] }, ['Text']])
    const exam_id = course.outline[0]?.id ?? 0
    const questions = course.questions.get(exam_id) ?? []
    await t.as(person).call(startExam, { params: { examId: exam_id }, body: { related_id } })
    const counts: number[] = []
    for (const { id: question_id, correct: answer_ids } of questions)
      counts.push(
        await countRoundTrips(
          t,
          person.portal.id,
          (tx) =>
            answerOwnQuestion({ progress, secret: t.config.secret }, tx, contextOf(person), {
              related_id,
              exam_id,
              question_id,
              answer_ids,
            }),
          (tx) => track(tx, contextOf(person), related_id),
        ),
      )
    expect(counts).toEqual([2, 2, 3])
    expect((await make.stored(related_id)).map(({ status }) => status)).toEqual([2])
  })
})

describe('a course that is changed by another process', () => {
  /** A process of its own on the same database: nothing is announced to it. */
  const elsewhere = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { host, port, user, password, database } = t.app.db.pool.options
    const db = createDb({ host, port, user, password, database, max: 1 } as pg.PoolConfig)
    return work(db).finally(() => db.close())
  }
  /** Reads the course, changes it elsewhere, and answers what the next step finds. */
  const seenAfter = async (change: (tx: Tx, course: MadeCourse) => Promise<unknown>) => {
    const { person, course, related_id } = await make.learner([['Text', 'Text'], {}])
    const see = (db: Db) => db.withPortal(person.portal.id, (tx) => track(tx, contextOf(person), related_id))
    const [before, after] = await elsewhere(async (db) => {
      const first = await see(db)
      await t.app.db.withPortal(person.portal.id, (tx) => change(tx, course))
      return [first, await see(db)]
    })
    const refs = ({ course: { outline } }: Awaited<ReturnType<typeof see>>) =>
      outline.map(({ type, items }) => [type, ...(items ?? []).map(({ id }) => id)])
    const ids = (course.outline[0]?.items ?? []).map(({ id }) => id)
    expect(refs(before)).toEqual([['Module', ...ids], ['Exam']])
    return { outline: refs(after), ids }
  }

  test('is seen by the next step: an item that is gone, moved or new (BLD-042, LRN-006)', async () => {
    const hide = (tx: Tx, course: MadeCourse) =>
      tx.updateTable('module_items').set({ deleted_at: new Date() }).where('id', '=', itemOf(course, 0).id).execute()
    const gone = await seenAfter(hide)
    expect(gone.outline).toEqual([['Module', gone.ids[1]], ['Exam']])

    const moved = await seenAfter((tx, course) =>
      tx.updateTable('module_items').set({ sort_number: 99 }).where('id', '=', itemOf(course, 0).id).execute(),
    )
    expect(moved.outline).toEqual([['Module', ...moved.ids.toReversed()], ['Exam']])

    const without = await seenAfter((tx, course) =>
      tx
        .updateTable('outline_items')
        .set({ deleted_at: new Date() })
        .where('itemable_type', '=', 'Exam')
        .where('course_id', '=', course.id)
        .execute(),
    )
    expect(without.outline).toEqual([['Module', ...without.ids]])

    let added = 0
    const longer = await seenAfter(async (tx, course) => {
      const row = await tx
        .insertInto('module_items')
        .values({
          portal_id: course.portal.id,
          module_id: course.outline[0]?.id ?? 0,
          itemable_type: 'Text',
          title: 'New',
          sort_number: 3,
          text: 'New',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      added = row.id
    })
    expect(longer.outline).toEqual([['Module', ...longer.ids, added], ['Exam']])
  })

  test('keeps its stamp while only the words of an item change, so that nothing is read anew', async () => {
    const { course } = await make.learner([['Text', 'Text']])
    const version = () =>
      t.platform((tx) =>
        tx.selectFrom('courses').select('outline_version').where('id', '=', course.id).executeTakeFirstOrThrow(),
      )
    const before = await version()
    await t.app.db.withPortal(course.portal.id, (tx) =>
      tx.updateTable('module_items').set({ text: 'Other words' }).where('id', '=', itemOf(course, 0).id).execute(),
    )
    expect(await version()).toEqual(before)
  })
})

describe('live events', () => {
  let bus: Bus
  beforeAll(async () => {
    const { host, port, user, password, database } = t.app.db.pool.options
    bus = createBus({ host, port, user, password, database } as pg.PoolConfig, { onError: () => {} })
    await bus.ready
  })
  afterAll(() => bus.close())

  /** What the live server is told when the viewer sets an item of the person's course to success. */
  const eventsOf = async (
    person: TestPerson,
    viewer: TestPerson | null,
    { related_id, ...item }: { related_id: number; type: string; id: number },
  ) => {
    const events: { channel: string; event: string; data: unknown }[] = []
    const stop = bus.subscribe(LIVE_TOPIC, (message) => void events.push(message as (typeof events)[number]))
    const isOver = new Promise<void>((resolve) => {
      const end = bus.subscribe('over', () => {
        end()
        resolve()
      })
    })
    const ctx = { ...contextOf(person), viewer: viewer && { user_id: viewer.id } } as never
    await t.app.db.withPortal(person.portal.id, (tx) =>
      progress.setItemStatus(tx, ctx, {
        enrollment: { id: related_id },
        item_type: item.type as 'Text',
        item_id: item.id,
        status: 2,
      }),
    )
    // Messages arrive in their order, so that everything of the transaction is in front of this one.
    await bus.send('over', null)
    await isOver
    stop()
    return events
  }

  test('tell a learner what somebody else has moved, and nobody what they moved themselves (RTM-004)', async () => {
    const { person, course, related_id } = await make.learner(['Assignment', ['Text']])
    const item = { related_id, type: 'Assignment', id: course.outline[0]?.id ?? 0 }
    const teacher = await t.make.person('instructor', { portal: person.portal })
    expect(await eventsOf(person, teacher, item)).toMatchObject([
      {
        channel: `private-notifications.${person.id}`,
        event: 'progress.updated',
        data: { related_id, item_type: 'Assignment', item_id: item.id, status: 2, course_status: 1, progress: 50 },
      },
    ])
    expect(await eventsOf(person, teacher, item)).toEqual([])
    const text = { related_id, type: 'Text', id: course.outline[1]?.items[0]?.id ?? 0 }
    expect(await eventsOf(person, person, text)).toEqual([])
  })

  test('tell the channel of a cloud module its status (RTM-001, SCO-019)', async () => {
    const { person, course, related_id } = await make.learner(['CloudScormModule', ['Text']])
    const events = await eventsOf(person, null, {
      related_id,
      type: 'CloudScormModule',
      id: course.outline[0]?.id ?? 0,
    })
    const [row] = await make.stored(related_id)
    expect(events.map(({ channel }) => channel)).toEqual([
      `private-cloud-scorm-progress.${row?.id}`,
      `private-notifications.${person.id}`,
    ])
    expect(events[0]).toMatchObject({ event: 'progress.updated', data: { progress: { id: row?.id, status: 2 } } })
  })
})

test('of statements sent together, the first failure is told, not what follows from it (ERR-010)', async () => {
  const { person, course, related_id } = await make.learner([['Text']])
  const row = {
    portal_id: person.portal.id,
    enrollment_id: related_id,
    item_type: 'Text',
    item_id: itemOf(course, 0).id,
  }
  const together = t.app.db.withPortal(person.portal.id, (tx) => {
    const [first, second, behind] = [1, 2, 3].map(() => tx.insertInto('course_user_progress').values(row).execute())
    const late = second?.catch(async (error: unknown) => {
      await behind?.catch(() => {})
      throw error
    })
    return Promise.all([first, late, behind])
  })
  await expect(together).rejects.toMatchObject({ code: '23505' })
})
