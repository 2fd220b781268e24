import type { Warning } from '#kernel/checks/text-checks.ts'
import { IconAlertCircle } from '../../icons.tsx'
import styles from './warning-list.module.css'

type WarningListProps = { warnings: readonly Warning[]; onOpen?: (warning: Warning) => void }

/** What is worth a look before something is published (SEO-031, SEO-033); with `onOpen` a press leads to where it stands. */
export function WarningList({ warnings, onOpen }: WarningListProps) {
  return (
    <ul className={styles.warnings} aria-label="Warnings">
      {warnings.map((warning, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said of a text twice
        <li key={at}>
          <IconAlertCircle size={18} />
          {onOpen ? (
            <button type="button" onClick={() => onOpen(warning)}>
              {warning.text}
            </button>
          ) : (
            <span>{warning.text}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
