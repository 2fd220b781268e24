import { describe, expect, it } from 'vitest'
import {
  begin,
  endOf,
  finish,
  type Lease,
  newLeased,
  nowOf,
  sendingOf,
  settled,
  stateOf,
  withAnswer,
} from './leased.ts'

const ISSUED = Date.parse('2026-03-01T08:00:00Z')
const MINUTE = 60_000
const lease = (minutes: number | null = null): Lease => ({
  id: 'a',
  exam_id: 2,
  type: 'exam',
  title: 'Test',
  issued_at: new Date(ISSUED).toISOString(),
  expires_at: new Date(ISSUED + 100 * MINUTE).toISOString(),
  minutes,
  questions: [1, 2].map((id) => ({ id, number: id, type: 'single' as const, text: '?', answers: [] })),
})
// The clock of the device is an hour behind.
const WALL = ISSUED - 60 * MINUTE
const taken = (minutes: number | null = null) => newLeased(lease(minutes), { related_id: 7, slug: 'sea' }, WALL)
const answer = (question_id: number) => ({ question_id, answer_ids: [question_id * 10], milliseconds: 500 })

describe('an exam on a device', () => {
  it('goes by the time of the server, and a clock that is set back gives none (OFF-020)', () => {
    const before = taken()
    expect(nowOf(before, WALL + MINUTE)).toBe(ISSUED + MINUTE)
    expect(nowOf({ ...before, seen: ISSUED + 5 * MINUTE }, WALL - 90 * MINUTE)).toBe(ISSUED + 5 * MINUTE)
  })

  it('waits, runs, and ends with the last answer; each question is answered once (OFF-019, EXM-019)', () => {
    const ready = taken()
    expect(stateOf(ready, ISSUED)).toBe('ready')
    const running = begin(ready, ISSUED + MINUTE)
    expect([stateOf(running, ISSUED + MINUTE), begin(running, ISSUED + 2 * MINUTE)]).toEqual(['running', running])
    const one = withAnswer(running, answer(1), ISSUED + 2 * MINUTE)
    expect(withAnswer(one, { ...answer(1), answer_ids: [11] }, ISSUED + 3 * MINUTE)).toBe(one)
    const both = withAnswer(one, answer(2), ISSUED + 4 * MINUTE)
    expect(stateOf(both, ISSUED + 4 * MINUTE)).toBe('finished')
    expect(sendingOf(both)).toEqual({
      url: '/learner/exams/2/leases/a/attempt',
      body: {
        related_id: 7,
        started_at: '2026-03-01T08:01:00.000Z',
        finished_at: '2026-03-01T08:04:00.000Z',
        answers: [
          { question_id: 1, answer_ids: [10], milliseconds: 500, answered_at: '2026-03-01T08:02:00.000Z' },
          { question_id: 2, answer_ids: [20], milliseconds: 500, answered_at: '2026-03-01T08:04:00.000Z' },
        ],
      },
    })
    expect(finish(one, ISSUED + 5 * MINUTE).finished).toBe(ISSUED + 5 * MINUTE)
  })

  it('ends with its time, whether or not a page is open, and takes no answer after it (OFF-020)', () => {
    const running = begin(taken(30), ISSUED + MINUTE)
    expect(endOf(running)).toBe(ISSUED + 31 * MINUTE)
    const late = withAnswer(running, answer(1), ISSUED + 32 * MINUTE)
    expect(late).toMatchObject({ answers: [], finished: ISSUED + 31 * MINUTE })
    expect(settled(running, ISSUED + 90 * MINUTE).finished).toBe(ISSUED + 31 * MINUTE)
    expect(settled(running, ISSUED + 5 * MINUTE)).toBe(running)
  })

  it('ends with its lease, and cannot begin after it (OFF-016)', () => {
    expect(stateOf(taken(), ISSUED + 100 * MINUTE)).toBe('expired')
    expect(begin(taken(), ISSUED + 100 * MINUTE).begun).toBeNull()
    const running = begin(taken(200), ISSUED + 99 * MINUTE)
    expect(settled(running, ISSUED + 200 * MINUTE).finished).toBe(ISSUED + 100 * MINUTE)
  })
})
