import { describe, expect, test } from 'vitest'
import { listNotifications } from '#features/notifications/contract.ts'
import { togglePermission } from '#features/permissions/contract.ts'
import { createBus } from '#platform/live/bus.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { sharing } from '../../../../tests/sharing/sharing.ts'
import { listCourseShares, listSharesOfCourse, setTakesUpdates } from '../contract.ts'

const t = testApp()
const { source, received, run } = sharing(t)

/** The titles of the notifications that somebody got about shared courses, the newest first. */
const heard = async (who: TestPerson) =>
  (await t.as(who).call(listNotifications, {})).data
    .filter(({ kind }) => kind === 'shared_course')
    .map(({ title, text, link }) => ({ title, text, link }))
const mailed = (who: TestPerson) =>
  t.platform(async (tx) => {
    const rows = await tx
      .selectFrom('mails')
      .select('subject')
      .where('portal_id', '=', who.portal.id)
      .where('to_email', '=', who.email)
      .where('template', '=', 'shared-course')
      .orderBy('id')
      .execute()
    return rows.map(({ subject }) => subject)
  })

describe('those who may take a shared course', () => {
  test('hear in the bell and by mail that it has arrived and that an update is offered, once for each; others hear nothing (SHR-036, RTM-009, RTM-012)', async () => {
    const from = await source()
    const admin = await t.make.person('portal_admin')
    const { portal } = admin
    const others = [
      from.author,
      await t.make.person('portal_admin'),
      await t.make.person('learner', { portal }),
      await t.make.person('accounting', { portal }),
      await t.make.person('course_admin', { portal }),
    ]
    await from.share(admin)
    await run()
    const course = await received(admin)
    const { title } = (await course.show()).course
    const link = `/courses/builder/${course.slug}/source`
    const arrived = {
      title: 'A course was shared with you',
      text: `${from.portal.name} shares ${title} with you. Set a price and publish it to sell it.`,
      link,
    }
    expect(await heard(admin)).toEqual([arrived])
    expect(await mailed(admin)).toEqual([`${from.portal.name} shares ${title} with you`])

    // Sharing again and running the job again says nothing new.
    await from.share(admin)
    await run()
    await run()
    expect(await heard(admin)).toEqual([arrived])

    await from.addText('Added')
    await from.publish()
    await run()
    await run()
    expect(await heard(admin)).toEqual([
      {
        title: 'An update of a shared course',
        text: `${from.portal.name} offers an update of ${title}. Look at what it changes, then take or decline it.`,
        link,
      },
      arrived,
    ])
    expect(await mailed(admin)).toHaveLength(2)
    for (const other of others) expect([await heard(other), await mailed(other)]).toEqual([[], []])
  })

  test('hear of no update that the portal takes as it arrives (SHR-009, SHR-036)', async () => {
    const from = await source()
    const admin = await t.make.person('portal_admin')
    await from.share(admin)
    await run()
    const course = await received(admin)
    await t.as(admin).call(setTakesUpdates, { params: course.params, body: { takes_updates: true } })
    await from.addText('Added')
    await from.publish()
    await run()
    expect(await course.show()).toMatchObject({ state: 'current', taken: 2 })
    expect(await heard(admin)).toHaveLength(1)
  })

  test('are those whose role may, as the portal has switched it (SHR-036, ROL-075)', async () => {
    const from = await source()
    const admin = await t.make.person('portal_admin')
    const clerk = await t.make.person('accounting', { portal: admin.portal })
    const params = { role: 'accounting', permission: 'shared-courses.update' }
    await t.as(admin).call(togglePermission, { params, body: {} })
    await from.share(admin)
    await run()
    expect(await heard(clerk)).toHaveLength(1)
  })
})

describe('the lists of shares', () => {
  test('say what each portal has, in which state, and how far the newest job is (SHR-030)', async () => {
    const from = await source()
    const admin = await t.make.person('portal_admin')
    const refused = await t.as(from.author).call(listSharesOfCourse, { params: from.params })
    expect(refused).toMatchObject({ data: [], job: null, obstacle: null })
    await from.share(admin)
    const waiting = await t.as(from.author).call(listSharesOfCourse, { params: from.params })
    expect(waiting).toMatchObject({
      data: [{ portal: { id: admin.portal.id, name: admin.portal.name }, state: 1, error: null, revoked_at: null }],
      job: { kind: 'share', queued: 1, processing: 0, published: 0, failed: 0 },
      has_changes: false,
    })
    await run()
    const done = await t.as(from.author).call(listSharesOfCourse, { params: from.params })
    expect(done).toMatchObject({
      data: [{ state: 3, newest: 1, taken: 1, declined: 0 }],
      job: { queued: 0, published: 1 },
    })
    await from.rename('A better name')
    expect((await t.as(from.author).call(listSharesOfCourse, { params: from.params })).has_changes).toBe(true)

    const all = (query: object) => t.as(from.author).call(listCourseShares, { query: query as never })
    expect((await all({})).data).toMatchObject([
      { course: { slug: from.course.slug }, portal: { id: admin.portal.id }, state: 3, newest: 1, taken: 1 },
    ])
    expect((await all({ state: 4 })).data).toEqual([])
    expect((await all({ search: admin.portal.name })).data).toHaveLength(1)
    expect((await all({ search: 'nobody has this name' })).data).toEqual([])
    await from.revoke(admin)
    const [ended] = (await t.as(from.author).call(listSharesOfCourse, { params: from.params })).data
    expect(ended?.revoked_at).not.toBeNull()
  })
})

test('who began a job hears live how far it is, and nobody else does (SHR-004, SHR-035)', async () => {
  const from = await source()
  const [one, two] = [await t.make.person('portal_admin'), await t.make.person('portal_admin')]
  const { options } = t.app.db.pool
  const bus = createBus({ ...options, password: options.password }, { onError: () => {} })
  await bus.ready
  const events: { channel: string; data: Record<string, number> }[] = []
  const done = new Promise<void>((resolve) => {
    bus.subscribe('live', (message) => {
      const { channel, event, data } = message as { channel: string; event: string; data: Record<string, number> }
      if (event !== 'publishing.updated') return
      events.push({ channel, data })
      if (data.published === 2) resolve()
    })
  })
  const job = await from.share(one, two)
  await run()
  await done
  await bus.close()
  const at = { id: job.id, course_id: from.course.id, failed: 0 }
  expect(events.map(({ data }) => data)).toEqual([
    { ...at, queued: 1, processing: 1, published: 0 },
    { ...at, queued: 1, processing: 0, published: 1 },
    { ...at, queued: 0, processing: 1, published: 1 },
    { ...at, queued: 0, processing: 0, published: 2 },
  ])
  expect(new Set(events.map(({ channel }) => channel))).toEqual(new Set([`private-notifications.${from.author.id}`]))
})
