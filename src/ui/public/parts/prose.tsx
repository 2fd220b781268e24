import { cx } from '../../cx.ts'
import styles from './prose.module.css'

/** Text of an editor, which the server has cleaned when it was saved (PGB-034). */
export function Prose({ html, isWide, className }: { html: string; isWide?: boolean; className?: string }) {
  return (
    <div
      className={cx(styles.prose, isWide && styles.wide, className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it is saved
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** The same look for text that pages write themselves. */
export const proseClass = styles.prose
