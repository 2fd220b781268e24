import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { useSession } from '#ui/calls/api.tsx'
import { IconCheck } from '#ui/icons.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { listPlans } from '../../contract.ts'
import { trialFeature } from '../../rules/plan.ts'
import { useChoosePlan } from '../use-choose-plan.ts'
import styles from './plan-cards.module.css'

export type Plan = Wire<typeof listPlans>['data'][number]

const saving = (plan: Plan): number => Math.round((1 - plan.annual_price / (plan.monthly_price * 12)) * 100)

/** The plan for a person who has had a trial. */
const withoutTrial = (plan: Plan): Plan => ({
  ...plan,
  trial_days: 0,
  features: plan.features.filter((feature) => feature !== trialFeature(plan.trial_days)),
})

const annualWord = (plan: Plan): string => (plan.trial_days > 0 ? `Try ${plan.trial_days} days free` : 'Choose annual')

/** The plans side by side with what they hold; choosing one leads to its checkout (CAT-018, CRT-018, CRT-019). */
export function PlanCards({ plans, mayTry = true }: { plans: readonly Plan[]; mayTry?: boolean }) {
  const choose = useChoosePlan()
  const { portal } = useSession()
  return (
    <ul className={styles.plans} aria-label="Plans">
      {(mayTry ? plans : plans.map(withoutTrial)).map((plan) => (
        <li key={plan.id} className={styles.plan}>
          <h3>{plan.name}</h3>
          <p className={styles.price}>
            <strong>{formatMoney(plan.monthly_price)}</strong> a month
          </p>
          <p className={styles.annual}>
            or {formatMoney(plan.annual_price)} a year
            {saving(plan) > 0 && <span className={styles.saving}>save {saving(plan)}%</span>}
          </p>
          <ul className={styles.features}>
            {plan.features.map((feature) => (
              <li key={feature}>
                <IconCheck size={18} />
                <span>{feature}</span>
              </li>
            ))}
          </ul>
          {!portal.flags.is_in_house && (
            <div className={styles.actions}>
              <Button
                isBlock
                onClick={() => choose(plan, 'annual')}
                aria-label={`${annualWord(plan)}: ${plan.name}, billed annually`}
              >
                {annualWord(plan)}
              </Button>
              <Button
                isBlock
                variant="outline"
                onClick={() => choose(plan, 'monthly')}
                aria-label={`Choose monthly: ${plan.name}, billed monthly`}
              >
                Choose monthly
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
