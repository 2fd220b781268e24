import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '#kernel/context.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { type Bus, createBus } from '#platform/live/bus.ts'
import { LIVE_TOPIC } from '#platform/live/publish.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { countRoundTrips } from '../../../../tests/count-round-trips.ts'
import { elsewhere as elsewhereOn } from '../../../../tests/elsewhere.ts'
import { learning, type MadeCourse, type OutlineSpec } from '../../../../tests/learning.ts'
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

describe('a step costs two round trips, COMMIT included', () => {
  test('starting, finishing and syncing take two, and so does the first step of a process (LRN-044, LRN-046)', async () => {
    const { person, course, related_id } = await make.learner([['Text', 'Text'], {}])
    const ctx = contextOf(person)
    const knows = (tx: Tx) => track(tx, ctx, related_id)
    const trips = (work: Parameters<typeof countRoundTrips>[2], before?: typeof knows) =>
      countRoundTrips(t, person.portal.id, work, before)
    const step = { related_id, type: 'Text' as const, id: itemOf(course, 0).id }
    expect(await trips((tx) => startItem(progress, tx, ctx, step), knows)).toBe(2)
    expect(await trips((tx) => startItem(progress, tx, ctx, step))).toBe(2)
    expect(await trips((tx) => finishItem(progress, tx, ctx, step), knows)).toBe(2)
    const second = { ...step, id: itemOf(course, 1).id }
    const { data } = await t.app.db.withPortal(person.portal.id, (tx) => startItem(progress, tx, ctx, second))
    const row = (await make.stored(related_id)).find(({ item_id }) => item_id === second.id)
    if (!row) throw new Error('no progress')
    // The answer contains the id before the row is written.
    expect(data.progress_id).toBe(row.id)
    expect(await trips((tx) => syncItem(progress, tx, ctx, { progress_id: row.id, status: 5 }), knows)).toBe(2)
    expect((await make.stored(related_id)).map(({ item_type, status }) => [item_type, status])).toEqual([
      ['Text', 5],
      ['Module', 5],
      ['Text', 5],
    ])
    expect(await make.enrollment(related_id)).toMatchObject({ status: 1, items_done: 2, last_item_id: second.id })
  })

  test('a step of a learner whom the process knows takes one, whatever item it is on (LRN-044, LRN-046)', async () => {
    const { person, course, related_id } = await make.learner([['Text', 'Text'], ['Text'], {}])
    const ctx = contextOf(person)
    const [first, second] = course.outline[0]?.items ?? []
    const stepOf = (id = 0) => ({ related_id, type: 'Text' as const, id })
    const trips = (work: Parameters<typeof countRoundTrips>[2]) =>
      countRoundTrips(t, person.portal.id, work, (tx) => startItem(progress, tx, ctx, stepOf(first?.id)))
    expect(await trips((tx) => finishItem(progress, tx, ctx, stepOf(first?.id)))).toBe(1)
    expect(await trips((tx) => startItem(progress, tx, ctx, stepOf(second?.id)))).toBe(1)
    const row = (await make.stored(related_id)).find(({ item_id }) => item_id === second?.id)
    expect(
      await countRoundTrips(
        t,
        person.portal.id,
        (tx) => syncItem(progress, tx, ctx, { progress_id: row?.id ?? 0, status: 5 }),
        (tx) => startItem(progress, tx, ctx, stepOf(second?.id)),
      ),
    ).toBe(1)
    expect((await make.stored(related_id)).map(({ item_type, status }) => [item_type, status])).toEqual([
      ['Text', 5],
      ['Module', 5],
      ['Text', 5],
    ])
  })
})

const elsewhere = <T>(work: (db: Db) => Promise<T>) => elsewhereOn(t, work)

describe('a process that decides from what it knows', () => {
  type Move = { item: number; work: 'start' | 'finish' | 'sync'; by: 'one' | 'other' }
  const MOVES = fc.array(
    fc.record<Move>({
      item: fc.nat(5),
      work: fc.constantFrom('start', 'finish', 'sync'),
      by: fc.constantFrom('one', 'other'),
    }),
    { minLength: 10, maxLength: 20 },
  )
  const OUTLINE: OutlineSpec[] = [['Text', 'Text', 'Text'], ['Text', 'Text'], ['Text'], 'Assignment']

  const take = async (db: Db, learner: Awaited<ReturnType<typeof make.learner>>, { item, work }: Move) => {
    const { person, course, related_id } = learner
    const ctx = contextOf(person)
    const { id } = course.outline.flatMap(({ items }) => items)[item] ?? { id: 0 }
    const stored = await make.stored(related_id)
    const progressId = stored.find((row) => row.item_id === id && row.item_type === 'Text')?.id
    if (work === 'sync' && progressId === undefined) return null
    const step = { related_id, type: 'Text' as const, id }
    const { data } = await db.withPortal(person.portal.id, (tx) => {
      if (work === 'start') return startItem(progress, tx, ctx, step)
      if (work === 'finish') return finishItem(progress, tx, ctx, step)
      return syncItem(progress, tx, ctx, { progress_id: progressId ?? 0, status: 5 })
    })
    const rows = await make.stored(related_id)
    expect(rows.find((row) => row.item_id === id && row.item_type === 'Text')?.id).toBe(data.progress_id)
    const places = course.outline.flatMap((entry) => [entry, ...entry.items])
    const placeOf = (type: string, itemId: number) =>
      places.findIndex((place) => place.type === type && place.id === itemId)
    const { progress_id: _, module_id, next_item, ...response } = data
    return {
      response,
      module: placeOf('Module', module_id ?? 0),
      next: next_item && placeOf(next_item.itemable_type, next_item.itemable_id),
      stored: rows.map(({ item_type, item_id, status }) => `${placeOf(item_type, item_id)}: ${status}`).toSorted(),
      enrollment: pick(await make.enrollment(related_id)),
    }
  }
  const pick = ({ status, items_done }: { status: number; items_done: number }) => ({ status, items_done })

  test('answers and writes like one that reads everything, while another process takes steps too (LRN-013, LRN-044, LRN-046)', async () => {
    await elsewhere(async (other) => {
      await fc.assert(
        fc.asyncProperty(MOVES, async (moves) => {
          const [learner, twin] = [await make.learner(OUTLINE), await make.learner(OUTLINE)]
          for (const move of moves) {
            const outcome = await take(move.by === 'one' ? t.app.db : other, learner, move)
            // A process that has never seen the learner knows nothing.
            const plain = await elsewhere((fresh) => take(fresh, twin, move))
            expect(outcome).toEqual(plain)
          }
        }),
        { numRuns: 4 },
      )
    })
  })

  test('does not enforce a lock that another process has opened since (LRN-027)', async () => {
    const { person, course, related_id } = await make.learner([['Text', 'Text', 'Text']], {
      course: { is_sequential: true },
    })
    const ctx = contextOf(person)
    const [first, second, third] = course.outline[0]?.items ?? []
    const stepOf = (id = 0) => ({ related_id, type: 'Text' as const, id })
    const run = (db: Db, work: (tx: Tx) => Promise<unknown>) => db.withPortal(person.portal.id, work)
    await elsewhere(async (db) => {
      await run(db, (tx) => finishItem(progress, tx, ctx, stepOf(first?.id)))
      await expect(run(db, (tx) => startItem(progress, tx, ctx, stepOf(third?.id)))).rejects.toMatchObject({
        code: 'item_locked',
      })
      await run(t.app.db, (tx) => finishItem(progress, tx, ctx, stepOf(second?.id)))
      await run(db, (tx) => startItem(progress, tx, ctx, stepOf(third?.id)))
    })
    expect((await make.stored(related_id)).map(({ status }) => status).toSorted()).toEqual([1, 1, 5, 5])
  })

  test('takes no step in a course after access was ended (LRN-010)', async () => {
    const { person, course, related_id } = await make.learner([['Text', 'Text']])
    const ctx = contextOf(person)
    const [first, second] = course.outline[0]?.items ?? []
    const start = (id = 0) =>
      t.app.db.withPortal(person.portal.id, (tx) => startItem(progress, tx, ctx, { related_id, type: 'Text', id }))
    await start(first?.id)
    await t.platform((tx) =>
      tx.updateTable('enrollments').set({ ended_at: new Date() }).where('id', '=', related_id).execute(),
    )
    await expect(start(second?.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await make.stored(related_id)).toHaveLength(2)
  })

  test('runs steps of two simultaneous calls one after another, and loses none (LRN-044)', async () => {
    const { person, course, related_id } = await make.learner([['Text', 'Text', 'Text', 'Text', 'Text'], {}])
    const ctx = contextOf(person)
    const items = course.outline[0]?.items ?? []
    await elsewhere(async (db) => {
      const finish = (id: number, by: Db) =>
        by.withPortal(person.portal.id, (tx) => finishItem(progress, tx, ctx, { related_id, type: 'Text', id }))
      for (const by of [db, t.app.db]) await finish(items[0]?.id ?? 0, by)
      await Promise.all(items.slice(1).map(({ id }, at) => finish(id, at % 2 ? db : t.app.db)))
    })
    expect((await make.stored(related_id)).map(({ status }) => status)).toEqual([5, 5, 5, 5, 5, 5])
    expect(await make.enrollment(related_id)).toMatchObject({ items_done: 5 })
  })
})

describe('a course that is changed by another process', () => {
  /** Reads the course, changes it in another process, and returns what the next step finds. */
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

  test('is seen by the next step: a removed, moved or new item (BLD-042, LRN-006)', async () => {
    const hide = (tx: Tx, course: MadeCourse) =>
      tx.updateTable('module_items').set({ deleted_at: new Date() }).where('id', '=', itemOf(course, 0).id).execute()
    const removed = await seenAfter(hide)
    expect(removed.outline).toEqual([['Module', removed.ids[1]], ['Exam']])

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

  test('keeps its stamp if only the text of an item changes, so nothing is read again', async () => {
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

  /** What the live server receives when the viewer sets an item of the person's course to success. */
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
    // Messages arrive in order, so everything from the transaction comes before this one.
    await bus.send('over', null)
    await isOver
    stop()
    return events
  }

  test('tell a learner what someone else changed, and nobody what they changed themselves (RTM-004)', async () => {
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

  test('tell a learner what their own package reported: its page may be gone (RTM-004, SCO-014)', async () => {
    const { person, course, related_id } = await make.learner(['ScormModule', ['Text']])
    const item = { related_id, type: 'ScormModule', id: course.outline[0]?.id ?? 0 }
    expect(await eventsOf(person, person, item)).toMatchObject([
      { channel: `private-notifications.${person.id}`, event: 'progress.updated', data: { related_id, status: 2 } },
    ])
    expect(await eventsOf(person, person, item)).toEqual([])
  })

  test('tell a cloud module’s channel its status (RTM-001, SCO-019)', async () => {
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

test('the first failure among statements sent together is reported, not what follows from it (ERR-010)', async () => {
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
