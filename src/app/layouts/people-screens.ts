import {
  IconCertificate,
  IconChartBar,
  IconClock,
  IconList,
  IconMail,
  IconRefresh,
  IconShieldLock,
  IconUsers,
  IconUsersGroup,
} from '#ui/icons.tsx'
import type { Screen } from './platform-screens.ts'

/** The group of screens about people and what they are trained in. */
export const PEOPLE: { label: string; items: readonly Screen[] } = {
  label: 'People',
  items: [
    {
      label: 'Users',
      href: '/users',
      icon: IconUsers,
      permission: 'users.view',
      text: 'Everyone in this portal, with their roles.',
      keywords: 'people learners members',
    },
    {
      label: 'Invitations',
      href: '/users/managers/invitations',
      icon: IconMail,
      permission: 'users.view',
      text: 'People invited by e-mail, and who has answered.',
      keywords: 'invite invited expired failed accepted',
    },
    {
      label: 'Bulk changes',
      href: '/admin/bulk-changes',
      icon: IconList,
      permission: 'users.view',
      text: 'What was done to many people at once, and its undo.',
      keywords: 'bulk undo enroll unenroll extend preview many history',
    },
    {
      label: 'Courses and credits',
      href: '/courses/managers',
      icon: IconUsersGroup,
      permission: 'manager-courses.view',
      text: 'Enroll people, give credits, follow progress.',
      keywords: 'enroll give take back certificates',
    },
    {
      label: 'Compliance',
      href: '/admin/compliance',
      icon: IconCertificate,
      permission: 'certificates.view',
      text: 'Who held what was required of them, on any day.',
      keywords:
        'requirements matrix proof inspector audit training certificates expired missing site job licenses documents review',
    },
    {
      label: 'Inspectors',
      href: '/admin/evidence',
      icon: IconShieldLock,
      permission: 'activity-logs.view',
      text: 'Signed training records that an inspector can check.',
      keywords: 'evidence audit signed file zip keys osha records proof',
    },
    {
      label: 'Recertification',
      href: '/admin/recertification',
      icon: IconRefresh,
      permission: 'certificates.view',
      text: 'Seats needed in the next 12 months, and automatic renewal.',
      keywords: 'renew renewal forecast seats reminders expire credits automatic',
    },
    {
      label: 'Rules of the trade',
      href: '/admin/trade-rules',
      icon: IconClock,
      permission: 'enrollments.update',
      text: 'Most hours a day and least time in courses, with sources.',
      keywords: 'regulation regulator hours seat time minutes limit law statute dry run',
    },
    {
      label: 'Reports',
      href: '/reports',
      icon: IconChartBar,
      permission: 'reports.view',
      text: 'Who enrolled, completed, is overdue or expires soon.',
      keywords: 'statistics figures overdue expiring certificates searches joined completions schedule',
    },
  ],
}
