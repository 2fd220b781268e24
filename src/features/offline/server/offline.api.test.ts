import { describe, expect, test } from 'vitest'
import { errorText } from '#kernel/errors.ts'
import { testApp } from '../../../../tests/api.ts'
import { learning } from '../../../../tests/learning.ts'
import { showLearnerModuleItem } from '../../progress/contract.ts'
import { createTradeRule } from '../../trade-rules/contract.ts'
import { showOfflineCourse } from '../contract.ts'
import { deviceManifest, deviceWorker } from './api.ts'

const now = new Date('2026-03-01T10:20:00Z')
const t = testApp({ now: () => now })
const make = learning(t)

type Learner = Awaited<ReturnType<typeof make.learner>>
const offer = async (who: Learner) =>
  (
    await t.as(who.person).call(showOfflineCourse, {
      params: { slug: who.course.slug },
      query: { related_id: who.related_id },
    })
  ).data

describe('what of a course can be kept on a device', () => {
  test('every item with its size, a mark of its content, or why it needs a connection (OFF-001, OFF-002, OFF-003)', async () => {
    const who = await make.learner([['Text', 'Audio', 'Video'], { pools: [] }, 'Assignment', 'ScormModule'])
    const [text, audio] = who.course.outline[0]?.items ?? []
    await t.platform(async (tx) => {
      const { media_id } = await tx
        .selectFrom('module_items')
        .select('media_id')
        .where('id', '=', audio?.id ?? 0)
        .executeTakeFirstOrThrow()
      await tx.updateTable('media').set({ size: 5000 }).where('id', '=', media_id).execute()
    })
    const before = await offer(who)
    expect(before).toMatchObject({ related_id: who.related_id, slug: who.course.slug, reason: null })
    const reasons = before.items.map(({ itemable_type, reason }) => [itemable_type, reason])
    expect(reasons.slice(0, 2)).toEqual([
      ['Text', null],
      ['Audio', null],
    ])
    expect(reasons.slice(3)).toEqual([
      ['Exam', 'exam'],
      ['Assignment', 'assignment'],
      ['ScormModule', 'interactive'],
    ])
    expect(before.items[1]?.size).toBe(5000)
    await t.platform((tx) =>
      tx
        .updateTable('module_items')
        .set({ text: '<p>Another text</p>' })
        .where('id', '=', text?.id ?? 0)
        .execute(),
    )
    const after = await offer(who)
    expect(after.items[0]?.size).toBe(19)
    expect(after.items[0]?.mark).not.toBe(before.items[0]?.mark)
    expect(after.items[1]?.mark).toBe(before.items[1]?.mark)
  })

  test('until access ends, and 30 days at most; nobody else learns it (OFF-011)', async () => {
    const who = await make.learner([['Text']])
    const set = (expires_at: Date) =>
      t.platform((tx) => tx.updateTable('enrollments').set({ expires_at }).where('id', '=', who.related_id).execute())
    await set(new Date('2027-03-01T00:00:00Z'))
    expect((await offer(who)).open_until).toBe('2026-03-31T10:20:00.000Z')
    await set(new Date('2026-03-04T00:00:00Z'))
    expect((await offer(who)).open_until).toBe('2026-03-04T00:00:00.000Z')
    await set(new Date('2026-03-01T00:00:00Z'))
    await expect(offer(who)).rejects.toMatchObject({ status: 403, code: 'not_enough_permissions' })
    const other = await make.learner([['Text']])
    await expect(offer({ ...who, person: other.person })).rejects.toMatchObject({ status: 404 })
  })

  test('a device that knows a former address of the course gets the present one, also when another course has it now (OFF-027)', async () => {
    const who = await make.learner([['Text']])
    const { slug } = who.course
    await t.platform((tx) =>
      tx
        .updateTable('courses')
        .set({ slug: `${slug}-moved` })
        .where('id', '=', who.course.id)
        .execute(),
    )
    expect(await offer(who)).toMatchObject({ related_id: who.related_id, slug: `${slug}-moved` })
    await make.course(who.person.portal, [['Text']], { slug })
    expect(await offer(who)).toMatchObject({ related_id: who.related_id, slug: `${slug}-moved` })
  })

  test('a locked item is answered for the device alone; a course that counts time is refused (OFF-003, OFF-005, ERR-210)', async () => {
    const who = await make.learner([['Text', 'Text']])
    await t.platform((tx) =>
      tx.updateTable('courses').set({ is_sequential: true }).where('id', '=', who.course.id).execute(),
    )
    const itemId = who.course.outline[0]?.items[1]?.id ?? 0
    const show = (for_device?: true) =>
      t.as(who.person).call(showLearnerModuleItem, {
        params: { itemType: 'Text', itemId },
        query: { related_id: who.related_id, ...(for_device && { for_device }) },
      })
    await expect(show()).rejects.toMatchObject({ status: 403, code: 'item_locked' })
    expect((await show(true)).data).toMatchObject({ id: itemId, is_locked: true })
    const admin = await t.make.person('portal_admin', { portal: who.person.portal })
    const rule = { title: 'Four hours', source: 'Letter of Oct 11 1994', from_day: '2026-01-01', minutes: 10 }
    await t.as(admin).call(createTradeRule, { body: { ...rule, kind: 'course_time', course_ids: [who.course.id] } })
    await expect(show(true)).rejects.toMatchObject({ status: 422, code: 'course_counts_time' })
    expect((await offer(who)).reason).toBe('counts_time')
  })

  test('the app has the name, color and icon of its portal, and the worker may serve courses (OFF-006, OFF-015, ERR-211)', () => {
    const portal = { name: 'Harbor Safety', setting: { primary_color: '#123456', favicon: null } }
    const manifest = JSON.parse(deviceManifest(portal as never).body)
    expect(manifest).toMatchObject({ name: 'Harbor Safety', start_url: '/on-this-device', display: 'standalone' })
    expect(manifest.icons[0].src).toBe('/icon.svg')
    expect(deviceWorker().body).toContain(errorText('not_on_device'))
    expect(deviceWorker().headers).toEqual({ 'service-worker-allowed': '/' })
  })
})
