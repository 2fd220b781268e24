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
    text: 'Who has started, who is late, who is done; each manager sees their own team and nobody else.',
  },
  {
    icon: IconCertificate,
    title: 'Certificates that can be checked',
    text: 'Issued by themselves when a course is finished, each with a number that anybody can verify.',
  },
  {
    icon: IconShieldLock,
    title: 'Records for the audit',
    text: 'Everything that happened in a course is kept for years and leaves the system as a file when you need it.',
  },
]

/** What the platform can do. */
export function PlatformPoints() {
  return <Points title="What is in it" points={POINTS} />
}
