import { describe, expect, test } from 'vitest'
import { listScormAttempts, listScormCommits, showScormAttempt } from '#features/scorm/contract-admin.ts'
import { testApp } from '../../../../tests/api.ts'
import { scormRecords, twoParts } from '../../../../tests/scorm/scorm-kept.ts'
import { multiSco, singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { PLACE, replacing, SUSPEND } from '../../../../tests/versions/replacing.ts'
import { moveVersionLearner } from '../contract.ts'

const t = testApp()
const { packaged, learnerAt, play, actions } = replacing(t)
const { keptOf, put } = scormRecords(t)

type Made = Awaited<ReturnType<typeof packaged>>
const keep = ({ module_id }: Made, package_id: number) => ({ keep_places: [{ module_id, package_id }] })

/** A course whose package was replaced, and a learner at a place of the former one. */
const replaced = async (place = '7', more: Record<string, unknown> = {}) => {
  const made = await packaged()
  const at = await learnerAt(made, place, more)
  const { scorm } = await made.replace(singleSco('get:cmi.suspend_data'))
  return { made, at, scorm }
}

describe('a move to another package', () => {
  test('a learner who keeps their place resumes with everything, and the former attempt stays (VER-021, VER-022, VER-025)', async () => {
    const more = {
      'cmi.core.score.raw': '40',
      'cmi.core.session_time': '00:02:00',
      'cmi.objectives.0.id': 'lift',
      'cmi.interactions.0.id': 'q1',
      'cmi.student_preference.audio': '50',
    }
    const { made, at, scorm } = await replaced('7', more)
    const before = await keptOf(at.player.attempt_id)
    expect(await made.replaced()).toMatchObject([
      {
        module: { id: made.module_id, title: 'Golf' },
        from: { id: made.first.id, file_name: 'first.zip' },
        to: { id: scorm.id, file_name: 'second.zip' },
        learners: 1,
      },
    ])
    expect(await made.move(keep(made, made.first.id))).toEqual({ moved: 1, reopened: 0, kept: 1 })

    const next = await at.start()
    expect(next).toMatchObject({ scorm_id: scorm.id, launch: 1 })
    expect(next.attempt_id).not.toBe(at.player.attempt_id)
    expect((await next.state()).cmi).toMatchObject({
      [PLACE]: '7',
      [SUSPEND]: 'at 7',
      'cmi.core.entry': 'resume',
      'cmi.core.score.raw': '40',
      'cmi.core.total_time': '00:02:00',
      'cmi.objectives.0.id': 'lift',
      'cmi.interactions.0.id': 'q1',
      'cmi.student_preference.audio': '50',
    })
    const after = await keptOf(at.player.attempt_id)
    expect({ scos: after.scos, journal: after.journal, result: after.attempt.result }).toEqual({
      scos: before.scos,
      journal: before.journal,
      result: before.attempt.result,
    })
    await next.send([next.next('golf', 'begin'), next.next('golf', 'data', { [PLACE]: '8' })])
    expect((await keptOf(next.attempt_id)).scos[0]?.cmi).toMatchObject({ [PLACE]: '8', 'cmi.core.score.raw': '40' })
    expect((await keptOf(at.player.attempt_id)).scos).toEqual(before.scos)
    expect((await actions(made.author.portal)).at(-1)).toMatchObject({
      action: 'course.move-learners',
      changes: { kept: 1, keep_places: [{ module_id: made.module_id, package_id: made.first.id }] },
    })
  })

  test('who grades sees that an attempt continues a former one, and who ordered it (VER-022, SCO-028)', async () => {
    const { made, at } = await replaced()
    await made.move(keep(made, made.first.id))
    const next = await at.start()
    const { data: attempts } = await made.api.call(listScormAttempts, { query: { related_id: at.related_id } })
    expect(attempts.map(({ id, carried_from }) => [id, carried_from]).toSorted()).toEqual(
      [
        [at.player.attempt_id, null],
        [next.attempt_id, at.player.attempt_id],
      ].toSorted(),
    )
    const params = { id: next.attempt_id ?? 0 }
    expect((await made.api.call(showScormAttempt, { params })).data).toMatchObject({
      carried_from: at.player.attempt_id,
      items: [{ sco: 'golf', lesson_location: '7', suspend_length: 4 }],
    })
    const { data: journal } = await made.api.call(listScormCommits, { params, query: {} })
    expect(journal).toMatchObject([{ event: 'carry', sco: 'golf', user: { id: made.author.id } }])
    expect(JSON.stringify(journal)).not.toContain('at 7')
  })

  test('a learner who starts again begins the new package, and nothing of the former attempt is lost (VER-021)', async () => {
    const { made, at } = await replaced()
    const before = await keptOf(at.player.attempt_id)
    expect(await made.move()).toEqual({ moved: 1, reopened: 0, kept: 0 })
    const next = await at.start()
    expect((await next.state()).cmi).toMatchObject({ 'cmi.core.entry': 'ab-initio' })
    expect((await next.state()).cmi[SUSPEND]).toBeUndefined()
    await next.send([next.next('golf', 'begin')])
    expect(await keptOf(at.player.attempt_id)).toEqual(before)
  })

  test.each([true, false])(
    'a passed module stays a success, places kept or not: %s (VER-009, VER-021)',
    async (isKept) => {
      const { made, at } = await replaced('end', { 'cmi.core.score.raw': '90', 'cmi.core.lesson_status': 'passed' })
      await made.move(isKept ? keep(made, made.first.id) : {})
      const next = await at.start()
      expect(next.course_user_progress?.status).toBe(2)
      await next.send([next.next('golf', 'begin'), next.next('golf', 'data', { 'cmi.core.lesson_status': 'failed' })])
      const again = await at.start()
      expect(again.course_user_progress?.status).toBe(2)
      expect((await keptOf(at.player.attempt_id)).attempt.result).toBe('passed')
      expect((await keptOf(next.attempt_id)).attempt.result).toBe(isKept ? 'passed' : 'failed')
    },
  )

  test('only the places in the named packages are kept (VER-021)', async () => {
    const { made, at } = await replaced()
    await made.move({ keep_places: [{ module_id: made.module_id, package_id: made.first.id + 1_000_000 }] })
    expect((await (await at.start()).state()).cmi['cmi.core.entry']).toBe('ab-initio')
  })

  test('a module cannot be asked again and keep places (VER-025, VER-019)', async () => {
    const { made } = await replaced()
    const ask_again = [{ item_type: 'ScormModule' as const, item_id: made.module_id }]
    await expect(made.move({ ask_again, ...keep(made, made.first.id) })).rejects.toMatchObject({
      status: 422,
      message: 'Learners cannot do a module again and keep their place in it.',
    })
    expect(await made.move({ ask_again })).toEqual({ moved: 1, reopened: 1, kept: 0 })
  })

  test('parts that the new package does not have are left behind, the others are kept (VER-022)', async () => {
    const made = await packaged(twoParts)
    const at = await learnerAt(made, null)
    const { player } = at
    for (const sco of ['one', 'two'])
      await player.send([player.next(sco, 'begin'), player.next(sco, 'data', { [PLACE]: `in ${sco}` })])
    await made.replace({ ...twoParts, items: [...twoParts.items.slice(0, 1), ...multiSco().items.slice(0, 1)] })
    await made.move(keep(made, made.first.id))
    const next = await at.start()
    expect((await next.state('one')).cmi).toMatchObject({ [PLACE]: 'in one', 'cmi.core.entry': 'resume' })
    expect((await next.state('intro')).cmi).toMatchObject({ 'cmi.core.entry': 'ab-initio' })
    expect((await keptOf(next.attempt_id)).scos.map(({ sco }) => sco)).toEqual(['one'])
  })

  test('who is moved twice before starting continues what they had at the first package (VER-022)', async () => {
    const { made, at, scorm } = await replaced()
    await made.move(keep(made, made.first.id))
    const third = await made.replace(singleSco('get:cmi.core.entry'), 'third.zip')
    expect(await made.replaced()).toMatchObject([{ from: { id: scorm.id }, to: { id: third.scorm.id }, learners: 1 }])
    expect(await made.move(keep(made, scorm.id))).toMatchObject({ kept: 1 })
    expect((await (await at.start()).state()).cmi).toMatchObject({ [PLACE]: '7', 'cmi.core.entry': 'resume' })
  })

  test('a later choice for the same package takes the place of an earlier one (VER-021)', async () => {
    const { made, at, scorm } = await replaced()
    await made.move(keep(made, made.first.id))
    const third = await made.replace(singleSco('get:cmi.core.entry'), 'third.zip')
    await made.move()
    await made.replaceBy(scorm.id)
    await made.move(keep(made, third.scorm.id))
    // The third package was begun from the start, so there is nothing to continue.
    expect((await (await at.start()).state()).cmi['cmi.core.entry']).toBe('ab-initio')
  })

  test('an attempt that the learner already has at the package continues (VER-022)', async () => {
    const { made, at, scorm } = await replaced('first')
    await made.move()
    const second = await at.start()
    await second.send([second.next('golf', 'begin'), second.next('golf', 'data', { [PLACE]: 'second' })])
    await made.replaceBy(made.first.id)
    await made.move(keep(made, scorm.id))
    const third = await at.start()
    expect(third.attempt_id).toBe(at.player.attempt_id)
    expect((await third.state()).cmi[PLACE]).toBe('first')
  })

  test('is open only to who may change the course (VER-025)', async () => {
    const { made, at } = await replaced()
    const params = { ...made.params, number: 2 }
    const stranger = await t.make.person('portal_admin')
    for (const who of [at.learner, stranger])
      await expect(
        t
          .as(who)
          .call(moveVersionLearner, { params, body: { related_id: at.related_id, ...keep(made, made.first.id) } }),
      ).rejects.toMatchObject({ status: who === stranger ? 404 : 403 })
  })
})

describe('learners who are at work while they are moved (VER-023)', () => {
  test('what the former attempt receives before the new start is carried over, from the page that kept it too', async () => {
    const { made, at } = await replaced()
    const { player, module } = at
    const offline = player.next('golf', 'data', { [SUSPEND]: 'offline' })
    await made.move(keep(made, made.first.id))
    await player.send([player.next('golf', 'data', { [PLACE]: 'after the move' })])
    await put(module, player, [offline])
    // Messages are applied by their number: the earlier one came too late.
    const kept = (await keptOf(player.attempt_id)).scos[0]
    expect((await (await at.start()).state()).cmi).toMatchObject({
      [PLACE]: 'after the move',
      [SUSPEND]: kept?.suspend_data,
    })
  })

  test('a window that is still open is superseded, and a pass in it still counts', async () => {
    const { made, at } = await replaced()
    const { player } = at
    await made.move(keep(made, made.first.id))
    const next = await at.start()
    const late = await player.send([player.next('golf', 'data', { [PLACE]: 'late' })])
    expect(late).toMatchObject({ is_superseded: true })
    expect((await keptOf(player.attempt_id)).scos[0]?.cmi).toMatchObject({ [PLACE]: '7' })
    const pass = player.next('golf', 'data', { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '95' })
    expect(await player.send([pass])).toMatchObject({ status: 2 })
    expect((await keptOf(next.attempt_id)).scos[0]?.cmi).toMatchObject({ [PLACE]: '7' })
  })

  test('two starts at once carry over once', async () => {
    const { made, at } = await replaced()
    await made.move(keep(made, made.first.id))
    const starts = await Promise.all(Array.from({ length: 5 }, at.start))
    expect(new Set(starts.map(({ attempt_id }) => attempt_id)).size).toBe(1)
    expect(starts.map(({ launch }) => launch).toSorted()).toEqual([1, 2, 3, 4, 5])
    const { scos, journal } = await keptOf(starts[0]?.attempt_id ?? 0)
    expect(scos).toMatchObject([{ sco: 'golf', suspend_data: 'at 7' }])
    expect(journal.filter(({ event }) => event === 'carry')).toHaveLength(1)
  })

  test('learners send while their author moves them and while they start again: what was acknowledged is there', async () => {
    const made = await packaged()
    const people = await Promise.all(Array.from({ length: 8 }, () => learnerAt(made, '0')))
    await made.replace(singleSco('get:cmi.suspend_data'))
    const working = people.map(async ({ player, start }) => {
      let acknowledged = '0'
      const sending = (async () => {
        for (let at = 1; at <= 12; at++) {
          const data = player.next('golf', 'data', { [PLACE]: String(at), [SUSPEND]: `at ${at}` })
          const answer = await player.send([data])
          if (answer.is_superseded) return
          acknowledged = String(at)
        }
      })()
      let next = await start()
      while (next.scorm_id === made.first.id) next = await start()
      await sending
      return { acknowledged, next }
    })
    // A further start of the former package supersedes its window as well, so the author moves at once.
    const moving = made.move(keep(made, made.first.id))
    for (const { acknowledged, next } of await Promise.all(working)) {
      const { cmi } = await next.state()
      expect(cmi).toMatchObject({ [PLACE]: acknowledged, [SUSPEND]: `at ${acknowledged}` })
    }
    expect(await moving).toEqual({ moved: 8, reopened: 0, kept: 8 })
    expect(await play.packageOf(made.author, made.first.upload_id ?? '')).toMatchObject({ is_used: true })
  })
})
