import {
  IconCertificate,
  IconCoin,
  IconLayoutDashboard,
  IconPlayerPlay,
  IconShieldLock,
  IconUsersGroup,
} from '#ui/icons.tsx'
import { type Point, Points } from './points.tsx'

const POINTS: readonly Point[] = [
  {
    icon: IconLayoutDashboard,
    title: 'A portal that is yours',
    text: 'Your logo, your colors, your address. Learners see your company, not ours.',
  },
  {
    icon: IconPlayerPlay,
    title: 'Every kind of lesson',
    text: 'Text, video, audio, documents, SCORM packages, assignments, surveys and exams with question pools.',
  },
  {
    icon: IconCoin,
    title: 'Credits instead of paperwork',
    text: 'Buy once, hand out as people start, take back what was not used.',
  },
  {
    icon: IconUsersGroup,
    title: 'Managers see their people',
    text: 'See who has started, who is late and who is done. Each manager sees only their own team.',
  },
  {
    icon: IconCertificate,
    title: 'Certificates that can be checked',
    text: 'Issued automatically when a course is finished, each with a number that anyone can verify.',
  },
  {
    icon: IconShieldLock,
    title: 'Records for the audit',
    text: 'Course records are kept for years, and you can export them as a file whenever you need them.',
  },
]

/** What the platform can do. */
export function PlatformPoints() {
  return <Points title="What’s included" points={POINTS} />
}
