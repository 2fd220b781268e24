import { describe, expect, test } from 'vitest'
import { ApiError } from '#kernel/client.ts'
import { createEntryQueue, type QueueItem } from './entry-queue.ts'

const item = (id: string, values: Partial<QueueItem> = {}): QueueItem => ({
  id,
  order: id,
  user_id: 7,
  session_id: 1,
  is_correction: false,
  related_id: 5,
  name: 'Ana',
  kind: 'task',
  task: 0,
  task_title: 'Don',
  is_so: true,
  at: '2026-11-28T10:00:00Z',
  typed_name: null,
  signature: null,
  reason: null,
  refused: null,
  ...values,
})

/** A device's disk, which outlives pages. */
const disk = (...items: QueueItem[]) => new Map(items.map((one) => [one.id, one]))

/** A page over a disk, with a server that the test writes. */
const page = (
  records: Map<string, QueueItem>,
  answer: (ids: string[]) => (string | null)[] | Error,
  { userId = 7, correct = () => {} }: { userId?: number; correct?: (id: string) => void } = {},
) => {
  const calls: string[][] = []
  const pauses: { ms: number; run: () => void }[] = []
  const refused: string[] = []
  const queue = createEntryQueue({
    user_id: userId,
    store: {
      put: async (one) => void records.set(one.id, one),
      remove: async (id) => void records.delete(id),
      all: async () => [...records.values()],
    },
    send: async (sessionId, items) => {
      const ids = items.map(({ id }) => id)
      calls.push([String(sessionId), ...ids])
      const codes = answer(ids)
      if (codes instanceof Error) throw codes
      return ids.map((id, index) => {
        const code = codes[index] ?? null
        return {
          id,
          outcome: code ? ('refused' as const) : ('recorded' as const),
          code,
          text: code && `Text of ${code}`,
        }
      })
    },
    correct: async (sessionId, { id }) => {
      calls.push([`correction ${sessionId}`, id])
      correct(id)
    },
    alone: (work) => work(),
    later: (run, ms) => {
      pauses.push({ ms, run })
      return () => {}
    },
    onRefused: ({ id }, text) => refused.push(`${id}: ${text}`),
  })
  return { queue, calls, pauses, refused }
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const allGood = () => []

describe('entries that a device keeps', () => {
  test('are on the disk before they are sent, and go when the server has them (CRW-018)', async () => {
    const records = disk()
    const seen: number[] = []
    const { queue, calls } = page(records, () => {
      seen.push(records.size)
      return []
    })
    await queue.add(item('a'))
    await queue.flush()
    expect(seen).toEqual([1])
    expect(calls).toEqual([['1', 'a']])
    expect(records.size).toBe(0)
    expect(queue.items()).toEqual([])
    expect(queue.state()).toBe('idle')
  })

  test('outlive a page that never got an answer, and are sent under the same ids (CRW-018)', async () => {
    const records = disk()
    const first = page(records, () => new TypeError('Failed to fetch'))
    await first.queue.add(item('a'))
    await first.queue.add(item('b'))
    await first.queue.flush()
    await settle()
    expect(first.queue.state()).toBe('offline')
    expect(records.size).toBe(2)
    const second = page(records, allGood)
    await second.queue.flush()
    expect(second.calls).toEqual([['1', 'a', 'b']])
    expect(records.size).toBe(0)
  })

  test('are tried again with growing pauses while there is no answer (CRW-018)', async () => {
    const { queue, pauses } = page(disk(item('a')), () => new ApiError(503, null))
    for (let tries = 0; tries < 7; tries += 1) await queue.flush()
    expect(pauses.map(({ ms }) => ms)).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  })

  test('go in their order: by session, corrections alone, at most 50 in a call (CRW-018)', async () => {
    const many = Array.from({ length: 52 }, (_, index) => item(`c${String(index).padStart(2, '0')}`, { session_id: 2 }))
    const records = disk(...many, item('b', { is_correction: true, reason: 'No' }), item('a2'), item('a1'))
    const { queue, calls } = page(records, allGood)
    await queue.flush()
    expect(calls.map(([to, ...ids]) => [to, ids.length, ids[0]])).toEqual([
      ['1', 2, 'a1'],
      ['correction 1', 1, 'b'],
      ['2', 50, 'c00'],
      ['2', 2, 'c50'],
    ])
    expect(records.size).toBe(0)
  })

  test('that are refused stay with their reason, hold back no other, and go again or as a correction (CRW-018)', async () => {
    const records = disk(...Array.from({ length: 40 }, (_, index) => item(`e${String(index).padStart(2, '0')}`)))
    let isOpen = false
    const { queue, calls, refused } = page(records, (ids) =>
      ids.map((id) => (id === 'e20' && !isOpen ? 'crew_not_arrived' : null)),
    )
    await queue.flush()
    expect([...records.keys()]).toEqual(['e20'])
    expect(refused).toEqual(['e20: Text of crew_not_arrived'])
    await queue.flush()
    expect(calls).toHaveLength(1)
    const [left] = queue.items()
    expect(left?.refused).toEqual({ code: 'crew_not_arrived', text: 'Text of crew_not_arrived' })
    await queue.retry(left as QueueItem)
    await queue.flush()
    expect(queue.items()).toHaveLength(1)
    isOpen = true
    await queue.retry(queue.items()[0] as QueueItem, item('f', { is_correction: true, reason: 'I saw it' }))
    await queue.flush()
    expect(calls.at(-1)).toEqual(['correction 1', 'f'])
    expect(records.size).toBe(0)
  })

  test('are found one by one when one of them cannot be read (CRW-018)', async () => {
    const records = disk(item('a'), item('b'), item('c'))
    const { queue } = page(records, (ids) => (ids.includes('b') ? new ApiError(422, { code: 'invalid' }) : []))
    await queue.flush()
    expect([...records.keys()]).toEqual(['b'])
    expect(queue.items()[0]?.refused?.code).toBe('invalid')
    await queue.discard(queue.items()[0] as QueueItem)
    expect(records.size).toBe(0)
  })

  test('of another person are neither sent nor shown, and stay (CRW-019)', async () => {
    const records = disk(item('a', { user_id: 8 }))
    const { queue, calls } = page(records, allGood)
    await queue.flush()
    expect(queue.items()).toEqual([])
    expect(calls).toEqual([])
    expect(records.size).toBe(1)
  })

  test('wait when the server says that somebody else is signed in now, or nobody (CRW-019)', async () => {
    const records = disk(item('a'), item('b'))
    for (const [error, state] of [
      [new ApiError(409, { code: 'crew_other_person' }), 'other_person'],
      [new ApiError(401, { code: 'unauthorized' }), 'signed_out'],
    ] as const) {
      const { queue, pauses } = page(records, () => error)
      await queue.flush()
      expect(queue.state()).toBe(state)
      expect(queue.items().map(({ refused }) => refused)).toEqual([null, null])
      expect(pauses).toEqual([])
    }
  })

  test('that come while others are sent go after them (CRW-018)', async () => {
    const records = disk(item('a'))
    const { queue, calls } = page(records, allGood)
    const running = queue.flush()
    await queue.add(item('b'))
    await running
    await settle()
    await queue.flush()
    expect(calls.flatMap(([, ...ids]) => ids)).toEqual(['a', 'b'])
    expect(records.size).toBe(0)
  })
})
