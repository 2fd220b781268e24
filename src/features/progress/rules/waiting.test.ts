import { describe, expect, it } from 'vitest'
import { STATUS } from './status.ts'
import { waitingOf, withWaiting } from './waiting.ts'

const shown = (itemable_type: 'Text' | 'Video' | 'Module' | 'Exam', itemable_id: number, is_locked = false) => ({
  itemable_type,
  itemable_id,
  status: STATUS.not_started,
  is_locked,
  itemable: { status: STATUS.not_started },
})
const outline = {
  data: [
    { ...shown('Module', 1), items: [shown('Text', 10), shown('Video', 11, true)] },
    { ...shown('Exam', 2, true), items: [] },
  ],
  meta: {
    status: STATUS.not_started,
    progress: 0,
    items_done: 0,
    items_total: 3,
    can_finish: false,
    next_item: { itemable_type: 'Text' as const, itemable_id: 10, module_id: 1 },
    continue_item: { itemable_type: 'Text' as const, itemable_id: 10, module_id: 1 },
  },
}
const body = { related_id: 7 }
const item = '/learner/module-items'

describe('steps that wait for a connection', () => {
  it('are read from the calls of one enrollment, in their order (LRN-050, OFF-010)', () => {
    const { steps, positions } = waitingOf(
      [
        { url: `${item}/Text/10/start`, body },
        { url: `${item}/Video/11/position`, body: { ...body, position: 4 } },
        { url: `${item}/Video/11/position`, body: { ...body, position: 9 } },
        { url: `${item}/Text/10/finish`, body },
        { url: `${item}/Text/10/finish`, body: { related_id: 8 } },
        { url: '/learner/exams/2/answers', body },
        { url: '/learner/exams/2/leases/a1-b2/attempt', body },
      ],
      7,
    )
    expect(steps).toEqual([
      { type: 'Text', id: 10, status: STATUS.in_progress },
      { type: 'Text', id: 10, status: STATUS.finished },
      { type: 'Survey', id: 2, status: STATUS.finished },
      { type: 'Exam', id: 2, status: STATUS.in_progress },
    ])
    expect([...positions]).toEqual([[11, 9]])
  })

  it('show statuses and open what comes next in a sequential course (LRN-027, OFF-010)', () => {
    const steps = [{ type: 'Text' as const, id: 10, status: STATUS.finished }]
    const { data, meta } = withWaiting(outline, true, steps)
    expect(data[0]?.status).toBe(STATUS.in_progress)
    expect(data[0]?.items.map(({ status, is_locked }) => [status, is_locked])).toEqual([
      [STATUS.finished, false],
      [STATUS.not_started, false],
    ])
    expect(data[1]?.is_locked).toBe(true)
    expect(meta).toMatchObject({ progress: 33, items_done: 1, status: STATUS.in_progress })
    expect(meta.continue_item).toEqual({ itemable_type: 'Video', itemable_id: 11, module_id: 1 })
  })

  it('change nothing where none waits, and skip items that left the course (OFF-010)', () => {
    expect(withWaiting(outline, true, [])).toBe(outline)
    const gone = withWaiting(outline, true, [{ type: 'Text', id: 99, status: STATUS.finished }])
    expect(gone.data[0]?.items.map(({ status }) => status)).toEqual([STATUS.not_started, STATUS.not_started])
  })
})
