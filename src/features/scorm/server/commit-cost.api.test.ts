import fc from 'fast-check'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createProgress } from '#features/progress/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { createDb, type Db, type Tx } from '#platform/db/db.ts'
import { testApp } from '../../../../tests/api.ts'
import { countRoundTrips } from '../../../../tests/count-round-trips.ts'
import { multiSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { applyMessages } from './actions/apply-messages.ts'

const t = testApp()
const play = scormPlay(t)

const setUp = async () => {
  const module = await play.aModule(multiSco())
  const player = await play.start(module)
  const { id } = module.learner.portal
  const portal = await t.app.resolvers.portalById(id)
  const apply = (tx: Tx, commits: ReturnType<typeof player.next>[], now = new Date()) => {
    const ctx = { portal, viewer: null, now } as unknown as Context
    const messages = { attempt_id: player.attempt_id ?? 0, launch: player.launch, epoch: 0, commits, check: () => {} }
    return applyMessages(createProgress(), tx, ctx, messages)
  }
  return { player, portalId: id, enrollmentId: module.related_id, apply }
}

test('a message of the player takes two round trips to the database, including COMMIT (SCO-014)', async () => {
  const { player, portalId, apply } = await setUp()
  const tripsOf = (event: 'begin' | 'data', cmi: Record<string, string>) =>
    countRoundTrips(t, portalId, (tx) => apply(tx, [player.next('intro', event, cmi)]))
  expect(await tripsOf('begin', {})).toBe(2)
  const place = { 'cmi.core.lesson_location': '2', 'cmi.suspend_data': 'x'.repeat(60_000) }
  expect(await tripsOf('data', place)).toBe(2)
  expect(await tripsOf('data', { 'cmi.core.session_time': '00:01:00' })).toBe(2)
  expect(await tripsOf('data', { 'cmi.core.lesson_status': 'incomplete' })).toBe(2)
  expect(await tripsOf('data', { 'cmi.core.lesson_location': '4' })).toBe(2)
  expect((await player.state('intro')).cmi).toMatchObject({ ...place, 'cmi.core.lesson_location': '4' })
})

test('a message takes one round trip if the process knows the attempt; a visit to an item begins with its data (SCO-014)', async () => {
  const { player, portalId, apply } = await setUp()
  const tripsOf = (event: 'begin' | 'data' | 'finish', cmi: Record<string, string>) =>
    countRoundTrips(
      t,
      portalId,
      (tx) => apply(tx, [player.next('intro', event, cmi)]),
      (tx) => apply(tx, [player.next('intro', 'data', { 'cmi.core.lesson_location': 'before' })]),
    )
  await player.send([player.next('intro', 'begin')])
  const place = { 'cmi.core.lesson_location': '2', 'cmi.suspend_data': 'x'.repeat(60_000) }
  expect(await tripsOf('data', place)).toBe(1)
  expect(await tripsOf('data', { 'cmi.core.score.raw': '40' })).toBe(1)
  expect(await tripsOf('begin', {})).toBe(2)
  expect((await player.state('intro')).cmi).toMatchObject({
    'cmi.core.lesson_location': 'before',
    'cmi.suspend_data': place['cmi.suspend_data'],
    'cmi.core.score.raw': '40',
  })
})

test('a term that another process extended is not over for a process that knows the shorter one (LRN-010)', async () => {
  const { player, portalId, enrollmentId, apply } = await setUp()
  const HOUR = 3_600_000
  const expiresIn = (hours: number) => {
    const expires_at = new Date(Date.now() + hours * HOUR)
    return t.platform((tx) =>
      tx.updateTable('enrollments').set({ expires_at }).where('id', '=', enrollmentId).execute(),
    )
  }
  const send = (event: 'begin' | 'data', later = 0) => {
    const messages = [player.next('intro', event)]
    return t.app.db.withPortal(portalId, (tx) => apply(tx, messages, new Date(Date.now() + later)))
  }
  await expiresIn(1)
  await send('begin')
  await send('data')
  await expiresIn(9)
  expect(await send('data', 2 * HOUR)).toMatchObject({ ack: 3 })
  await expect(send('data', 10 * HOUR)).rejects.toMatchObject({ code: 'not_enough_permissions' })
})

test('messages sent through several processes leave the same state as through one that reads everything (SCO-014, SCO-026, SCO-027)', async () => {
  const { host, port, user, password, database } = t.app.db.pool.options
  const connect = () => createDb({ host, port, user, password, database, max: 1 } as pg.PoolConfig)
  const other = connect()
  type SentMessage = {
    item: string
    event: 'begin' | 'data' | 'finish'
    by: 'one' | 'other'
    cmi: Record<string, string>
  }
  const MESSAGES = fc.array(
    fc.record<SentMessage>({
      item: fc.constantFrom('intro', 'fire', 'test'),
      event: fc.constantFrom('begin', 'data', 'data', 'data', 'finish'),
      by: fc.constantFrom('one', 'other'),
      cmi: fc.oneof(
        fc.constantFrom('incomplete', 'completed', 'failed', 'passed').map((to) => ({ 'cmi.core.lesson_status': to })),
        fc.nat(100).map((score) => ({ 'cmi.core.score.raw': String(score) })),
        fc.nat(200).map((length) => ({ 'cmi.suspend_data': 's'.repeat(length), 'cmi.core.session_time': '00:00:05' })),
      ),
    }),
    { minLength: 8, maxLength: 14 },
  )
  try {
    await fc.assert(
      fc.asyncProperty(MESSAGES, async (messages) => {
        const [learner, twin] = [await setUp(), await setUp()]
        const statementsOf = async (
          { player, portalId, apply }: typeof learner,
          db: Db,
          { item, event, cmi }: SentMessage,
        ) => {
          const messages = [player.next(item, event, cmi)]
          const outcome = await db.withPortal(portalId, (tx) => apply(tx, messages))
          const { cmi: values, seq, outline } = await player.state('intro')
          return { outcome, kept: { ...values, 'cmi.core.student_id': '', 'cmi.core.student_name': '' }, seq, outline }
        }
        for (const message of messages) {
          const outcome = await statementsOf(learner, message.by === 'one' ? t.app.db : other, message)
          const fresh = connect()
          expect(outcome).toEqual(await statementsOf(twin, fresh, message).finally(() => fresh.close()))
        }
      }),
      { numRuns: 3 },
    )
  } finally {
    await other.close()
  }
})

test('a failing last statement undoes the whole message', async () => {
  const { player, portalId, apply } = await setUp()
  // A number too large for the column.
  const commits = [{ ...player.next('intro', 'finish', { 'cmi.core.lesson_status': 'passed' }), seq: 3_000_000_000 }]
  await expect(t.app.db.withPortal(portalId, (tx) => apply(tx, commits))).rejects.toMatchObject({ code: '22003' })
  expect((await player.state('intro')).seq).toBe(0)
  expect(await player.send([player.next('intro', 'begin')])).toMatchObject({ ack: 2, status: 1 })
})
