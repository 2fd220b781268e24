import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { lockWaits } from '../../../../tests/processes/lock-waits.ts'
import { scormRecords } from '../../../../tests/scorm/scorm-kept.ts'
import { multiSco, scorm2004, singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { scormModules } from '../../outline/contract.ts'
import { startScormModule } from '../contract.ts'

const t = testApp()
const play = scormPlay(t)
const { outlineOf, statusOf, keptOf, put, end } = scormRecords(t)
const NOT_FOUND = { status: 404, code: 'not_found' }
const REFUSED = { status: 403, code: 'not_enough_permissions' }

describe('starting a module (SCO-001, SCO-022, SCO-023)', () => {
  test('the answer has the module and what the player needs, and the item is in progress (SCO-007, LRN-013)', async () => {
    const module = await play.aModule(multiSco())
    const started = await play.start(module)
    expect(started).toMatchObject({
      id: module.module_id,
      title: 'Safety at Work',
      slug: 'safety-at-work',
      scorm_id: module.scorm.id,
      entry: 'content/intro.html',
      error: null,
      version: '1.2',
      student_id: String(module.learner.id),
      is_kept: true,
      launch: 1,
      course_user_progress: { status: 1 },
      content_origin: `http://content.${module.learner.portal.slug}.localhost:3000`,
    })
    expect(started.outline.map(({ identifier, is_locked }) => [identifier, is_locked])).toEqual([
      ['intro', false],
      ['fire', true],
      ['test', true],
      ['sheet', false],
    ])
    expect(await statusOf(module)).toBe(1)
    expect((await outlineOf(module)).meta.continue_item).toMatchObject({ itemable_id: module.module_id })
    expect((await play.start(module)).launch).toBe(2)
  })

  test('the requesting page may embed the player, and no other origin may, even if named (SCO-016)', async () => {
    const module = await play.aModule(singleSco())
    const origin = async (headers: Record<string, string>) => {
      const answer = await t.request(module.learner, {
        method: 'POST',
        url: `/api/v1/learner/scorm-modules/${module.module_id}/start`,
        payload: { related_id: module.related_id },
        headers,
      })
      return answer.json().data.content_origin
    }
    const { host } = module.learner.portal
    expect(await origin({ origin: `http://${host}` })).toBe(`http://content.${host}`)
    for (const foreign of ['https://evil.example.com', `https://${host}`, 'null'])
      expect(await origin({ origin: foreign })).toBe(`http://content.${host}:3000`)
  })

  test('foreign learners get 404, other roles 403, a learner without access 403 (LRN-010, LRN-048, ERR-058)', async () => {
    const module = await play.aModule(singleSco())
    const other = await play.aModule(singleSco())
    const start = (who: TestPerson, id = module.module_id, related_id = module.related_id) =>
      t.as(who).call(startScormModule, { params: { id }, body: { related_id } })
    const colleague = await t.make.person('learner', { portal: module.learner.portal })
    await expect(start(colleague)).rejects.toMatchObject(NOT_FOUND)
    await expect(start(other.learner)).rejects.toMatchObject(NOT_FOUND)
    await expect(start(module.learner, other.module_id)).rejects.toMatchObject(NOT_FOUND)
    await expect(start(module.author)).rejects.toMatchObject({ status: 403, code: 'learner_only' })
    await end(module, { expires_at: new Date(Date.now() - 1000) })
    await expect(start(module.learner)).rejects.toMatchObject(REFUSED)
    await end(module, { expires_at: new Date('2100-01-01'), ended_at: new Date() })
    await expect(start(module.learner)).rejects.toMatchObject(NOT_FOUND)
  })

  test('a package that cannot be played cannot be started, with its own error (SCO-004, SCO-015, ERR-059)', async () => {
    const module = await play.aModule(scorm2004())
    const start = () =>
      t
        .as(module.learner)
        .call(startScormModule, { params: { id: module.module_id }, body: { related_id: module.related_id } })
    await expect(start()).rejects.toMatchObject({
      status: 422,
      code: 'version_not_implemented',
      message: 'Version 2004 3rd Edition is not implemented',
    })
    const change = (scorm_id: number | null) =>
      t.as(module.author).call(scormModules.update, {
        params: { courseId: module.course.id, id: module.item.id },
        body: { scorm_id },
      })
    await change(null)
    await expect(start()).rejects.toMatchObject({ status: 422, message: 'This module has no package yet.' })
    expect(await statusOf(module)).toBe(4)
  })

  test('in a sequential course the module opens in its turn (LRN-027)', async () => {
    const module = await play.aModule(singleSco())
    const params = { courseId: module.course.id }
    const { data: second } = await t.as(module.author).call(scormModules.create, {
      params,
      body: { title: 'Second', scorm_id: module.scorm.id },
    })
    await t.platform((tx) =>
      tx.updateTable('courses').set({ is_sequential: true }).where('id', '=', module.course.id).execute(),
    )
    const later = { ...module, module_id: second.itemable_id }
    await expect(play.start(later)).rejects.toMatchObject({ status: 403, code: 'item_locked' })
    const player = await play.start(module)
    await player.send([player.next('golf', 'begin'), player.next('golf', 'finish', { 'cmi.core.score.raw': '90' })])
    expect((await play.start(later)).launch).toBe(1)
  })
})

describe('whose messages are accepted (SCO-016, LRN-048)', () => {
  test('another learner, another module and another progress are 404, other roles 403', async () => {
    const module = await play.aModule(singleSco())
    const other = await play.aModule(singleSco())
    const [mine, theirs] = [await play.start(module), await play.start(other)]
    const commits = [mine.next('golf', 'begin')]
    const colleague = await t.make.person('learner', { portal: module.learner.portal })
    await expect(put({ ...module, learner: colleague }, mine, commits)).rejects.toMatchObject(NOT_FOUND)
    await expect(put({ ...module, learner: other.learner }, mine, commits)).rejects.toMatchObject(NOT_FOUND)
    await expect(put({ ...module, module_id: other.module_id }, mine, commits)).rejects.toMatchObject(NOT_FOUND)
    await expect(
      put(module, { ...mine, course_user_progress: theirs.course_user_progress }, commits),
    ).rejects.toMatchObject(NOT_FOUND)
    await expect(put(module, { ...mine, attempt_id: theirs.attempt_id }, commits)).rejects.toMatchObject(NOT_FOUND)
    await expect(put({ ...module, learner: module.author }, mine, commits)).rejects.toMatchObject({
      code: 'learner_only',
    })
    expect((await keptOf(mine.attempt_id)).journal).toEqual([])
  })

  test('an expired or removed enrollment accepts nothing (LRN-010, USR-023)', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    await player.send([player.next('golf', 'begin')])
    await end(module, { expires_at: new Date(Date.now() - 1000) })
    const commits = [player.next('golf', 'data', { 'cmi.core.lesson_status': 'completed' })]
    await expect(put(module, player, commits)).rejects.toMatchObject(REFUSED)
    expect((await player.call('POST', 'commit', { body: { commits } })).statusCode).toBe(403)
    await end(module, { expires_at: new Date('2100-01-01'), ended_at: new Date() })
    await expect(put(module, player, commits)).rejects.toMatchObject(NOT_FOUND)
    expect((await player.call('POST', 'commit', { body: { commits } })).statusCode).toBe(403)
    expect((await keptOf(player.attempt_id)).attempt.seq).toBe(1)
  })

  test('a message that arrives while its enrollment is being removed waits for that, and is refused', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    await player.send([player.next('golf', 'begin')])
    await player.send([player.next('golf', 'data', { 'cmi.core.lesson_location': '1' })])
    const commits = [player.next('golf', 'data', { 'cmi.core.lesson_location': '2' })]
    const client = await t.app.db.pool.connect()
    try {
      await client.query("begin; select set_config('role', 'portico_platform', true)")
      await client.query('update enrollments set ended_at = now() where id = $1', [module.related_id])
      let isAnswered = false
      const answer = put(module, player, commits).finally(() => {
        isAnswered = true
      })
      answer.catch(() => {})
      await expect.poll(() => lockWaits(t)).toBe(1)
      expect(isAnswered).toBe(false)
      await client.query('commit')
      await expect(answer).rejects.toMatchObject(NOT_FOUND)
    } finally {
      client.release()
    }
    expect((await keptOf(player.attempt_id)).attempt.seq).toBe(2)
  })

  test('a module removed from its course accepts nothing (BLD-042)', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    await t.as(module.author).call(scormModules.remove, { params: { courseId: module.course.id, id: module.item.id } })
    await expect(put(module, player, [player.next('golf', 'begin')])).rejects.toMatchObject(NOT_FOUND)
    await expect(play.start(module)).rejects.toMatchObject(NOT_FOUND)
  })

  test('malformed messages are 422 and change nothing', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const good = player.next('golf', 'begin')
    for (const wrong of [
      { ...good, seq: 0 },
      { ...good, seq: 1.5 },
      { ...good, event: 'other' },
      { ...good, cmi: 'x' },
    ]) {
      await expect(put(module, player, [wrong as never])).rejects.toMatchObject({ status: 422 })
      expect((await player.call('POST', 'commit', { body: { commits: [wrong] } })).statusCode).toBe(422)
    }
    expect((await player.call('POST', 'commit', { body: { commits: 'x' } })).statusCode).toBe(422)
    expect((await keptOf(player.attempt_id)).attempt.seq).toBe(0)
  })
})
