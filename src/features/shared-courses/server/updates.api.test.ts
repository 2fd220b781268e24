import { describe, expect, test } from 'vitest'
import { deleteCourse, showCourse, updateCourse } from '#features/courses/contract.ts'
import { showDashboard } from '#features/dashboard/contract.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { startExam } from '#features/exams/contract.ts'
import { listOutline } from '#features/outline/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { sharing } from '../../../../tests/sharing/sharing.ts'
import { sendCourseUpdate, setTakesUpdates, shareCourse, showCourseSource, takeUpdate } from '../contract.ts'

const t = testApp()
const { source, received, learner, run } = sharing(t)
const admin = () => t.make.person('portal_admin')

/** A course that one portal shares with another, which sells it. */
const shared = async () => {
  const from = await source()
  const to = await admin()
  await from.share(to)
  await run()
  const course = await received(to)
  const firstText = from.course.outline[0]?.items[0]?.id as number
  const ownItems = async () => (await t.as(to).call(listOutline, { params: { courseId: course.id } })).data
  const ownText = (await ownItems())[0]?.module_items[0]?.itemable_id as number
  return { from, to, course, firstText, ownItems, ownText }
}

describe('an update of a shared course', () => {
  test('is offered when a version is published, says what it changes, and changes nothing until it is taken (SHR-003, SHR-005, SHR-007, SHR-033)', async () => {
    const { from, course, firstText, ownItems } = await shared()
    const before = await ownItems()
    await from.editText(firstText, 'Reworded')
    await run()
    expect(await course.show()).toMatchObject({ state: 'current', item_changes: [] })
    await from.addText('Added')
    await from.rename('A better name')
    await from.publish()
    await run()
    expect(await course.show()).toMatchObject({
      state: 'update',
      offered: 2,
      taken: 1,
      field_changes: [{ field: 'title', after: 'A better name' }],
      item_changes: [
        { kind: 'changed', item_type: 'Text', fields: ['text'] },
        { kind: 'added', item_type: 'Text', title: 'Added' },
      ],
      learners_at_work: 0,
    })
    expect(await ownItems()).toEqual(before)
    expect((await course.versions()).newest).toBe(1)
  })

  test('taken, it is a version of the course there; items keep their ids and learners the version they began (SHR-006, SHR-034, VER-003)', async () => {
    const { from, to, course, firstText, ownItems, ownText } = await shared()
    await course.sell(99)
    const [early, late] = [await learner(to, course), await learner(to, course)]
    await early.finish(ownText)
    const before = await early.outline()
    await from.editText(firstText, 'Reworded')
    await from.addText('Added')
    await from.publish()
    await run()
    expect(await course.show()).toMatchObject({ learners_at_work: 1 })
    await course.take(2)
    expect(await course.show()).toMatchObject({ state: 'current', taken: 2 })
    expect((await from.shareWith(to))?.taken).toBe(2)
    expect(await course.versions()).toMatchObject({ newest: 2, changes_count: 0 })
    expect(await early.outline()).toEqual(before)
    expect(await early.course()).toMatchObject({ items_done: 1, items_total: 4 })
    expect(await late.course()).toMatchObject({ items_total: 5 })
    expect((await ownItems())[0]?.module_items.map(({ itemable_id }) => itemable_id)[0]).toBe(ownText)
    await late.finish(ownText)
    expect(await late.course()).toMatchObject({ items_done: 1, items_total: 5 })
    const exam = (await ownItems())[1]?.itemable_id as number
    const body = { related_id: late.related_id }
    const { data } = await late.api.call(startExam, { params: { examId: exam }, body })
    expect(data.progress.questions).toHaveLength(2)
  })

  test('keeps what the receiving portal owns: price, address, status, dates and texts for search engines (SHR-001, SHR-002)', async () => {
    const { from, to, course } = await shared()
    await course.sell(99)
    const own = { slug: 'our-course', meta_title: 'Ours', options: { button_name: 'Get it' } }
    await t.as(to).call(updateCourse, { params: course.params, body: own })
    await from.rename('A better name')
    await from.addText('Added')
    await from.publish()
    await run()
    const params = { slug: 'our-course' }
    const { data } = await t.as(to).call(showCourseSource, { params })
    await t.as(to).call(takeUpdate, { params, body: { release: data.offered } })
    expect((await t.as(to).call(showCourse, { params })).data).toMatchObject({
      title: 'A better name',
      ...own,
      publication_status: 2,
      course_pricings: [{ from: 1, price: 99 }],
      source: { name: from.portal.name, revoked_at: null, has_update: false },
      abilities: { update: true, update_content: false, update_prices: true },
    })
  })

  test('declined, it is not offered again and can still be taken; a later one is offered (SHR-008, PRT-113)', async () => {
    const { from, to, course } = await shared()
    await from.addText('Added')
    await from.publish()
    await run()
    const waiting = async () => {
      const { data } = await t.as(to).call(showDashboard, {})
      return data.attention.map(({ text, href }) => [text, href])
    }
    expect(await waiting()).toContainEqual(['1 shared course has an update', '/portals/shared-courses?state=update'])
    await course.decline(2)
    expect(await waiting()).toEqual([])
    expect(await course.show()).toMatchObject({ state: 'declined', offered: 2, taken: 1 })
    expect(await from.shareWith(to)).toMatchObject({ taken: 1, declined: 2 })
    await from.addText('More')
    await from.publish()
    await run()
    expect(await course.show()).toMatchObject({ state: 'update', offered: 3 })
    await course.decline(3)
    await course.take(3)
    expect(await course.show()).toMatchObject({ state: 'current', taken: 3 })
  })

  test('a decision about an earlier one answers 409 once a newer one has arrived, and two at once are one (SHR-007, SHR-034)', async () => {
    const { from, course } = await shared()
    await from.addText('Added')
    await from.publish()
    await run()
    await from.addText('More')
    await from.publish()
    await run()
    const late = { status: 409, code: 'conflict' }
    await expect(course.take(2)).rejects.toMatchObject(late)
    await expect(course.decline(2)).rejects.toMatchObject(late)
    const both = await Promise.allSettled([course.take(3), course.take(3), course.decline(3)])
    const refused = both.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThanOrEqual(1)
    expect((await course.show()).taken).toBe(3)
    expect((await course.versions()).newest).toBe(2)
  })

  test('of fields alone is sent by the author, once (SHR-005, SHR-032)', async () => {
    const { from, course } = await shared()
    const send = () => from.api.call(sendCourseUpdate, { params: from.params })
    await expect(send()).rejects.toMatchObject({ status: 422 })
    await from.rename('A better name')
    expect((await send()).data).toMatchObject({ kind: 'update', release: 2, queued: 1 })
    await run()
    await expect(send()).rejects.toMatchObject({ status: 422 })
    await course.take(2)
    expect((await course.versions()).newest).toBe(1)
    expect((await course.show()).course.title).toBe('A better name')
  })

  test('is taken as it arrives where the portal wants that (SHR-009)', async () => {
    const { from, to, course } = await shared()
    await course.api.call(setTakesUpdates, { params: course.params, body: { takes_updates: true } })
    await from.addText('Added')
    await from.publish()
    await run()
    expect(await course.show()).toMatchObject({ state: 'current', taken: 2, takes_updates: true })
    expect(await from.shareWith(to)).toMatchObject({ state: 3, taken: 2 })
    expect((await course.versions()).newest).toBe(2)
  })

  test('does not bring back a course that was deleted there; sharing it again does (SHR-005, SHR-032)', async () => {
    const { from, to, course } = await shared()
    await t.as(to).call(deleteCourse, { params: course.params })
    await from.addText('Added')
    await from.publish()
    await run()
    expect(await from.shareWith(to)).toMatchObject({ state: 4, error: expect.stringContaining('deleted this course') })
    await from.share(to)
    await run()
    expect(await from.shareWith(to)).toMatchObject({ state: 3, taken: 2 })
    expect((await received(to)).slug).toBeDefined()
  })
})

describe('the end of sharing', () => {
  test('takes the course off sale for everyone new, and leaves learners, records and the course to those who have them (SHR-010)', async () => {
    const { from, to, course, ownText } = await shared()
    await course.sell(99)
    const pupil = await learner(to, course)
    await pupil.finish(ownText)
    const before = await pupil.course()
    await from.addText('Added')
    await from.publish()
    await run()
    expect(await from.revoke(to)).toBe(1)
    expect(await from.revoke(to)).toBe(0)
    expect(await course.show()).toMatchObject({ state: 'revoked', course: { publication_status: 4 } })
    expect(await pupil.course()).toEqual({ ...before, publication_status: 4 })
    const outline = await pupil.outline()
    expect(outline).toHaveLength(3)
    const newcomer = await t.make.person('learner', { portal: to.portal })
    const body = { course_id: course.id, emails: [newcomer.email] }
    await expect(t.as(to).call(createEnrollments, { body })).rejects.toMatchObject({
      status: 422,
      errors: { course_id: expect.anything() },
    })
    const publish = t.as(to).call(updateCourse, { params: course.params, body: { publication_status: 2 } })
    await expect(publish).rejects.toMatchObject({ status: 422 })
    await expect(course.take(2)).rejects.toMatchObject({ status: 422 })
    await from.addText('More')
    await from.publish()
    await run()
    expect(await course.show()).toMatchObject({ state: 'revoked', offered: 2 })
  })

  test('can be followed by sharing again, which brings back the same course (SHR-010)', async () => {
    const { from, to, course } = await shared()
    await from.revoke(to)
    await from.addText('Added')
    await from.publish()
    await from.share(to)
    await run()
    expect(await course.show()).toMatchObject({
      state: 'update',
      offered: 2,
      revoked_at: null,
      course: { id: course.id },
    })
    await course.sell(10)
  })

  test('while a job is on its way, the portal does not get the course (SHR-010)', async () => {
    const from = await source()
    const to = await admin()
    await from.share(to)
    await from.revoke(to)
    await run()
    await expect(received(to)).rejects.toThrow('Nothing was shared')
    expect(await from.shareWith(to)).toMatchObject({ revoked_at: expect.anything(), taken: 0 })
  })
})

describe('files of a shared course (SHR-011)', () => {
  const picture = async (who: TestPerson, slug: string, method: 'POST' | 'DELETE') => {
    const form = await multipart({ file: { name: 'cover.png', bytes: png(), type: 'image/png' } })
    const url = `/api/v1/admin/courses/${slug}/thumbnail`
    const answer = await t.request(who, { method, url, ...(method === 'POST' && form) })
    expect(answer.statusCode).toBe(200)
    return answer.json().data.thumbnail as string | null
  }

  test('are stored once, count in the source alone, and stay as long as a portal has them', async () => {
    const from = await source([['Document', 'Audio', 'Text']])
    const to = await admin()
    const cover = (await picture(from.author, from.course.slug, 'POST')) as string
    await from.share(to)
    await run()
    const course = await received(to)
    expect((await course.show()).course.thumbnail).toBe(cover)
    const rows = await t.platform((tx) =>
      tx
        .selectFrom('media')
        .select(['uuid', 'key', 'is_received', 'is_attachment'])
        .where('portal_id', '=', to.portal.id)
        .execute(),
    )
    const theirs = await t.platform((tx) =>
      tx.selectFrom('media').select(['uuid', 'key']).where('portal_id', '=', from.portal.id).execute(),
    )
    expect(rows.map(({ key }) => key).toSorted()).toEqual(theirs.map(({ key }) => key).toSorted())
    expect(rows.every(({ is_received, is_attachment }) => is_received && is_attachment)).toBe(true)
    const read = (who: TestPerson) => t.request(who, { method: 'GET', url: cover })
    await picture(from.author, from.course.slug, 'DELETE')
    expect((await read(to)).statusCode).toBe(200)
    await from.api.call(sendCourseUpdate, { params: from.params })
    await run()
    await course.take(2)
    expect((await course.show()).course.thumbnail).toBeNull()
    expect((await read(to)).statusCode).toBe(404)
  })

  test('a shared course is archived instead of deleted, and its receivers keep everything', async () => {
    const { from, course, ownItems } = await shared()
    await from.api.call(updateCourse, { params: from.params, body: { publication_status: 1 } })
    const before = await ownItems()
    const { data } = await from.api.call(deleteCourse, { params: from.params })
    expect(data).toMatchObject({ is_archived: true })
    expect(await ownItems()).toEqual(before)
    expect(await course.show()).toMatchObject({ state: 'current' })
  })
})

describe('the walls between portals (PRT-011)', () => {
  test('a portal reads nothing of a course that is not shared with it, and a receiver nothing but releases', async () => {
    const { from, course, firstText, to } = await shared()
    const stranger = await admin()
    const api = t.as(stranger)
    await expect(api.call(showCourseSource, { params: course.params })).rejects.toMatchObject({ status: 404 })
    await expect(
      api.call(shareCourse, { params: from.params, body: { portal_ids: [to.portal.id] } }),
    ).rejects.toMatchObject({ status: 404 })
    await from.editText(firstText, 'A secret draft')
    const answers = [
      await course.show(),
      await course.versions(),
      await t.as(to).call(showCourse, { params: course.params }),
    ]
    expect(JSON.stringify(answers)).not.toContain('secret draft')
    const theirs = { params: { courseId: from.course.id } }
    await expect(t.as(to).call(listOutline, theirs)).rejects.toMatchObject({ status: 404 })
  })
})
