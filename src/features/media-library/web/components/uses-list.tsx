import { Anchor } from '#ui/public/parts/anchor.tsx'
import styles from '../media-library.module.css'
import type { FileUse } from '../queries.ts'

/** Every record that shows or offers a file, each with the way to it. */
export function UsesList({ uses }: { uses: readonly FileUse[] }) {
  if (uses.length === 0) return <p className={styles.quiet}>Not used anywhere yet.</p>
  return (
    <ul className={styles.uses}>
      {uses.map(({ place, title, href, note }) => (
        <li key={`${place} ${title} ${href}`}>
          <span className={styles.place}>{place}</span>
          {href ? <Anchor href={href}>{title}</Anchor> : title}
          {note && <span className={styles.quiet}>{note}</span>}
        </li>
      ))}
    </ul>
  )
}
