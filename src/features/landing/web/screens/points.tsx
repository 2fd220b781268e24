import type { Icon } from '#ui/icons.tsx'
import styles from './landing.module.css'

export type Point = { icon: Icon; title: string; text: string }

/** Short reasons beside each other. */
export function Points({ title, points }: { title: string; points: readonly Point[] }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <ul className={styles.points}>
        {points.map(({ icon: Drawing, title: heading, text }) => (
          <li key={heading}>
            <Drawing size={28} />
            <h3>{heading}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
