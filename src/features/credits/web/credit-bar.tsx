import styles from './credits.module.css'

type Numbers = { total: number; remaining: number; distributed: number; used: number }

/** The credits of a holder as a gauge: left, handed out and not used, and used as the empty rest (CRD-004, CRD-007). */
export function CreditBar({ total, remaining, distributed, used }: Numbers) {
  const unused = distributed - used
  const words = `${remaining} of ${total} left, ${used} used, ${unused} handed out and not used`
  return (
    <span className={styles.bar} role="img" aria-label={words} title={words}>
      {total > 0 && (
        <>
          <span className={styles.left} style={{ flexGrow: remaining }} />
          <span className={styles.given} style={{ flexGrow: unused }} />
          <span style={{ flexGrow: used }} />
        </>
      )}
    </span>
  )
}
