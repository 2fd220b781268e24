import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { statementsOf } from '../../../../tests/sent-statements.ts'
import { sharing } from '../../../../tests/sharing/sharing.ts'
import { jobHandlers } from '../../../app/features.ts'
import { sendCourseUpdate, shareCourse } from '../contract.ts'

const t = testApp()
const { source, run } = sharing(t)
const PORTALS = 200

test('one job updates hundreds of portals in slices of 20, with other jobs between them (SHR-004, SHR-009)', {
  timeout: 280_000,
}, async () => {
  const from = await source([['Text', 'Text', 'Text'], { pools: [{ questions: 3 }] }])
  const ids = await t.platform(async (tx) => {
    const values = Array.from({ length: PORTALS }, (_, at) => ({
      slug: `many-${at}`,
      name: `Many ${at}`,
      status: 'active' as const,
    }))
    return (await tx.insertInto('portals').values(values).returning('id').execute()).map(({ id }) => id)
  })
  await from.api.call(shareCourse, { params: from.params, body: { portal_ids: ids } })
  await run()
  await t.platform((tx) => tx.updateTable('received_courses').set({ takes_updates: true }).execute())
  await from.addText('Added')
  await from.publish()
  // Another author shares meanwhile: after the first slice it is that job's turn.
  const other = await source([['Text']])
  const someone = await t.make.person('portal_admin')
  const { id: otherJob } = await other.share(someone)

  const handler = jobHandlers(t.app.services).find(({ job }) => job.name === 'shared-courses.publish')
  const context = { db: t.app.db, now: new Date(), signal: new AbortController().signal }
  const newest = await t.platform((tx) =>
    tx
      .selectFrom('publishing_jobs')
      .select('id')
      .where('course_id', '=', from.course.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  await handler?.run({ portal_id: from.portal.id, job_id: newest.id } as never, context)
  const states = async () => {
    const rows = await t.platform((tx) =>
      tx
        .selectFrom('course_shares')
        .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
        .where('job_id', '=', newest.id)
        .groupBy('state')
        .execute(),
    )
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  }
  expect(await states()).toEqual({ 1: PORTALS - 20, 3: 20 })
  await handler?.run({ portal_id: other.portal.id, job_id: otherJob } as never, context)
  expect(await other.shareWith(someone)).toMatchObject({ state: 3 })
  await run()
  expect(await states()).toEqual({ 3: PORTALS })
  const courses = await t.platform((tx) =>
    tx
      .selectFrom('received_courses as r')
      .innerJoin('courses as c', 'c.id', 'r.course_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('r.source_course_id', '=', from.course.id)
      .where('r.taken', '=', 2)
      .where('c.newest_version', '=', 2)
      .executeTakeFirstOrThrow(),
  )
  expect(courses.count).toBe(PORTALS)
})

test('a portal takes as many statements for a course of many items as for one of few (SHR-004)', async () => {
  const few = await source([['Text', 'Text'], { pools: [{ questions: 1 }] }])
  const many = await source([
    ...Array.from({ length: 20 }, (): ('Text' | 'Video')[] => ['Text', 'Video', 'Text', 'Text', 'Text']),
    { pools: [{ questions: 30 }, { questions: 20 }] },
  ])
  const counts = []
  for (const from of [few, many]) {
    // What this process learns with the first run is no part of it.
    await from.share(await t.make.person('portal_admin'))
    await run()
    await from.share(await t.make.person('portal_admin'))
    counts.push((await statementsOf(run)).length)
    await from.rename('Another name')
    await from.api.call(sendCourseUpdate, { params: from.params })
    await run()
  }
  expect(Math.abs((counts[0] as number) - (counts[1] as number))).toBeLessThanOrEqual(2)
})
