import { type CSSProperties, isValidElement, type ReactNode } from 'react'
import styles from '../parts.module.css'

export type DataItem = { label: string; value: ReactNode }

const isNothing = (value: ReactNode) => value === null || value === undefined || value === '' || value === false

/** Names and values of a record, for reading; a missing value is a dash. */
export function DataList({ items }: { items: readonly DataItem[] }) {
  return (
    <dl className={styles.data}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          {isNothing(value) ? (
            <dd className={styles.none}>
              <span aria-hidden="true">–</span>
              <span className="only-read">none</span>
            </dd>
          ) : (
            <dd>{value}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}

export type Stat = {
  label: string
  value: ReactNode
  note?: ReactNode
  /** The last values, oldest first, drawn as a small line next to the figure. */
  trend?: readonly number[]
}

/** The text of a figure, also of one that is a link. */
const textOf = (value: ReactNode): string => {
  if (typeof value === 'string') return value
  return isValidElement<{ children?: ReactNode }>(value) ? textOf(value.props.children) : ''
}

/** Of a figure whose text only its own component knows, which is a day: its month and day stay on one line. */
const LENGTH_OF_A_DAY = 7

/** Letters of the longest word, which sets how large the figure can be without breaking. */
const lengthOf = (value: ReactNode) => {
  const longest = Math.max(
    ...textOf(value)
      .split(' ')
      .map((word) => word.length),
  )
  return { '--length': longest || LENGTH_OF_A_DAY } as CSSProperties
}

/** The figures that matter, large. */
export function Stats({ items }: { items: readonly Stat[] }) {
  return (
    <dl className={styles.stats}>
      {items.map(({ label, value, note, trend }) => (
        <div key={label} className={styles.stat}>
          <dt>{label}</dt>
          <dd style={lengthOf(value)}>{value}</dd>
          {trend && trend.length > 1 && <Sparkline values={trend} label={label} />}
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** Points of a line through the values in a field of 100 by 30; a flat row lies in the middle. */
export const sparkPoints = (values: readonly number[]): [x: number, y: number][] => {
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  return values.map((value, at) => {
    const x = (at / Math.max(1, values.length - 1)) * 100
    const y = span === 0 ? 15 : 28 - ((value - low) / span) * 26
    return [Math.round(x * 10) / 10, Math.round(y * 10) / 10]
  })
}

function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const points = sparkPoints(values).map((point) => point.join(','))
  return (
    <dd>
      <svg
        className={styles.spark}
        viewBox="0 0 100 30"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: from ${values[0]} to ${values.at(-1)}`}
      >
        <polygon points={`0,30 ${points.join(' ')} 100,30`} />
        <polyline points={points.join(' ')} />
      </svg>
    </dd>
  )
}
