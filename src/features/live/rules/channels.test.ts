import { expect, test } from 'vitest'
import { parseChannel } from './channels.ts'

test.each([
  ['notifications.7', { kind: 'notifications', user_id: 7 }],
  ['enrolls.12', { kind: 'enrolls', course_id: 12 }],
  ['invites.courses.3.managers.9', { kind: 'invites', course_id: 3, user_id: 9 }],
  ['cloud-scorm-progress.5', { kind: 'cloud-scorm-progress', progress_id: 5 }],
  [
    'cloud-scorm-progress.0199a3c2-7b1e-7c3d-8f00-1234567890ab',
    { kind: 'cloud-scorm-import', uuid: '0199a3c2-7b1e-7c3d-8f00-1234567890ab' },
  ],
  ['questions.4', { kind: 'questions', question_id: 4 }],
  ['course-questions.6', { kind: 'course-questions', course_id: 6 }],
  ['courses.8', { kind: 'courses', course_id: 8 }],
  ['presence-course-editors.8', { kind: 'course-editors', course_id: 8 }],
  ['presence-page-editors.9', { kind: 'page-editors', page_id: 9 }],
])('%s is a channel (RTM-001, RTM-016, REV-029, VER-017)', (name, channel) => {
  expect(parseChannel(name)).toEqual(channel)
})

test.each([
  'notifications.0',
  'notifications.7x',
  'notifications.99999999999999999999',
  'notifications',
  'enrolls.-1',
  'invites.courses.3',
  'other.1',
  'course-editors.8',
  'presence-courses.8',
  'presence-notifications.7',
  '',
])('"%s" is none (RTM-001)', (name) => {
  expect(parseChannel(name)).toBeNull()
})
