import type { Icon } from '#ui/icons.tsx'
import { PointList } from '#ui/public/parts/point-list.tsx'
import styles from './landing.module.css'

export type Point = { icon: Icon; title: string; text: string }

/** Short reasons side by side. */
export function Points({ title, points }: { title: string; points: readonly Point[] }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      <PointList
        points={points.map(({ icon: Drawing, title: heading, text }) => ({
          key: heading,
          picture: <Drawing size={28} />,
          title: heading,
          text,
        }))}
      />
    </section>
  )
}
