import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { scormRecords } from '../../../../tests/scorm/scorm-kept.ts'
import { singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'

const t = testApp()
const play = scormPlay(t)
const { keptOf, put } = scormRecords(t)

describe('what the content reports (SCO-002, SCO-003, SCO-014)', () => {
  test('location, notes, score and time are stored and returned at the next start', async () => {
    const module = await play.aModule(singleSco())
    const first = await play.start(module)
    const before = await first.state()
    expect(before).toMatchObject({
      seq: 0,
      is_superseded: false,
      item: { identifier: 'golf', kind: 'sco', href: 'content/golf.html' },
    })
    expect(before.cmi).toMatchObject({
      'cmi.core.student_id': String(module.learner.id),
      'cmi.core.student_name': expect.stringMatching(/^Person\d+, Pat$/),
      'cmi.core.entry': 'ab-initio',
      'cmi.core.lesson_status': 'not attempted',
      'cmi.core.credit': 'credit',
      'cmi.core.lesson_mode': 'normal',
      'cmi.student_data.mastery_score': '80',
    })
    const suspend = `{"page":3,"odd":"\u0000\ud800","long":"${'x'.repeat(50_000)}"}`
    const answer = await first.send([
      first.next('golf', 'begin'),
      first.next('golf', 'data', {
        'cmi.core.lesson_location': 'hole-7',
        'cmi.suspend_data': suspend,
        'cmi.core.score.raw': '70',
        'cmi.core.lesson_status': 'incomplete',
        'cmi.core.session_time': '00:01:30',
      }),
    ])
    expect(answer).toMatchObject({ ack: 2, status: 1, result: 'unknown', refused: [], is_superseded: false })
    expect((await keptOf(first.attempt_id)).scos[0]?.cmi).toMatchObject({
      'cmi.core.lesson_location': 'hole-7',
      'cmi.core.score.raw': '70',
      'cmi.core.lesson_status': 'incomplete',
    })
    const second = await play.start(module)
    const { cmi, seq } = await second.state()
    expect(seq).toBe(0)
    expect(cmi).toMatchObject({
      'cmi.core.entry': 'resume',
      'cmi.core.lesson_location': 'hole-7',
      'cmi.suspend_data': suspend,
      'cmi.core.score.raw': '70',
      'cmi.core.total_time': '00:01:30',
    })
    const { attempt, journal } = await keptOf(first.attempt_id)
    expect(attempt).toMatchObject({ launch: 1, last_launch: 2, seq: 2, current_item: 'golf' })
    expect(journal.map(({ seq, event }) => [seq, event])).toEqual([
      [1, 'begin'],
      [2, 'data'],
    ])
    expect(journal[1]?.cmi).toMatchObject({ 'cmi.suspend_data': `${suspend.length} characters` })
  })

  test('the times of several visits add up, including unfinished ones', async () => {
    const module = await play.aModule(singleSco())
    for (const event of ['finish', 'data'] as const) {
      const visit = await play.start(module)
      const time = { 'cmi.core.session_time': '00:10:00.5', 'cmi.core.exit': 'suspend' }
      await visit.send([visit.next('golf', 'begin'), visit.next('golf', event, time)])
    }
    const third = await play.start(module)
    expect((await third.state()).cmi['cmi.core.total_time']).toBe('00:20:01')
    await third.send([third.next('golf', 'begin')])
    expect((await keptOf(third.attempt_id)).attempt.total_time).toBe(120_100)
  })

  test('messages sent again are applied once, and late ones do not undo newer ones', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const begin = player.next('golf', 'begin')
    const one = player.next('golf', 'data', { 'cmi.core.lesson_location': '1', 'cmi.core.session_time': '00:01:00' })
    const two = player.next('golf', 'data', { 'cmi.core.lesson_location': '2' })
    const finish = player.next('golf', 'finish', { 'cmi.core.exit': 'suspend' })
    expect((await player.send([begin, one, two])).ack).toBe(3)
    expect((await player.send([one, two])).ack).toBe(3)
    expect((await player.send([finish, two, one])).ack).toBe(4)
    expect((await player.send([begin, one, two, finish])).ack).toBe(4)
    expect((await player.send([])).ack).toBe(4)
    const { attempt, scos, journal } = await keptOf(player.attempt_id)
    expect(attempt).toMatchObject({ seq: 4, total_time: 6000 })
    expect(scos[0]).toMatchObject({ is_open: false, cmi: { 'cmi.core.lesson_location': '2' } })
    expect(journal.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  })

  test('a lost message does not affect the ones after it', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const begin = player.next('golf', 'begin')
    player.next('golf', 'data', { 'cmi.core.lesson_location': 'lost' })
    const later = player.next('golf', 'data', { 'cmi.core.score.raw': '90', 'cmi.core.lesson_status': 'completed' })
    expect((await player.send([begin, later])).status).toBe(2)
    expect((await keptOf(player.attempt_id)).scos[0]?.cmi).toEqual({
      'cmi.core.score.raw': '90',
      'cmi.core.lesson_status': 'completed',
    })
  })

  test('the learner’s page sends the same messages over its own session, mixed with those of the player', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const [begin, one, two] = [
      player.next('golf', 'begin'),
      player.next('golf', 'data', { 'cmi.core.lesson_location': '1' }),
      player.next('golf', 'data', { 'cmi.suspend_data': 'two' }),
    ]
    expect((await put(module, player, [begin, one])).data).toMatchObject({ ack: 2, status: 1 })
    expect((await player.send([one, two])).ack).toBe(3)
    expect((await put(module, player, [two])).data.ack).toBe(3)
    expect((await keptOf(player.attempt_id)).journal).toHaveLength(3)
  })

  test('values that content may not set are left out and named, and the rest of the message is stored', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const answer = await player.send([
      player.next('golf', 'begin'),
      player.next('golf', 'data', {
        'cmi.core.lesson_location': 'x'.repeat(1001),
        'cmi.core.score.raw': '999',
        'cmi.core.student_name': 'Somebody Else',
        'cmi.nonsense': '1',
        'cmi.comments': 'kept',
        'cmi.interactions.0.id': 7,
      }),
      player.next('unknown item', 'data', { 'cmi.comments': 'nowhere' }),
    ])
    expect(answer.ack).toBe(3)
    expect(answer.refused.map(({ key }: { key: string }) => key).toSorted()).toEqual([
      'cmi.core.lesson_location',
      'cmi.core.score.raw',
      'cmi.interactions.0.id',
      'cmi.nonsense',
    ])
    expect((await keptOf(player.attempt_id)).scos.map(({ sco, cmi }) => [sco, cmi])).toEqual([
      ['golf', { 'cmi.comments': 'kept' }],
    ])
  })

  test('the journal cannot be changed', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    await player.send([player.next('golf', 'begin')])
    const change = t.app.db.withPortal(module.learner.portal.id, (tx) =>
      tx.updateTable('scorm_commits').set({ sco: 'x' }).execute(),
    )
    await expect(change).rejects.toMatchObject({ code: '42501' })
    const remove = t.app.db.withPortal(module.learner.portal.id, (tx) => tx.deleteFrom('scorm_commits').execute())
    await expect(remove).rejects.toMatchObject({ code: '42501' })
  })
})
