import { useSession } from '#ui/api.tsx'
import { IconCheck } from '#ui/icons.tsx'
import { Alert } from '#ui/public/alert.tsx'
import { LinkButton } from '#ui/public/button.tsx'
import { CANCELLATION_NOTE, customizationPrice, PLAN_FEATURES, PLAN_TEXTS } from '../../rules/plan-texts.ts'
import styles from './landing.module.css'

/** Where a question about plans goes. */
export const useSalesHref = (): string => {
  const { support_email: email } = useSession().portal.company
  return email ? `mailto:${email}?subject=Plans` : '/faq'
}

export function Checked({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item} className={styles.check}>
          <IconCheck size={18} />
          {item}
        </li>
      ))}
    </ul>
  )
}

/** The plans in words: what is in each, what is in all, and when a cancellation takes effect (CAT-018, CAT-043). */
export function Plans() {
  const href = useSalesHref()
  return (
    <section className={styles.part} id="plans">
      <h2>Plans</h2>
      <ul className={styles.plans} aria-label="Plans">
        {PLAN_TEXTS.map(({ plan, name, for_whom, extras }) => (
          <li key={plan}>
            <div className={styles.plan}>
              <h3>{name}</h3>
              <p>{for_whom}</p>
              <Checked items={[...PLAN_FEATURES, ...extras]} />
              <LinkButton variant="outline" href={href} aria-label={`Ask for ${name}`}>
                Ask for this plan
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
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
