import type { Plan } from '#features/subscriptions/web/public.ts'
import { LEGAL } from '#kernel/product/legal.ts'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import styles from './landing.module.css'
import { Checked, Customization, Plans, useSalesHref } from './plans.tsx'

const EXTRAS = [
  'A portal with your logo and colors',
  'Managers, groups and reports',
  'Moving your present courses and records, planned with you',
]

/** The special subscription with its price, which can be chosen at once (ROU-028, CAT-018, CAT-020, CAT-043). */
export function SpecialPlanScreen({ plan }: { plan: Plan | null }) {
  const href = useSalesHref()
  return (
    <>
      <PageTop
        eyebrow="Special subscription"
        title="The special plan"
        lead={`For organizations too large for the standard plans: associations, unions, agencies, school districts. One subscription for ${LEGAL.subscription_term_months} months.`}
      >
        <div>
          <LinkButton href="#plans" size="lg">
            See the price
          </LinkButton>
        </div>
      </PageTop>
      <Container className={styles.page}>
        <section className={styles.part}>
          <h2>What’s included</h2>
          <Checked items={EXTRAS} />
        </section>
        <Plans plans={plan ? [plan] : []} title="What it costs" lead="As in every plan:" />
        <section className={styles.band}>
          <div>
            <h2>Is a usual plan enough?</h2>
            <p>Most companies start with one of the three plans of the platform and change up when they grow.</p>
          </div>
          <LinkButton href="/learning-management-system#plans" variant="outline">
            Compare the plans
          </LinkButton>
        </section>
        <section className={styles.band}>
          <div>
            <h2>Other numbers?</h2>
            <p>Tell us how many people learn, and what. We answer with a price and a date.</p>
          </div>
          <LinkButton href={href} variant="outline">
            Ask for an offer
          </LinkButton>
        </section>
        <Customization />
      </Container>
    </>
  )
}
