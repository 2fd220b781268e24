import { authoredPath } from '#features/exams/web/public.ts'
import { certificatesPath, progressPath } from '#features/teaching/web/public.ts'
import type { Permission } from '#kernel/access/permissions.ts'
import type { PageSession } from '#kernel/access/session.ts'
import { type NavGroup, type NavItem, visibleGroups } from '#ui/app/navigation.ts'
import { can } from '#ui/page/guard.ts'

/** What waits for an answer in a course. */
type Waiting = { responses_waiting: number; questions_open: number }
/** The portal that shares the course, if another one does. */
type Source = { has_update: boolean }
type Screen = NavItem & { permission: Permission }

/** The screens of a course that this person may open, by group, with what waits in them (ROU-081, ROU-085, BLD-060). */
export const builderScreens = (
  session: PageSession,
  slug: string,
  { waiting, source }: { waiting?: Waiting | undefined; source?: Source | null } = {},
): NavGroup[] => {
  const at = `/courses/builder/${slug}`
  const questions: Screen[] = session.portal.setting.disable_course_questions
    ? []
    : [
        {
          label: 'Questions',
          href: `${at}/questions`,
          permission: 'course-questions.view',
          count: waiting?.questions_open,
        },
      ]
  const groups: { label: string; items: Screen[] }[] = [
    {
      label: 'Content',
      items: [
        { label: 'Outline', href: `${at}/outline`, permission: 'courses.view' },
        { label: 'Details', href: `${at}/overview/details`, permission: 'courses.view' },
        { label: 'Exams', href: authoredPath(slug, 'Exam'), permission: 'courses.view' },
        { label: 'Knowledge checks', href: authoredPath(slug, 'Survey'), permission: 'courses.view' },
        ...(source
          ? [
              {
                label: 'Source and updates',
                href: `${at}/source`,
                permission: 'shared-courses.view' as const,
                count: source.has_update ? 1 : 0,
              },
            ]
          : []),
        { label: 'Versions', href: `${at}/versions`, permission: 'courses.view' },
        { label: 'Statistics', href: `${at}/statistics`, permission: 'courses.view' },
        { label: 'Certificate template', href: `${at}/overview/certificate-template`, permission: 'courses.view' },
      ],
    },
    {
      label: 'Sales',
      items: [
        { label: 'Pricing', href: `${at}/pricing`, permission: 'pricing.view' },
        { label: 'Shipping', href: `${at}/overview/shipping`, permission: 'pricing.view' },
        { label: 'Reviews', href: `${at}/overview/reviews`, permission: 'reviews.view' },
        ...(source === null
          ? [{ label: 'Sharing', href: `${at}/sharing`, permission: 'shared-courses.view' as const }]
          : []),
      ],
    },
    {
      label: 'People',
      items: [
        { label: 'Instructors', href: `${at}/instructors`, permission: 'courses.view' },
        { label: 'Managers', href: `${at}/managers`, permission: 'enrollments.view' },
        { label: 'Enrollments', href: `${at}/enrollments`, permission: 'enrollments.view' },
        { label: 'Learners and exams', href: progressPath(slug), permission: 'grading.view' },
        {
          label: 'Assignments',
          href: `${at}/assignments`,
          permission: 'grading.view',
          count: waiting?.responses_waiting,
        },
        ...questions,
        { label: 'Certificates', href: certificatesPath(slug), permission: 'certificates.view' },
      ],
    },
    {
      label: 'Settings',
      items: [
        { label: 'General settings', href: `${at}/overview/settings`, permission: 'courses.view' },
        { label: 'Due dates', href: `${at}/overview/due-dates`, permission: 'courses.view' },
        { label: 'E-mails', href: `${at}/overview/notifications`, permission: 'courses.view' },
        { label: 'Callbacks', href: `${at}/overview/callbacks`, permission: 'callbacks.view' },
        { label: 'History', href: `${at}/history`, permission: 'activity-logs.view' },
      ],
    },
  ]
  return visibleGroups(groups, (permission) => can(session, permission as Permission))
}
