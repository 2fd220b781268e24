import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './state.module.css'

type ErrorViewProps = {
  /** HTTP status, or another code people can name to support. */
  code: number | string
  message: ReactNode
  text?: ReactNode
  /** Left out where there is nowhere to go, as on a blocked portal (PRT-042). */
  button?: ReactNode
}

/** From so many characters on a message is read, not shouted. */
const LONG = 60

/** A page that says what went wrong (ERR-009); the message is the heading of the page. */
export function ErrorView({ code, message, text, button }: ErrorViewProps) {
  return (
    <div className={cx(styles.state, styles.error)}>
      <p className={styles.code}>Error {code}</p>
      <h1 className={typeof message === 'string' && message.length > LONG ? styles.long : undefined}>{message}</h1>
      {text && <p className={styles.text}>{text}</p>}
      {button && <div className={styles.actions}>{button}</div>}
    </div>
  )
}
