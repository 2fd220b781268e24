import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import type { Icon } from '../../icons.tsx'
import styles from './badge.module.css'

export type Tone = 'neutral' | 'primary' | 'secondary' | 'success' | 'warning' | 'danger' | 'info'

/** A short word about a thing; the color only underlines what the word says. */
export function Badge({
  tone = 'neutral',
  icon: Drawing,
  children,
}: {
  tone?: Tone
  icon?: Icon
  children: ReactNode
}) {
  return (
    <span className={cx(styles.badge, tone !== 'neutral' && styles[tone])}>
      {Drawing && <Drawing size={14} />}
      {children}
    </span>
  )
}
