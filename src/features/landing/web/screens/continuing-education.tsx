import { LEGAL } from '#kernel/product/legal.ts'
import { hasCatalog } from '#kernel/product/portal-pages.ts'
import { useSession } from '#ui/calls/api.tsx'
import { IconCalendar, IconCertificate, IconClock, IconSchool } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import styles from './landing.module.css'
import { type Point, Points } from './points.tsx'

const POINTS: readonly Point[] = [
  {
    icon: IconSchool,
    title: 'Accepted where you need it',
    text: 'Each course names the organizations that accept it and how many hours they give for it.',
  },
  {
    icon: IconClock,
    title: 'In the time you have',
    text: 'Lessons of a few minutes that remember where you stopped, on the phone as well as at a desk.',
  },
  {
    icon: IconCertificate,
    title: 'Instant proof',
    text: `You get your certificate when you finish, and we keep the record for ${LEGAL.training_records_years} years.`,
  },
  {
    icon: IconCalendar,
    title: 'Before the renewal date',
    text: 'Certificates know when they expire, and tell you in good time.',
  },
]

/** The landing page for continuing education (ROU-031). */
export function ContinuingEducationScreen() {
  const session = useSession()
  const list = hasCatalog(session) ? '/ce' : '/course'
  return (
    <>
      <PageTop
        eyebrow="Continuing education credits"
        title="Keep your license without losing a week"
        lead="Courses for engineers, contractors, operators and safety professionals who have to renew, with the hours that your organization counts."
      >
        <div>
          <LinkButton href={list} size="lg">
            Find your organization
          </LinkButton>
        </div>
      </PageTop>
      <Container className={styles.page}>
        <Points title="How it works for you" points={POINTS} />
        <section className={styles.band}>
          <div>
            <h2>A whole team to renew?</h2>
            <p>Buy credits for all of them, hand them out by name, and see who has finished before the deadline.</p>
          </div>
          <LinkButton href="/course" variant="outline">
            See courses and prices
          </LinkButton>
        </section>
      </Container>
    </>
  )
}
