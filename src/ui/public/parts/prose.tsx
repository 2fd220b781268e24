import { withResponsivePictures } from '#kernel/uploads/text-pictures.ts'
import { cx } from '../../cx.ts'
import styles from './prose.module.css'

/** Text of an editor, which the server has cleaned when it was saved (PGB-034), with its pictures in the width of the screen (BLD-086). */
export function Prose({ html, isWide, className }: { html: string; isWide?: boolean; className?: string }) {
  return (
    <div
      className={cx(styles.prose, isWide && styles.wide, className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it is saved
      dangerouslySetInnerHTML={{ __html: withResponsivePictures(html) }}
    />
  )
}

/** The same look for text that pages write themselves. */
export const proseClass = styles.prose
