import { describe, expect, test } from 'vitest'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { twoParts } from '../../../../tests/scorm/scorm-kept.ts'
import { scorm2004, singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { PLACE, replacing, SUSPEND } from '../../../../tests/versions/replacing.ts'
import { reportRehearsal, startRehearsal } from '../contract.ts'

const t = testApp()
const { packaged, learnerAt, play, actions } = replacing(t)

type Made = Awaited<ReturnType<typeof packaged>>

const SEEN = {
  initialized_after: 100,
  errors: [],
  read: [SUSPEND, PLACE],
  refused: [],
  set: {},
  suspend_length: null,
}

/** What an author does with the rehearsals of a version. */
const rehearsing = (made: Made, who: TestPerson = made.author, number = 3) => {
  const params = { ...made.params, number }
  const former = { module_id: made.module_id, package_id: made.first.id }
  return {
    start: async () => (await t.as(who).call(startRehearsal, { params, body: former })).data,
    report: async (id: number, run: number, more: Partial<typeof SEEN> | object = {}) =>
      (
        await t
          .as(who)
          .call(reportRehearsal, { params: { ...params, id }, body: { run, observed: { ...SEEN, ...more } } })
      ).data,
  }
}

/** A course whose package was replaced, with learners at places of the former one. */
const replaced = async (places: (string | null)[] = ['7']) => {
  const made = await packaged()
  const people = []
  for (const place of places) people.push(await learnerAt(made, place))
  const { scorm } = await made.replace(singleSco('get:cmi.suspend_data'))
  const [first] = people
  if (!first) throw new Error('There is a learner')
  return { made, people, first, scorm, ...rehearsing(made) }
}

/** Every row that says anything about a learner, of the whole database. */
const records = () =>
  t.platform(async (tx) =>
    Promise.all(
      (
        [
          'enrollments',
          'course_user_progress',
          'scorm_attempts',
          'scorm_sco_states',
          'scorm_commits',
          'scorm_snapshots',
          'scorm_carry_overs',
        ] as const
      ).map((table) =>
        tx
          .selectFrom(table)
          .selectAll()
          .orderBy('portal_id')
          .execute()
          .then((rows) => rows.map((row) => JSON.stringify(row)).toSorted()),
      ),
    ),
  )

describe('a rehearsal', () => {
  test('plays what learners have saved as the first start after the move would, and changes nothing of theirs (VER-027, VER-031)', async () => {
    const { made, scorm, start, report } = await replaced()
    expect(await made.replaced()).toMatchObject([{ differences: [{ kind: 'start_file' }], rehearsal: null }])
    const before = await records()
    const { rehearsal, launches } = await start()
    expect(rehearsal).toMatchObject({
      finished_at: null,
      advice: null,
      left_out: 0,
      started_by: { id: made.author.id },
      runs: [
        { number: 0, title: null, saved: null, verdict: null },
        { number: 1, title: 'Golf for Beginners', learners: 1, saved: { location: '7', suspend_length: 4 } },
      ],
    })
    const [fresh, saved] = launches.map(({ scorm_link }) => play.player(scorm_link))
    if (!fresh || !saved) throw new Error('Two runs are launched')
    expect((await fresh.state()).cmi).toMatchObject({ 'cmi.core.entry': 'ab-initio', 'cmi.core.credit': 'credit' })
    const state = await saved.state()
    expect(state.cmi).toMatchObject({
      'cmi.core.entry': 'resume',
      [PLACE]: '7',
      [SUSPEND]: 'at 7',
      'cmi.core.lesson_mode': 'normal',
      'cmi.core.student_name': 'Learner, Rehearsal',
      'cmi.core.student_id': 'rehearsal',
    })
    // Whatever the content says is answered and forgotten.
    const lie = saved.next('golf', 'data', { [SUSPEND]: '', 'cmi.core.lesson_status': 'passed' })
    expect(await saved.send([lie])).toEqual({ ack: 1 })
    expect((await saved.call('GET', 'player')).body).toContain('data-kept="no"')
    expect((await saved.call('GET', 'player')).body).toContain('watch.js')
    await report(rehearsal.id, 0)
    expect(await report(rehearsal.id, 1)).toMatchObject({ advice: 'keep', finished_at: expect.any(String) })
    expect(await records()).toEqual(before)
    expect(await made.replaced()).toMatchObject([{ rehearsal: { id: rehearsal.id, advice: 'keep' } }])
    expect((await actions(made.author.portal)).at(-1)).toMatchObject({
      action: 'course.rehearse-package',
      changes: { number: 3, package_id: scorm.id, advice: 'keep' },
    })
    // A run that was reported opens nothing any more.
    expect((await saved.call('GET', 'state')).statusCode).toBe(403)
  })

  test('tries what is saved when the run is played, with everything the learner has done until then (VER-027)', async () => {
    const { first, start } = await replaced()
    const { launches } = await start()
    await first.player.send([first.player.next('golf', 'data', { [PLACE]: '8' })])
    expect((await play.player(launches[1]?.scorm_link ?? '').state()).cmi).toMatchObject({ [PLACE]: '8' })
  })

  test('a learner can go on and be moved after any rehearsal as before it (VER-027)', async () => {
    const { made, first, start, report } = await replaced()
    const { rehearsal } = await start()
    await report(rehearsal.id, 1, { initialized_after: null })
    await made.move({ keep_places: [{ module_id: made.module_id, package_id: made.first.id }] })
    expect((await (await first.start()).state()).cmi).toMatchObject({ [PLACE]: '7', 'cmi.core.entry': 'resume' })
  })

  test('tries every kind of state once, the most frequent first, then those of the newest attempts (VER-027)', async () => {
    const { first, start } = await replaced(['1', '2', '3', '4', '5', '6', '7', null])
    await first.player.send([first.player.next('golf', 'data', { 'cmi.core.lesson_status': 'failed' })])
    const { rehearsal } = await start()
    // The newest of each kind stands for it, and the five newest attempts are tried as well.
    const kinds = rehearsal.runs.slice(1).map(({ saved, learners }) => [saved?.status, learners])
    expect(kinds.slice(0, 2)).toEqual([
      ['not attempted', 7],
      ['failed', 1],
    ])
    expect(kinds.length).toBe(5)
    expect(new Set(rehearsal.runs.map(({ saved }) => JSON.stringify(saved))).size).toBe(rehearsal.runs.length)
  })

  test('of more than 20 kinds the rarest are left out, and the report says how many (VER-027)', async () => {
    const items = Array.from({ length: 24 }, (_, at) => ({
      identifier: `p${at}`,
      title: `Part ${at}`,
      page: `${at}.html`,
    }))
    const made = await packaged({ title: 'Long', items })
    const { player } = await learnerAt(made, null)
    for (const { identifier } of items)
      await player.send([player.next(identifier, 'begin'), player.next(identifier, 'data', { [PLACE]: '1' })])
    await made.replace({ title: 'Longer', items: [...items, { identifier: 'more', title: 'More', page: 'more.html' }] })
    const { rehearsal, launches } = await rehearsing(made).start()
    expect(rehearsal.left_out).toBe(4)
    expect(launches.length).toBe(rehearsal.runs.length)
    expect(rehearsal.runs.length).toBeLessThanOrEqual(26)
  })

  test('a part that is gone starts at the beginning without a run (VER-028, VER-026)', async () => {
    const made = await packaged(twoParts)
    const { player } = await learnerAt(made, null)
    for (const sco of ['one', 'two'])
      await player.send([player.next(sco, 'begin'), player.next(sco, 'data', { [PLACE]: '1' })])
    await made.replace({ ...twoParts, items: twoParts.items.slice(0, 1) })
    expect(await made.replaced()).toMatchObject([{ differences: [{ kind: 'gone', title: 'Two' }] }])
    const { rehearsal, launches } = await rehearsing(made).start()
    expect(rehearsal.runs.filter(({ title }) => title === 'Two')).toMatchObject([
      { verdict: 'beginning', reasons: ['part_gone'] },
    ])
    expect(launches.map(({ number }) => number)).toEqual(
      rehearsal.runs.filter(({ title }) => title !== 'Two').map(({ number }) => number),
    )
  })

  test('the first report of a run counts, however often and by how many at once it is sent (VER-031)', async () => {
    const { made, start, report } = await replaced()
    const { rehearsal } = await start()
    await report(rehearsal.id, 0)
    await Promise.all(Array.from({ length: 4 }, () => report(rehearsal.id, 1)))
    expect(await report(rehearsal.id, 1, { initialized_after: null })).toMatchObject({ advice: 'keep' })
    const logged = (await actions(made.author.portal)).filter(({ action }) => action === 'course.rehearse-package')
    expect(logged).toHaveLength(1)
  })

  test('two at once do not disturb each other, and one that was given up hides no finished one (VER-029)', async () => {
    const { made, start, report } = await replaced()
    const colleague = rehearsing(made, await t.make.person('portal_admin', { portal: made.author.portal }))
    const [one, two] = await Promise.all([start(), colleague.start()])
    await Promise.all([report(one.rehearsal.id, 0), colleague.report(two.rehearsal.id, 0)])
    await Promise.all([report(one.rehearsal.id, 1), colleague.report(two.rehearsal.id, 1, { errors: ['SyntaxError'] })])
    const newest = async () => (await made.replaced())[0]?.rehearsal
    expect(await newest()).toMatchObject({ id: Math.max(one.rehearsal.id, two.rehearsal.id) })
    const started = await start()
    await report(started.rehearsal.id, 0)
    expect((await newest())?.id).not.toBe(started.rehearsal.id)
    expect((await newest())?.advice).not.toBeNull()
  })

  test('one that was given up says so where there is no other (VER-029)', async () => {
    const { made, start, report } = await replaced()
    const { rehearsal } = await start()
    await report(rehearsal.id, 0)
    expect((await made.replaced())[0]?.rehearsal).toMatchObject({ id: rehearsal.id, advice: null, finished_at: null })
  })

  test('is open to who may change the course, and its runs to who started it (VER-031)', async () => {
    const { made, first, start, report } = await replaced()
    const { rehearsal } = await start()
    const colleague = await t.make.person('portal_admin', { portal: made.author.portal })
    await expect(rehearsing(made, colleague).report(rehearsal.id, 0)).rejects.toMatchObject({ status: 404 })
    const stranger = await t.make.person('portal_admin')
    for (const [who, status] of [
      [first.learner, 403],
      [stranger, 404],
    ] as const) {
      await expect(rehearsing(made, who).start()).rejects.toMatchObject({ status })
      await expect(rehearsing(made, who).report(rehearsal.id, 0)).rejects.toMatchObject({ status })
    }
    for (const run of [2, 99]) await expect(report(rehearsal.id, run)).rejects.toMatchObject({ status: 404 })
    await expect(rehearsing(made, made.author, 2).report(rehearsal.id, 0)).rejects.toMatchObject({ status: 404 })
  })

  test('a package that the move does not replace, of another course or portal, is not found (VER-031)', async () => {
    const { made } = await replaced()
    const other = await replaced()
    const params = { ...made.params, number: 3 }
    for (const body of [
      { module_id: other.made.module_id, package_id: other.made.first.id },
      { module_id: made.module_id, package_id: other.made.first.id },
      { module_id: made.module_id, package_id: other.scorm.id },
    ])
      await expect(made.api.call(startRehearsal, { params, body })).rejects.toMatchObject({ status: 404 })
  })

  test('a launch opens nothing but its own package, and a package that cannot be played says why (VER-031, SCO-016)', async () => {
    const { made, start } = await replaced()
    const { launches } = await start()
    const answer = await play.player(launches[1]?.scorm_link ?? '').call('GET', 'state?item=nothing')
    expect(answer.statusCode).toBe(404)
    const unplayable = await play.aPackage(made.author, scorm2004())
    await made.replaceBy(unplayable.id)
    await expect(rehearsing(made, made.author, 4).start()).rejects.toMatchObject({ code: 'version_not_implemented' })
  })
})
