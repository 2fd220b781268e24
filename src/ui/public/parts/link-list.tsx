import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import { IconArrowRight } from '../../icons.tsx'
import { Anchor } from './anchor.tsx'
import styles from './link-list.module.css'

export type ListLink = { key: string | number; href: string; title: string; text?: string | null; sign?: ReactNode }

/** Records that each have a page of their own, as links with a short sign before each. */
export function LinkList({ links, label, isDense }: { links: readonly ListLink[]; label: string; isDense?: boolean }) {
  return (
    <ul className={cx(styles.list, isDense && styles.dense)} aria-label={label}>
      {links.map(({ key, href, title, text, sign }) => (
        <li key={key}>
          <Anchor href={href}>
            {sign && (
              <span className={styles.sign} aria-hidden="true">
                {sign}
              </span>
            )}
            <span className={styles.words}>
              <strong>{title}</strong>
              {text && <span>{text}</span>}
            </span>
            <IconArrowRight size={18} />
          </Anchor>
        </li>
      ))}
    </ul>
  )
}
