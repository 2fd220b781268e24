import { CourseGrid } from '#features/catalogue/web/public.ts'
import { LEGAL } from '#kernel/legal.ts'
import {
  type Icon,
  IconArrowRight,
  IconBook,
  IconCertificate,
  IconCheck,
  IconShieldLock,
  IconUsersGroup,
} from '#ui/icons.tsx'
import { Anchor } from '#ui/public/anchor.tsx'
import { BundleCard } from '#ui/public/bundle-card.tsx'
import { LinkButton } from '#ui/public/button.tsx'
import { CardGrid } from '#ui/public/card.tsx'
import { Container, Section } from '#ui/public/layout.tsx'
import styles from './home-more.module.css'
import type { HomeContent } from './load-home.ts'

/** What stands below the first view of the start page; `list` is the path of the course list. */
export function HomeMore({ courses, bundles, categories, list }: HomeContent & { list: string }) {
  return (
    <>
      {categories.length > 0 && (
        <Section title="Find your subject" more={{ label: 'All courses', href: list }}>
          <ul className={styles.categories}>
            {categories.slice(0, 12).map(({ value, label }) => (
              <li key={value}>
                <Anchor href={`${list}?category=${encodeURIComponent(value)}`}>
                  {label}
                  <IconArrowRight size={18} />
                </Anchor>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {courses.length > 0 && (
        <Section
          title="Most popular courses"
          text="What people and companies choose first."
          more={{ label: 'All courses', href: list }}
        >
          <CourseGrid courses={courses} label="Most popular courses" firstCount={0} />
        </Section>
      )}
      <Steps />
      {bundles.length > 0 && (
        <Section
          title="Bundles"
          text="Courses that belong together, at one price."
          more={{ label: 'All bundles', href: '/bundles' }}
        >
          <div className={styles.bundles}>
            <CardGrid label="Bundles">
              {bundles.map((bundle) => (
                <BundleCard key={bundle.id} bundle={bundle} />
              ))}
            </CardGrid>
          </div>
        </Section>
      )}
      <Trust />
      <Teams list={list} />
    </>
  )
}

const STEPS: readonly { icon: Icon; title: string; text: string }[] = [
  {
    icon: IconBook,
    title: 'Choose a course',
    text: 'Search by subject, state or agency. The price for your quantity stands on every course, before you sign up for anything.',
  },
  {
    icon: IconUsersGroup,
    title: 'Learn, or give it to your people',
    text: 'One seat starts at once. Several seats become credits that you hand out, one credit for each learner.',
  },
  {
    icon: IconCertificate,
    title: 'Finish with a certificate',
    text: 'Progress is kept wherever you stop. At the end there is a certificate with a number that anybody can check.',
  },
]

function Steps() {
  return (
    <div className={styles.band}>
      <Section title="How it works">
        <ol className={styles.steps}>
          {STEPS.map(({ icon: Drawing, title, text }, at) => (
            <li key={title}>
              <span className={styles.stepIcon}>
                <Drawing size={24} />
              </span>
              <h3>
                <span className={styles.number}>{at + 1}.</span> {title}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  )
}

const REASONS: readonly { icon: Icon; title: string; text: string }[] = [
  {
    icon: IconCertificate,
    title: 'Certificates that can be checked',
    text: 'Each one carries its own number and code; an employer or an inspector sees at once that it is genuine.',
  },
  {
    icon: IconShieldLock,
    title: `Records kept for ${LEGAL.training_records_years} years`,
    text: 'Who took what, when, and with which result: there when the auditor asks, and yours to export.',
  },
  {
    icon: IconCheck,
    title: 'Your progress is safe',
    text: 'Every step is saved as you make it. Close the laptop, continue on the phone, lose nothing.',
  },
]

function Trust() {
  return (
    <Section title="Why you can rely on it">
      <ul className={styles.reasons}>
        {REASONS.map(({ icon: Drawing, title, text }) => (
          <li key={title}>
            <Drawing size={24} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Teams({ list }: { list: string }) {
  return (
    <Container className={styles.teamsFrame}>
      <div className={styles.teams}>
        <div>
          <h2>Training a team?</h2>
          <p>
            Buy as many seats as you need: the more, the lower the price of each. You get credits, give them to your
            people, and see who has finished.
          </p>
        </div>
        <LinkButton href={list} size="lg" iconAfter={IconArrowRight}>
          See courses and prices
        </LinkButton>
      </div>
    </Container>
  )
}
