import { describe, expect, test } from 'vitest'
import type { TestPerson } from '../../../../tests/api.ts'
import { testApp } from '../../../../tests/api.ts'
import { multiSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { listScormAttempts, listScormCommits, restoreScormAttempt, showScormAttempt } from '../contract-admin.ts'

const t = testApp()
const play = scormPlay(t)

const SUSPEND = 'cmi.suspend_data'

const played = async () => {
  const module = await play.aModule(multiSco())
  const player = await play.start(module)
  const id = player.attempt_id ?? 0
  return { ...module, player, id }
}
const show = async (who: TestPerson, id: number) => (await t.as(who).call(showScormAttempt, { params: { id } })).data
const restore = async (who: TestPerson, id: number, snapshotId: number) =>
  (await t.as(who).call(restoreScormAttempt, { params: { id }, body: { snapshot_id: snapshotId } })).data

describe('the journal of an attempt (SCO-028)', () => {
  test('says what arrived when and what it changed, in pages, newest first (SCO-030)', async () => {
    const { author, player, id, related_id, learner } = await played()
    await player.send([
      player.next('intro', 'begin'),
      player.next('intro', 'data', { 'cmi.core.lesson_location': '3', [SUSPEND]: 'x'.repeat(500) }),
      player.next('intro', 'finish', { 'cmi.core.lesson_status': 'completed' }),
    ])
    const { data: attempts } = await t.as(author).call(listScormAttempts, { query: { related_id } })
    expect(attempts).toMatchObject([{ id, related_id, launches: 1, result: 'unknown' }])
    const call = (cursor?: string) =>
      t.as(author).call(listScormCommits, { params: { id }, query: { per_page: 2, ...(cursor && { cursor }) } })
    const first = await call()
    expect(first.data).toMatchObject([
      { seq: 3, event: 'finish', changes: [{ key: 'cmi.core.lesson_status', value: 'completed' }], user: null },
      {
        seq: 2,
        event: 'data',
        changes: expect.arrayContaining([
          { key: 'cmi.core.lesson_location', value: '3' },
          { key: SUSPEND, value: '500 characters' },
        ]),
      },
    ])
    const second = await call(first.meta.next_cursor ?? '')
    expect(second.data).toMatchObject([{ seq: 1, sco: 'intro', event: 'begin' }])
    expect(second.meta.next_cursor).toBeNull()
    const details = await show(author, id)
    expect(details.learner.id).toBe(learner.id)
    expect(details.items).toMatchObject([
      { sco: 'intro', status: 'completed', lesson_location: '3', suspend_length: 500 },
    ])
    expect(JSON.stringify(details)).not.toContain('xxxx')
  })

  test('is open only to an instructor of the course, and never to another portal (ROL-037)', async () => {
    const { author, course, id, related_id, learner } = await played()
    const [stranger, own, foreign] = [
      await t.make.person('instructor', { portal: author.portal }),
      await t.make.person('instructor', { portal: author.portal }),
      await t.make.person('portal_admin'),
    ]
    await t.platform((tx) =>
      tx
        .insertInto('course_instructors')
        .values({ portal_id: author.portal.id, course_id: course.id, user_id: own.id, is_primary: true })
        .execute(),
    )
    expect((await show(own, id)).id).toBe(id)
    for (const who of [stranger, foreign]) {
      await expect(show(who, id)).rejects.toMatchObject({ code: 'not_found' })
      await expect(t.as(who).call(listScormCommits, { params: { id }, query: {} })).rejects.toMatchObject({
        code: 'not_found',
      })
      await expect(t.as(who).call(listScormAttempts, { query: { related_id } })).rejects.toMatchObject({
        code: 'not_found',
      })
    }
    await expect(show(learner, id)).rejects.toMatchObject({ status: 403 })
  })
})

describe('earlier states are kept (SCO-028)', () => {
  test('when a visit begins, at every 50th message and before data shrinks; the same state only once', async () => {
    const { author, player, id } = await played()
    const data = (text: string) => player.next('intro', 'data', { [SUSPEND]: text })
    await player.send([player.next('intro', 'begin'), data('first answers')])
    await player.send([player.next('intro', 'begin')])
    await player.send([player.next('intro', 'begin')])
    await player.send([data('a much longer text of answers')])
    await player.send([data('gone')])
    expect((await show(author, id)).snapshots).toMatchObject([
      { reason: 'shrunk', suspend_length: 29, launch: 1, seq: 5 },
      { reason: 'visit', suspend_length: 13, launch: 1, seq: 2 },
    ])
    for (let count = 7; count <= 51; count++) await player.send([data(`answer ${count}`)])
    expect((await show(author, id)).snapshots[0]).toMatchObject({ reason: 'messages', seq: 49, suspend_length: 9 })
  })

  test('and thinned out, so that no attempt grows without limit', async () => {
    const { player, id } = await played()
    await player.send([player.next('intro', 'begin')])
    for (let count = 0; count < 60; count++)
      await player.send([
        player.next('intro', 'data', { [SUSPEND]: `visit ${count}` }),
        player.next('intro', 'finish', {}),
        player.next('intro', 'begin'),
      ])
    await player.send([player.next('intro', 'begin')])
    const numbers = await t.platform((tx) =>
      tx.selectFrom('scorm_snapshots').select('number').where('attempt_id', '=', id).orderBy('number').execute(),
    )
    const newest = numbers.at(-1)?.number ?? 0
    expect(newest).toBeGreaterThan(55)
    expect(numbers.length).toBeLessThan(32)
    expect(numbers.every(({ number }) => newest - number < 8 * (number & -number))).toBe(true)
  })
})

describe('an earlier state is restored (SCO-029)', () => {
  const overwritten = async () => {
    const attempt = await played()
    const { player } = attempt
    await player.send([
      player.next('intro', 'begin'),
      player.next('intro', 'data', { 'cmi.core.lesson_location': '7', [SUSPEND]: 'seven pages of answers \u0000' }),
    ])
    // In a second visit, the content loses everything.
    const again = await play.start(attempt)
    await again.send([again.next('intro', 'begin'), again.next('intro', 'data', { [SUSPEND]: '' })])
    return { ...attempt, again }
  }

  test('with its data, and the next start resumes there (SCO-030)', async () => {
    const { author, again, id, learner, related_id, module_id } = await overwritten()
    const [snapshot] = (await show(author, id)).snapshots
    if (!snapshot) throw new Error('A state was kept')
    expect(snapshot).toMatchObject({ sco: 'intro', lesson_location: '7', suspend_length: 24 })
    const restored = await restore(author, id, snapshot.id)
    expect(restored.items).toMatchObject([{ sco: 'intro', lesson_location: '7', suspend_length: 24 }])
    // The replaced state is saved, so the restore itself can be undone.
    expect(restored.snapshots[0]).toMatchObject({ reason: 'restore', suspend_length: 0 })

    const next = await play.start({ learner, related_id, module_id })
    expect((await next.state('intro')).cmi).toMatchObject({
      [SUSPEND]: 'seven pages of answers \u0000',
      'cmi.core.lesson_location': '7',
      'cmi.core.entry': 'resume',
    })
    // A player that was open at the time can no longer change anything.
    expect(await again.send([again.next('intro', 'data', { [SUSPEND]: 'late' })])).toMatchObject({
      is_superseded: true,
    })
    expect((await next.state('intro')).cmi).toMatchObject({ [SUSPEND]: 'seven pages of answers \u0000' })
    expect(await next.send([next.next('intro', 'begin')])).toMatchObject({ is_superseded: false })
  })

  test('is in the journal and the activity log with the person who did it', async () => {
    const { author, id, learner } = await overwritten()
    const { snapshots } = await show(author, id)
    await restore(author, id, snapshots[0]?.id ?? 0)
    const { data } = await t.as(author).call(listScormCommits, { params: { id }, query: {} })
    expect(data[0]).toMatchObject({ event: 'restore', sco: 'intro', user: { id: author.id } })
    const log = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select(['action', 'user_id', 'subject_id', 'changes'])
        .where('portal_id', '=', author.portal.id)
        .where('action', '=', 'scorm-attempt.restore')
        .execute(),
    )
    expect(log).toMatchObject([{ user_id: author.id, subject_id: id, changes: { user_id: learner.id, item: 'intro' } }])
  })

  test('never takes a success away (SCO-010)', async () => {
    const { author, again, id } = await overwritten()
    await again.send([
      again.next('intro', 'data', { 'cmi.core.lesson_status': 'passed' }),
      again.next('intro', 'finish', {}),
    ])
    const { snapshots } = await show(author, id)
    const { items } = await restore(author, id, snapshots.at(-1)?.id ?? 0)
    expect(items).toMatchObject([{ sco: 'intro', result: 'passed', status: 'not attempted' }])
  })

  test('only if it belongs to this attempt', async () => {
    const [one, other] = [await overwritten(), await overwritten()]
    const foreign = (await show(other.author, other.id)).snapshots[0]?.id ?? 0
    await expect(restore(one.author, one.id, foreign)).rejects.toMatchObject({ code: 'not_found' })
    await expect(restore(one.author, one.id, 999_999)).rejects.toMatchObject({ code: 'not_found' })
  })
})
