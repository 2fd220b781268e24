import { expect, test } from 'vitest'
import { type SendingState, type SendingWorld, sendUntilAnswered } from './send-file.ts'

/** A world in which the tries get these statuses one after another, with a record of what happens. */
const worldOf = (statuses: readonly (number | 'offline')[]) => {
  const log: string[] = []
  const left = [...statuses]
  let isOnline = true
  const world: SendingWorld = {
    send: (onProgress) => {
      const next = left.shift() ?? 200
      if (next === 'offline') isOnline = false
      onProgress(40)
      log.push(`send ${next}`)
      return Promise.resolve({ status: next === 'offline' ? 0 : next, body: { status: next } })
    },
    isOnline: () => isOnline,
    untilOnline: () => {
      log.push('wait for the connection')
      isOnline = true
      return Promise.resolve()
    },
    pause: (milliseconds) => {
      log.push(`pause ${milliseconds}`)
      return Promise.resolve()
    },
    isStopped: () => false,
  }
  return { world, said: log }
}
const send = async (statuses: readonly (number | 'offline')[]) => {
  const { world, said } = worldOf(statuses)
  const shown: SendingState[] = []
  const answer = await sendUntilAnswered(world, (state) => shown.push(state)).catch(
    (error: { status: number }) => error.status,
  )
  return { said, shown, answer }
}

test('a file that arrives is sent once', async () => {
  const { said, answer } = await send([201])
  expect(said).toEqual(['send 201'])
  expect(answer).toEqual({ status: 201 })
})

test('a failed try is repeated after 0, 1, 3 and 5 seconds, and then no more (UPL-025)', async () => {
  const broken = await send([0, 502, 0, 503, 0])
  expect(broken.said).toEqual([
    'send 0',
    'pause 0',
    'send 502',
    'pause 1000',
    'send 0',
    'pause 3000',
    'send 503',
    'pause 5000',
    'send 0',
  ])
  expect(broken.answer).toBe(0)
  expect((await send([0, 0, 0, 0, 201])).answer).toEqual({ status: 201 })
})

test('a refusal is not retried, but a conflict and a lock are (UPL-026)', async () => {
  expect((await send([422])).said).toEqual(['send 422'])
  expect((await send([413])).answer).toBe(413)
  expect((await send([409, 423, 200])).said).toEqual(['send 409', 'pause 0', 'send 423', 'pause 1000', 'send 200'])
})

test('without a connection it waits for one and continues automatically (UPL-025, UPL-026)', async () => {
  const { said, shown, answer } = await send([0, 0, 'offline', 0, 200])
  expect(said).toEqual([
    'send 0',
    'pause 0',
    'send 0',
    'pause 1000',
    'send offline',
    'wait for the connection',
    'send 0',
    'pause 0',
    'send 200',
  ])
  expect(answer).toEqual({ status: 200 })
  expect(shown).toContainEqual({ percent: 0, isWaiting: true })
  expect(shown.at(-1)).toEqual({ percent: 40, isWaiting: false })
})
