import { describe, expect, it } from 'vitest'
import { examReason, moduleReason, openUntil, outlineReason } from './offers.ts'

describe('what can be kept on a device', () => {
  it.each([
    ['a text', { itemable_type: 'Text', text: '<p>Hi</p>', file_size: null, is_hosted: false }, null],
    ['a document', { itemable_type: 'Document', text: null, file_size: 9, is_hosted: false }, null],
    ['a video file', { itemable_type: 'Video', text: null, file_size: 9, is_hosted: false }, null],
    ['a hosted video', { itemable_type: 'Video', text: null, file_size: null, is_hosted: true }, 'hosted_video'],
    ['a missing file', { itemable_type: 'Audio', text: null, file_size: null, is_hosted: false }, 'no_content'],
  ] as const)('%s (OFF-002, OFF-003)', (_name, content, reason) => {
    expect(moduleReason(content)).toBe(reason)
  })

  const exam = {
    allows_offline: true,
    has_proctor: false,
    is_passed: false,
    attempts_number: 2,
    attempts: 1,
    has_open_attempt: false,
    lease_id: null,
  }
  it.each([
    ['that may be', {}, null],
    ['with attempts left', { attempts_number: null, attempts: 9 }, null],
    ['that its author keeps online', { allows_offline: false }, 'exam'],
    ['with a proctor', { has_proctor: true }, 'exam_proctor'],
    ['that was passed', { is_passed: true }, 'exam_over'],
    ['without attempts left', { attempts: 2 }, 'exam_over'],
    ['that runs', { has_open_attempt: true }, 'exam_open'],
    ['that a device has', { lease_id: 'a', allows_offline: false }, 'exam_taken_along'],
  ])('an exam %s is taken along or not (OFF-003, OFF-016, OFF-017, OFF-018)', (_name, state, reason) => {
    expect(examReason({ ...exam, ...state })).toBe(reason)
  })

  it('assignments and interactive modules stay online (OFF-003)', () => {
    expect(['Assignment', 'ScormModule', 'CloudScormModule'].map(outlineReason)).toEqual([
      'assignment',
      'interactive',
      'interactive',
    ])
  })

  it('a kept course opens until access ends, and for 30 days at most (OFF-011)', () => {
    const now = new Date('2026-11-28T12:00:00Z')
    expect(openUntil(new Date('2026-12-01T00:00:00Z'), now).toISOString()).toBe('2026-12-01T00:00:00.000Z')
    expect(openUntil(new Date('2027-12-01T00:00:00Z'), now).toISOString()).toBe('2026-12-28T12:00:00.000Z')
  })
})
