import { expect, test } from 'vitest'
import { createOnce } from './use-idempotency-key.ts'

const CREDITS = { user_id: 7, amount: 5 }

/** Keys of calls in the order in which they were sent. */
const sending = () => {
  const once = createOnce()
  const keys: string[] = []
  const send = (body: unknown, answer: Promise<unknown> = Promise.resolve('done')) =>
    once(body, ({ idempotency_key: key }) => {
      keys.push(key)
      return answer
    })
  return { keys, send }
}

test('a call is the same one until it is answered, also after a lost answer (API-024)', async () => {
  const { keys, send } = sending()
  const { promise, resolve } = Promise.withResolvers()
  const first = send(CREDITS, promise)
  const second = send(CREDITS, promise)
  resolve('done')
  await Promise.all([first, second])
  await expect(send({ ...CREDITS, amount: 6 }, Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  await send({ ...CREDITS, amount: 6 })
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  expect(keys[3]).toBe(keys[2])
})

test('after its answer the same body is a new call: somebody who was unenrolled can be enrolled again (API-024)', async () => {
  const { keys, send } = sending()
  await send(CREDITS)
  await send(CREDITS)
  expect(keys[1]).not.toBe(keys[0])
})
