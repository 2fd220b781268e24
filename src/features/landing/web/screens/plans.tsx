import { type Plan, PlanCards } from '#features/subscriptions/web/public.ts'
import { useSession } from '#ui/calls/api.tsx'
import { IconCheck } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { CANCELLATION_NOTE, customizationPrice, PLAN_FEATURES } from '../../rules/plan-texts.ts'
import styles from './landing.module.css'

/** Where a question about plans goes. */
export const useSalesHref = (): string => {
  const { support_email: email } = useSession().portal.company
  return email ? `mailto:${email}?subject=Plans` : '/faq'
}

export function Checked({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.checks}>
      {items.map((item) => (
        <li key={item} className={styles.check}>
          <IconCheck size={18} />
          {item}
        </li>
      ))}
    </ul>
  )
}

type PlansProps = { plans: readonly Plan[]; title?: string; lead?: string }

/**
 * The plans: what all of them include, what each costs and contains, and when a cancellation takes effect (CAT-018,
 * CAT-043).
 */
export function Plans({ plans, title = 'Plans', lead = 'In every plan:' }: PlansProps) {
  const href = useSalesHref()
  return (
    <section className={styles.part} id="plans">
      <h2>{title}</h2>
      <p>{lead}</p>
      <Checked items={PLAN_FEATURES} />
      {plans.length > 0 ? (
        <PlanCards plans={plans} />
      ) : (
        <div>
          <LinkButton href={href}>Ask for a plan</LinkButton>
        </div>
      )}
      <Alert title="Cancelling">{CANCELLATION_NOTE}</Alert>
    </section>
  )
}

/** What changes on request cost (CAT-019, CAT-020). */
export function Customization() {
  const href = useSalesHref()
  return (
    <section className={styles.band}>
      <div>
        <h2>Customization services</h2>
        <p>
          Courses in your words, connections to your systems, reports in your form: our people do it with you, billed by
          the hour.
        </p>
        <strong>{customizationPrice}</strong>
      </div>
      <LinkButton href={href}>Describe what you need</LinkButton>
    </section>
  )
}
