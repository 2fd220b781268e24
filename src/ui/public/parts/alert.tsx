import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import { type Icon, IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '../../icons.tsx'
import styles from './alert.module.css'

type AlertTone = 'info' | 'success' | 'warning' | 'danger'
const ICONS = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle, danger: IconAlertCircle }

type AlertProps = {
  tone?: AlertTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Reads the alert aloud when it appears while the page is in use. */
  isLive?: boolean
}

/** Something a person should know here, within the page. */
export function Alert({ tone = 'info', title, children, action, isLive }: AlertProps) {
  const Drawing = ICONS[tone]
  return (
    <div className={cx(styles.alert, styles[tone])} role={isLive ? 'alert' : undefined}>
      <Drawing size={20} />
      <div>
        {title && <div className={styles.title}>{title}</div>}
        {children}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}

type BannerProps = { tone?: AlertTone; icon?: Icon; children: ReactNode; action?: ReactNode; label?: string }

/** A strip over the whole width: announcements of the portal, working as somebody else, being offline. */
export function Banner({ tone = 'info', icon, children, action, label = 'Notice' }: BannerProps) {
  const Drawing = icon ?? ICONS[tone]
  return (
    <section aria-label={label} className={cx(styles.banner, styles[tone])} data-print="no">
      <div className={styles.inner}>
        <div className={styles.words}>
          <Drawing size={18} />
          <div>{children}</div>
        </div>
        {action}
      </div>
    </section>
  )
}
