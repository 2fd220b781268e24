import { describe, expect, test } from 'vitest'
import { ApiError } from '#kernel/client.ts'
import { createJournal, type JournalEntry } from './journal.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A browser's storage, which outlives pages and may be full. */
const memory = () => {
  const entries = new Map<string, string>()
  return {
    isFull: false,
    get length() {
      return entries.size
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
      entries.set(key, value)
    },
    removeItem: (key: string) => void entries.delete(key),
  }
}

/** A page with a connection that the test controls. */
const page = (storage = memory(), userId = 7) => {
  const calls: { call: JournalEntry['call']; answer: (value: unknown) => void; break: (error?: unknown) => void }[] = []
  const pauses: { ms: number; run: () => void; isStopped: boolean }[] = []
  const refused: string[] = []
  let clock = 1_000
  const journal = createJournal({
    userId,
    storage,
    send: (call) =>
      new Promise((resolve, reject) => {
        calls.push({ call, answer: resolve, break: (error = new TypeError('Failed to fetch')) => reject(error) })
      }),
    alone: (work) => work(),
    now: () => ++clock,
    later: (run, ms) => {
      const pause = { ms, run, isStopped: false }
      pauses.push(pause)
      return () => {
        pause.isStopped = true
      }
    },
    onRefused: ({ code }, { url }) => refused.push(`${code} ${url}`),
  })
  return { journal, storage, calls, pauses, refused }
}
const step = (url: string, body: unknown = {}) => ({ method: 'POST', url, body })
const urls = (calls: { call: JournalEntry['call'] }[]) => calls.map(({ call }) => call.url)

describe('calls that lose nothing', () => {
  test('a call is stored before it is made, and deleted when it is answered', async () => {
    const { journal, storage, calls } = page()
    const answer = journal.call(step('/a'))
    expect(storage.length).toBe(1)
    await settle()
    expect(journal.state()).toBe('saving')
    calls[0]?.answer({ data: 1 })
    expect(await answer).toEqual({ data: 1 })
    await settle()
    expect(storage.length).toBe(0)
    expect(journal.state()).toBe('saved')
  })

  test('calls are made one at a time, in order', async () => {
    const { journal, calls } = page()
    void journal.call(step('/a'))
    void journal.call(step('/b'))
    await settle()
    expect(urls(calls)).toEqual(['/a'])
    calls[0]?.answer({})
    await settle()
    expect(urls(calls)).toEqual(['/a', '/b'])
  })

  test.each([
    ['no connection', new TypeError('Failed to fetch')],
    ['a server that is down', new ApiError(503, null)],
    ['an ended session', new ApiError(401, { code: 'unauthenticated' })],
    ['another role', new ApiError(403, { code: 'learner_only' })],
    ['too many calls', new ApiError(429, null)],
  ])('with %s the call stays kept and is made again', async (_, error) => {
    const { journal, calls, pauses, refused } = page()
    const answer = journal.call(step('/a'))
    await settle()
    calls[0]?.break(error)
    expect(await answer).toBeNull()
    expect(journal.state()).toBe('offline')
    expect(await journal.call(step('/b'))).toBeNull()
    expect(pauses.map(({ ms }) => ms)).toEqual([1000])
    pauses[0]?.run()
    await settle()
    calls[1]?.break(error)
    await settle()
    expect(pauses.map(({ ms }) => ms)).toEqual([1000, 2000])
    const sent = journal.flush()
    await settle()
    calls[2]?.answer({})
    await settle()
    calls[3]?.answer({})
    await sent
    expect(urls(calls)).toEqual(['/a', '/a', '/a', '/b'])
    expect(pauses[1]?.isStopped).toBe(true)
    expect(journal.state()).toBe('saved')
    expect(refused).toEqual([])
  })

  test('calls stored by a closed page are sent by the next page of the same person, and nobody else', async () => {
    const first = page()
    void first.journal.call(step('/a', { answer: 3 }))
    const stranger = page(first.storage, 8)
    expect(stranger.journal.waiting()).toEqual([])
    const next = page(first.storage)
    const sent = next.journal.flush()
    await settle()
    expect(next.calls[0]?.call).toEqual(step('/a', { answer: 3 }))
    next.calls[0]?.answer({})
    await sent
    expect(first.storage.length).toBe(0)
  })

  test('a refused call is thrown to its waiting caller, or else reported, and the others continue', async () => {
    const { journal, storage, calls, refused } = page()
    const answer = journal.call(step('/a'))
    await settle()
    calls[0]?.break(new ApiError(422, { code: 'invalid' }))
    await expect(answer).rejects.toMatchObject({ code: 'invalid' })
    expect(refused).toEqual([])

    void journal.call(step('/b'))
    void journal.call(step('/c'))
    const next = page(storage)
    const sent = next.journal.flush()
    await settle()
    next.calls[0]?.break(new ApiError(404, { code: 'not_found' }))
    await settle()
    next.calls[1]?.answer({})
    await sent
    expect(next.refused).toEqual(['not_found /b'])
    expect(urls(next.calls)).toEqual(['/b', '/c'])
    expect(storage.length).toBe(0)
  })

  test('only the last waiting call of a group is made', async () => {
    const { journal, calls } = page()
    void journal.call(step('/start'))
    await settle()
    calls[0]?.break()
    await settle()
    for (const seconds of [10, 20, 30]) await journal.call(step('/place', { seconds }), 'place of 4')
    await journal.call(step('/place', { seconds: 5 }), 'place of 5')
    expect(journal.waiting().map(({ call }) => call.body)).toEqual([{}, { seconds: 30 }, { seconds: 5 }])
  })

  test('if the storage is full, the call is still made', async () => {
    const { journal, storage, calls } = page()
    storage.isFull = true
    const answer = journal.call(step('/a'))
    calls[0]?.answer('yes')
    expect(await answer).toBe('yes')
  })

  test('a damaged entry is dropped', async () => {
    const { journal, storage } = page()
    storage.setItem('journal 7 000000000000001 000001', '{')
    expect(journal.waiting()).toEqual([])
    expect(storage.length).toBe(0)
  })
})
