import { LEGAL } from '#kernel/legal.ts'
import { Alert } from '#ui/public/alert.tsx'
import { LinkButton } from '#ui/public/button.tsx'
import { Container } from '#ui/public/layout.tsx'
import { PageTop } from '#ui/public/page-top.tsx'
import { CANCELLATION_NOTE, PLAN_FEATURES } from '../../rules/plan-texts.ts'
import styles from './landing.module.css'
import { Checked, Customization, useSalesHref } from './plans.tsx'

const EXTRAS = [
  'A portal with your logo and colours',
  'Managers, groups and reports',
  'Moving your present courses and records, planned with you',
]

/** The special subscription (ROU-028). */
export function SpecialPlanScreen() {
  const href = useSalesHref()
  return (
    <>
      <PageTop
        eyebrow="Special subscription"
        title="The special plan"
        lead={`For organizations whose numbers fit none of the usual plans: associations, unions, agencies, school districts. One price for ${LEGAL.subscription_term_months} months, agreed with you.`}
      />
      <Container className={styles.page}>
        <section className={styles.part}>
          <h2>What is in it</h2>
          <Checked items={[...PLAN_FEATURES, ...EXTRAS]} />
          <Alert title="Cancelling">{CANCELLATION_NOTE}</Alert>
          <div>
            <LinkButton href={href} size="lg">
              Ask for the special plan
            </LinkButton>
          </div>
        </section>
        <Customization />
      </Container>
    </>
  )
}
