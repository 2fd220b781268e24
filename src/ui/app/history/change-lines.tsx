import styles from './change-lines.module.css'

export type ChangeLine = {
  field: string
  from: string | null
  to: string | null
  /** What stands in place of both values. */
  instead?: string | undefined
}

/** What became of what, one field in each line: the value before, crossed out, and the one after. */
export function ChangeLines({ lines }: { lines: readonly ChangeLine[] }) {
  if (lines.length === 0) return null
  return (
    <span className={styles.lines}>
      {lines.map(({ field, from, to, instead }) => (
        <span key={field}>
          <em>{field}:</em> {instead ?? <Values from={from} to={to} />}
        </span>
      ))}
    </span>
  )
}

function Values({ from, to }: Pick<ChangeLine, 'from' | 'to'>) {
  return (
    <>
      {from !== null && (
        <>
          <span className="only-read">before </span>
          <s>{from}</s> <span aria-hidden="true">→</span> <span className="only-read">now </span>
        </>
      )}
      {to ?? 'none'}
    </>
  )
}
