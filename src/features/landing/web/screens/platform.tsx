import type { Plan } from '#features/subscriptions/web/public.ts'
import { later } from '#ui/page/later.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import type { CustomersProps } from './customers-part.tsx'
import styles from './landing.module.css'
import { Customization, Plans, useSalesHref } from './plans.tsx'

const PlatformPoints = later(() => import('./platform-points-part.tsx').then((file) => file.PlatformPoints))
const Customers = later(() => import('./customers-part.tsx').then((file) => file.Customers))

/** The platform with its plans, its figures and what customers say (ROU-027, CAT-033). */
export function PlatformScreen({ plans, ...customers }: { plans: readonly Plan[] } & CustomersProps) {
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
        <PlatformPoints />
        <Customers {...customers} />
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
