import { authoredPath } from '#features/exams/web/public.ts'
import { certificatesPath, progressPath } from '#features/teaching/web/public.ts'
import type { Permission } from '#kernel/access/permissions.ts'
import type { PageSession } from '#kernel/access/session.ts'
import type { TabLink } from '#ui/app/tabs.tsx'
import { can } from '#ui/page/guard.ts'

/** What waits for an answer in a course. */
type Waiting = { responses_waiting: number; questions_open: number }

/** The screens of a course that this person may open, with what waits in them (ROU-081, ROU-085). */
export const builderTabs = (session: PageSession, slug: string, waiting?: Waiting): TabLink[] => {
  const at = `/courses/builder/${slug}`
  const hasQuestions = !session.portal.setting.disable_course_questions
  const tabs: (TabLink & { permission: Permission; isLeftOut?: boolean })[] = [
    { label: 'Outline', href: `${at}/outline`, permission: 'courses.view' },
    { label: 'Details', href: `${at}/overview/details`, permission: 'courses.view' },
    { label: 'Settings', href: `${at}/overview/settings`, permission: 'courses.view' },
    { label: 'Certificate template', href: `${at}/overview/certificate-template`, permission: 'courses.view' },
    { label: 'E-mails', href: `${at}/overview/notifications`, permission: 'courses.view' },
    { label: 'Shipping', href: `${at}/overview/shipping`, permission: 'pricing.view' },
    { label: 'Learners and exams', href: progressPath(slug), permission: 'grading.view' },
    { label: 'Assignments', href: `${at}/assignments`, permission: 'grading.view', count: waiting?.responses_waiting },
    {
      label: 'Questions',
      href: `${at}/questions`,
      permission: 'course-questions.view',
      count: waiting?.questions_open,
      isLeftOut: !hasQuestions,
    },
    { label: 'Exams', href: authoredPath(slug, 'Exam'), permission: 'courses.view' },
    { label: 'Knowledge checks', href: authoredPath(slug, 'Survey'), permission: 'courses.view' },
    { label: 'Certificates', href: certificatesPath(slug), permission: 'certificates.view' },
    { label: 'Reviews', href: `${at}/overview/reviews`, permission: 'reviews.view' },
  ]
  return tabs
    .filter(({ permission, isLeftOut }) => !isLeftOut && can(session, permission))
    .map(({ label, href, count }) => ({ label, href, ...(count && { count }) }))
}
