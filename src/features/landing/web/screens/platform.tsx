import type { Plan } from '#features/subscriptions/web/public.ts'
import {
  IconCertificate,
  IconCoin,
  IconLayoutDashboard,
  IconPlayerPlay,
  IconShieldLock,
  IconUsersGroup,
} from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/button.tsx'
import { Container } from '#ui/public/layout.tsx'
import { PageTop } from '#ui/public/page-top.tsx'
import styles from './landing.module.css'
import { Customization, Plans, useSalesHref } from './plans.tsx'
import { type Point, Points } from './points.tsx'

const POINTS: readonly Point[] = [
  {
    icon: IconLayoutDashboard,
    title: 'A portal that is yours',
    text: 'Your logo, your colours, your address. Learners see your company, not ours.',
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

/** The platform and its plans (ROU-027). */
export function PlatformScreen({ plans }: { plans: readonly Plan[] }) {
  const href = useSalesHref()
  return (
    <>
      <PageTop
        eyebrow="For companies and training providers"
        title="A learning management system that your people finish courses in"
        lead="Run your own training portal: sell or assign courses, follow progress, hand out certificates. We keep it running."
      >
        <div>
          <LinkButton href="#plans" size="lg">
            See the plans
          </LinkButton>
        </div>
      </PageTop>
      <Container className={styles.page}>
        <Points title="What is in it" points={POINTS} />
        <Plans plans={plans} />
        <Customization />
        <section className={styles.band}>
          <div>
            <h2>See it with your own courses</h2>
            <p>Send us one course. We show you how it looks, works and reports in a portal of yours.</p>
          </div>
          <LinkButton href={href} variant="outline">
            Ask for a demonstration
          </LinkButton>
        </section>
      </Container>
    </>
  )
}
