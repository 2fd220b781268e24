import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import styles from './state.module.css'

type ErrorViewProps = {
  /** HTTP status, or another code people can name to support. */
  code?: number | string
  message: string
  text?: ReactNode
  /** Left out if there is nowhere to go, as on a blocked portal (PRT-042). */
  button?: ReactNode
}

/** Messages of this many characters or more are set as text, not as a headline. */
const LONG = 60

// A phone number that breaks is hard to dial. Digits within a reference are none.
const wholeNumbers = (message: string) =>
  message.split(/((?<![\w-])\+?\d[\d-]{7,}\d(?![\w-]))/).map((part, at) =>
    at % 2 === 1 ? (
      <span key={part} className={styles.whole}>
        {part}
      </span>
    ) : (
      part
    ),
  )

/** A page that says what went wrong (ERR-009); the message is the heading of the page. */
export function ErrorView({ code, message, text, button }: ErrorViewProps) {
  return (
    <div className={cx(styles.state, styles.error)}>
      {code !== undefined && <p className={styles.code}>Error {code}</p>}
      <h1 className={message.length > LONG ? styles.long : undefined}>{wholeNumbers(message)}</h1>
      {text && <p className={styles.text}>{text}</p>}
      {button && <div className={styles.actions}>{button}</div>}
    </div>
  )
}
