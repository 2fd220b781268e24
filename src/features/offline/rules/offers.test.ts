import { describe, expect, it } from 'vitest'
import { moduleReason, openUntil, outlineReason } from './offers.ts'

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

  it('exams, assignments and interactive modules stay online (OFF-003)', () => {
    expect(['Exam', 'Survey', 'Assignment', 'ScormModule', 'CloudScormModule'].map(outlineReason)).toEqual([
      'exam',
      'exam',
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
