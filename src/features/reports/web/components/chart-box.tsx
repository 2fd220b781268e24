import { lazy, Suspense } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { Skeleton } from '#ui/public/lists/skeleton.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import type { Chart } from '../queries.ts'
import styles from './chart-box.module.css'

const ReportChart = lazy(async () => ({ default: (await import('./report-chart.tsx')).ReportChart }))

/** Takes the place of the chart until its script is there. */
const WAITING = <Skeleton height="100%" radius="var(--radius)" />

type ChartBoxProps = { title: string; chart: Chart; hrefOf: (days: { date_from: string; date_to: string }) => string }

/** A chart with its numbers as a table, each of which opens its rows (REP-016). The chart's script comes when it is shown. */
export function ChartBox({ title, chart, hrefOf }: ChartBoxProps) {
  const isHydrated = useHydrated()
  if (chart.points.length === 0 || chart.points.every(({ values }) => values.every((value) => value === 0))) return null
  return (
    <section className={styles.box} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.chart} aria-hidden="true">
        {isHydrated ? (
          <Suspense fallback={WAITING}>
            <ReportChart chart={chart} />
          </Suspense>
        ) : (
          WAITING
        )}
      </div>
      <details className={styles.numbers}>
        <summary>Show the numbers</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Period</th>
              {chart.series.map(({ key, label }) => (
                <th key={key} scope="col" className={styles.number}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.points.map(({ from, to, label, values }) => (
              <tr key={from}>
                <th scope="row">
                  <Anchor href={hrefOf({ date_from: from, date_to: to })}>{label}</Anchor>
                </th>
                {chart.series.map(({ key }, index) => (
                  <td key={key} className={styles.number}>
                    {formatNumber(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
