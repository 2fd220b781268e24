import { expect, test } from 'vitest'
import { createProgress } from '#features/progress/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db.ts'
import { testApp } from '../../../../tests/api.ts'
import { countRoundTrips } from '../../../../tests/count-round-trips.ts'
import { multiSco } from '../../../../tests/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm-play.ts'
import { applyMessages } from './actions/apply-messages.ts'

const t = testApp()
const play = scormPlay(t)

const setUp = async () => {
  const made = await play.aModule(multiSco())
  const player = await play.start(made)
  const { id } = made.learner.portal
  const portal = await t.app.resolvers.portalById(id)
  const ctx = { portal, viewer: null, now: new Date() } as unknown as Context
  const apply = (tx: Tx, commits: ReturnType<typeof player.next>[]) => {
    const given = { attempt_id: player.attempt_id ?? 0, launch: player.launch, commits, check: () => {} }
    return applyMessages(createProgress(), tx, ctx, given)
  }
  return { player, portalId: id, apply }
}

test('a message of the player takes two round trips to the database, COMMIT included (SCO-014)', async () => {
  const { player, portalId, apply } = await setUp()
  const tripsOf = (event: 'begin' | 'data', cmi: Record<string, string>) =>
    countRoundTrips(t, portalId, (tx) => apply(tx, [player.next('intro', event, cmi)]))
  expect(await tripsOf('begin', {})).toBe(2)
  const place = { 'cmi.core.lesson_location': '2', 'cmi.suspend_data': 'x'.repeat(60_000) }
  expect(await tripsOf('data', place)).toBe(2)
  expect(await tripsOf('data', { 'cmi.core.session_time': '00:01:00' })).toBe(2)
  // A new status needs the other items of the package, and a new status of the module more than that.
  expect(await tripsOf('data', { 'cmi.core.lesson_status': 'incomplete' })).toBe(3)
  expect(await tripsOf('data', { 'cmi.core.lesson_location': '4' })).toBe(2)
  expect((await player.state('intro')).cmi).toMatchObject({ ...place, 'cmi.core.lesson_location': '4' })
})

test('a last statement that fails takes the whole message back', async () => {
  const { player, portalId, apply } = await setUp()
  // A number that no column can hold.
  const commits = [{ ...player.next('intro', 'finish', { 'cmi.core.lesson_status': 'passed' }), seq: 3_000_000_000 }]
  await expect(t.app.db.withPortal(portalId, (tx) => apply(tx, commits))).rejects.toMatchObject({ code: '22003' })
  expect((await player.state('intro')).seq).toBe(0)
  expect(await player.send([player.next('intro', 'begin')])).toMatchObject({ ack: 2, status: 1 })
})
