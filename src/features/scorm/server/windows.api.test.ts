import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { scormRecords, twoParts } from '../../../../tests/scorm/scorm-kept.ts'
import { singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import type { ServerSettings } from '../../../../tests/scorm/scorm-server-child.ts'
import { scormModules } from '../../outline/contract.ts'

const t = testApp()
const play = scormPlay(t)
const { keptOf, put, end } = scormRecords(t)

describe('two windows, and late messages', () => {
  test('the newer start counts from its first message; the older one changes nothing but can still pass', async () => {
    const module = await play.aModule(singleSco())
    const [one, two] = [await play.start(module), await play.start(module)]
    const place = (text: string) => ({ 'cmi.core.lesson_location': text })
    expect(await one.send([one.next('golf', 'begin'), one.next('golf', 'data', place('one'))])).toMatchObject({
      is_superseded: false,
    })
    expect((await two.state()).is_superseded).toBe(false)
    await two.send([two.next('golf', 'begin'), two.next('golf', 'data', place('two'))])
    const late = await one.send([one.next('golf', 'data', { ...place('late'), 'cmi.core.score.raw': '5' })])
    expect(late).toMatchObject({ ack: 3, is_superseded: true, status: 1 })
    expect((await one.state()).is_superseded).toBe(true)
    expect((await keptOf(one.attempt_id)).scos[0]?.cmi).toEqual(place('two'))
    const passed = { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '100' }
    expect(await one.send([one.next('golf', 'data', passed)])).toMatchObject({ status: 2, result: 'passed' })
    expect((await keptOf(one.attempt_id)).scos[0]?.cmi).toEqual(place('two'))
  })

  test('the messages of a start still count until the next one sends something', async () => {
    const module = await play.aModule(singleSco())
    const first = await play.start(module)
    const begin = first.next('golf', 'begin')
    await first.send([begin])
    const earlier = first.next('golf', 'data', { 'cmi.suspend_data': 'left behind' })
    const second = await play.start(module)
    await put(module, first, [earlier])
    expect((await second.state()).cmi['cmi.suspend_data']).toBe('left behind')
  })

  test('many simultaneous messages of one start leave the same state as in order', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const begin = player.next('golf', 'begin')
    const commits = Array.from({ length: 20 }, (_, at) =>
      player.next('golf', 'data', { 'cmi.suspend_data': String(at), [`cmi.objectives.${at}.id`]: `o${at}` }),
    )
    const all = [begin, ...commits]
    await Promise.all([player.send(all), player.send(all), put(module, player, all), player.send(all.slice(0, 10))])
    const { attempt, scos, journal } = await keptOf(player.attempt_id)
    expect(attempt.seq).toBe(21)
    expect(scos[0]?.suspend_data).toBe('19')
    expect(scos[0]?.cmi).toMatchObject({
      'cmi.objectives.0.id': 'o0',
      'cmi.objectives.19.id': 'o19',
    })
    expect(journal).toHaveLength(21)
  })

  test('simultaneous messages and starts do not deadlock', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const work = Array.from({ length: 12 }, (_, at) =>
      at % 3 === 0
        ? play.start(module)
        : player.send([player.next('golf', 'data', { 'cmi.core.lesson_location': String(at) })]),
    )
    const outcomes = await Promise.allSettled(work)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    expect((await keptOf(player.attempt_id)).attempt.last_launch).toBe(5)
  })

  test('a start that never happened is refused', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    for (const launch of [0, 2, 99])
      await expect(put(module, player, [player.next('golf', 'begin')], launch)).rejects.toMatchObject({ status: 422 })
  })

  test('another package of the module begins a new attempt; the item keeps its status', async () => {
    const module = await play.aModule(singleSco())
    const first = await play.start(module)
    await first.send([first.next('golf', 'begin'), first.next('golf', 'finish', { 'cmi.core.score.raw': '90' })])
    const other = await play.aPackage(module.author, twoParts)
    await t.as(module.author).call(scormModules.update, {
      params: { courseId: module.course.id, id: module.item.id },
      body: { scorm_id: other.id },
    })
    await end(module, { completed_at: null, access: 'active', status: 1 })
    const second = await play.start(module)
    expect(second).toMatchObject({ scorm_id: other.id, launch: 1, course_user_progress: { status: 2 } })
    expect(second.attempt_id).not.toBe(first.attempt_id)
    expect((await second.state()).cmi['cmi.core.entry']).toBe('ab-initio')
  })
})

describe('a process that is killed (SCO-014)', () => {
  test('between two messages loses nothing and counts nothing twice', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const { options } = t.app.db.pool
    const settings: ServerSettings = {
      database: { ...options, password: options.password } as never,
      secret: t.config.secret,
      data_dir: t.config.data_dir,
    }
    const child = spawn(process.execPath, ['tests/scorm/scorm-server-child.ts', JSON.stringify(settings)], {
      cwd: t.config.root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const port = Number(String(line))
    const { host, pathname } = new URL(player.scorm_link)
    const send = (commits: ReturnType<typeof player.next>[]) =>
      play.request(
        'POST',
        pathname.replace(/player$/, 'commit'),
        { host, 'content-type': 'application/json' },
        JSON.stringify({ commits }),
        port,
      )
    const begin = player.next('golf', 'begin')
    const all = [
      begin,
      ...Array.from({ length: 30 }, (_, at) =>
        player.next('golf', 'finish', { 'cmi.core.session_time': '00:00:01', 'cmi.core.lesson_location': String(at) }),
      ),
    ]
    let confirmed = 0
    for (const commit of all.slice(0, 12)) {
      const answer = await send([commit])
      confirmed = JSON.parse(answer.body).data.ack
    }
    expect(confirmed).toBe(12)
    // In the middle of a message: it may or may not have been stored, and its answer never arrived.
    const broken = send([all[12] as typeof begin])
    child.kill('SIGKILL')
    await expect(broken).rejects.toThrow()
    const answer = await player.send(all.filter(({ seq }) => seq > confirmed))
    expect(answer).toMatchObject({ ack: 31, status: 2 })
    const { attempt, scos, journal } = await keptOf(player.attempt_id)
    expect(attempt).toMatchObject({ seq: 31, total_time: 3000 })
    expect(scos[0]?.cmi).toMatchObject({ 'cmi.core.lesson_location': '29' })
    expect(journal).toHaveLength(31)
  })
})
