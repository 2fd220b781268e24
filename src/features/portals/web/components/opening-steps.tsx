import { IconCircleCheck, IconCircleDashed } from '#ui/icons.tsx'
import styles from '../portals.module.css'
import type { Portal } from '../use-portal.ts'

/** What has to happen before a portal opens, and what of it is done (PRT-029, PRT-073). */
const stepsOf = ({ status, setting, company }: Portal): [label: string, isDone: boolean][] => {
  const isConfirmed = status === 'processing' || status === 'active'
  return [
    ['Portal created', true],
    ['Logo uploaded', Boolean(setting.logo)],
    ['Company name saved', Boolean(company.name)],
    ['Confirmed by the platform', isConfirmed],
    ['Set up and open', status === 'active' && Boolean(setting.logo && company.name)],
  ]
}

/** The way of a portal to its opening, with what is still missing. */
export function OpeningSteps({ portal }: { portal: Portal }) {
  const steps = stepsOf(portal)
  const next = steps.findIndex(([, isDone]) => !isDone)
  return (
    <ol className={styles.steps} aria-label="Steps to the opening">
      {steps.map(([label, isDone], at) => (
        <li key={label} data-done={isDone || undefined} aria-current={at === next ? 'step' : undefined}>
          {isDone ? <IconCircleCheck size={20} /> : <IconCircleDashed size={20} />}
          <span>
            {label}
            <span className="only-read">{isDone ? ', done' : ', still missing'}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
