import { describe, expect, test } from 'vitest'
import type { ScormCommit } from '#features/scorm/rules/player/cmi.ts'
import type { Outbox } from '#features/scorm/rules/player/outbox.ts'
import { createSender, type SendState } from '#features/scorm/rules/player/sender.ts'

const commit = (seq: number, cmi: Record<string, string> = {}): ScormCommit => ({ seq, sco: 'a', event: 'data', cmi })
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A sender over a connection that the test controls. */
const setUp = () => {
  const log = {
    calls: [] as { seqs: number[]; answer: (ack: number) => void; break: (error?: unknown) => void }[],
    states: [] as SendState[],
    stored: [] as number[][],
    pauses: [] as { ms: number; run: () => void; isStopped: boolean }[],
    acks: [] as number[],
  }
  const sender = createSender<{ ack: number }>({
    send: (batch: Outbox) =>
      new Promise((resolve, reject) => {
        log.calls.push({
          seqs: batch.map(({ seq }) => seq),
          answer: (ack) => resolve({ ack }),
          break: (error = new TypeError('Failed to fetch')) => reject(error),
        })
      }),
    store: (outbox) => log.stored.push(outbox.map(({ seq }) => seq)),
    isFinal: (error) => error === 'refused',
    onState: (state) => log.states.push(state),
    onAnswer: ({ ack }) => log.acks.push(ack),
    later: (run, ms) => {
      const pause = { ms, run, isStopped: false }
      log.pauses.push(pause)
      return () => {
        pause.isStopped = true
      }
    },
  })
  return { sender, log }
}

describe('sending what the content reports (SCO-014)', () => {
  test('a message is stored before it is sent, and removed when it is confirmed', async () => {
    const { sender, log } = setUp()
    sender.add(commit(1))
    expect(log.stored).toEqual([[1]])
    expect(log.calls[0]?.seqs).toEqual([1])
    log.calls[0]?.answer(1)
    await settle()
    expect(log.stored.at(-1)).toEqual([])
    expect(log.states).toEqual(['saving', 'saved'])
    expect(log.acks).toEqual([1])
  })

  test('messages that arrive during a call go with the next one, in order', async () => {
    const { sender, log } = setUp()
    for (const seq of [1, 2, 3]) sender.add(commit(seq))
    expect(log.calls).toHaveLength(1)
    log.calls[0]?.answer(1)
    await settle()
    expect(log.calls[1]?.seqs).toEqual([2, 3])
    log.calls[1]?.answer(3)
    await settle()
    expect(sender.waiting()).toEqual([])
  })

  test('without a connection it retries with growing pauses, and loses nothing', async () => {
    const { sender, log } = setUp()
    sender.add(commit(1))
    log.calls[0]?.break()
    await settle()
    expect(log.states.at(-1)).toBe('offline')
    sender.add(commit(2))
    expect(log.calls).toHaveLength(1)
    log.pauses[0]?.run()
    await settle()
    expect(log.calls[1]?.seqs).toEqual([1, 2])
    log.calls[1]?.break()
    await settle()
    expect(log.pauses.map(({ ms }) => ms)).toEqual([1000, 2000])
    expect(sender.waiting()).toHaveLength(2)
    const flushed = sender.flush()
    expect(log.pauses[1]?.isStopped).toBe(true)
    log.calls[2]?.answer(2)
    expect(await flushed).toBe(true)
    expect(log.states.at(-1)).toBe('saved')
    sender.add(commit(3))
    log.calls[3]?.break()
    await settle()
    expect(log.pauses.at(-1)?.ms).toBe(1000)
  })

  test('a refusal ends the retries and keeps what is waiting', async () => {
    const { sender, log } = setUp()
    sender.add(commit(1))
    log.calls[0]?.break('refused')
    await settle()
    expect(log.states.at(-1)).toBe('failed')
    sender.add(commit(2))
    expect(await sender.flush()).toBe(false)
    expect(log.calls).toHaveLength(1)
    expect(log.stored.at(-1)).toEqual([1, 2])
  })

  test('nothing is sent after the end', async () => {
    const { sender, log } = setUp()
    sender.add(commit(1))
    log.calls[0]?.break()
    await settle()
    sender.close()
    expect(log.pauses[0]?.isStopped).toBe(true)
    expect(await sender.flush()).toBe(false)
    expect(log.calls).toHaveLength(1)
  })
})
