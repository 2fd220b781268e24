import type { Role } from '#kernel/access/roles.ts'

/** What each role may do, for those who give it. */
export const ROLE_WORDS: Record<Role, string> = {
  super_admin: 'Runs the platform and every portal.',
  sub_super_admin: 'Runs the platform and every portal, except for super admins.',
  portal_admin: 'Runs this portal: people, courses, sales and settings.',
  admin: 'Runs the platform’s portals without their plans.',
  sub_admin: 'Looks after people and content.',
  course_admin: 'Builds courses, enrolls people and grades.',
  accounting: 'Sees payments, orders and earnings.',
  manager: 'Enrolls a team with credits and follows its progress.',
  instructor: 'Teaches courses, answers questions and grades.',
  learner: 'Takes courses.',
  editor: 'Edits courses, articles and pages.',
  partner: 'Offers courses of a company and sees what they earn.',
}
