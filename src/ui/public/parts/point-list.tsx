import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import styles from './point-list.module.css'

type Point = { key: string | number; picture: ReactNode; title: string; text: string | null }

/** Short points side by side, each with a picture; `isSmall` inside a column. */
export function PointList({ points, isSmall }: { points: readonly Point[]; isSmall?: boolean }) {
  return (
    <ul className={cx(styles.points, isSmall && styles.small)}>
      {points.map(({ key, picture, title, text }) => (
        <li key={key}>
          {picture}
          <h3>{title}</h3>
          {text && <p>{text}</p>}
        </li>
      ))}
    </ul>
  )
}
