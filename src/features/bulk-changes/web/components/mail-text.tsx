import { DayText } from '#ui/public/parts/day.tsx'
import styles from '../bulk-changes.module.css'
import type { Row } from '../queries.ts'

/** The reminder of a row: what it says, to which address, and when the learner got the last one before it. */
export function MailText({ mail }: { mail: Row['mail'] }) {
  if (mail === null) return <span className={styles.muted}>Nothing to send</span>
  return (
    <span className={styles.mail}>
      <span>{mail.subject}</span>
      <span className={styles.muted}>To {mail.to}</span>
      <span className={styles.muted}>
        {mail.last_at ? (
          <>
            Last reminder <DayText value={mail.last_at} />
          </>
        ) : (
          'No reminder before'
        )}
      </span>
    </span>
  )
}
