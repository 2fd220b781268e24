import type { Topic } from '#kernel/activity.ts'

/** The names of what the log is filtered by, the most asked for first. */
export const TOPIC_NAMES: Record<Topic, string> = {
  impersonation: 'Working as others',
  settings: 'Settings',
  money: 'Money and credits',
  grades: 'Grades and certificates',
  people: 'People and enrollments',
  courses: 'Courses',
  'sign-ins': 'Sign-ins and passwords',
  other: 'Everything else',
}
