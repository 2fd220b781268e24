import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import type { Chart } from '../queries.ts'

const COLORS = ['var(--primary-line)', 'var(--success-line)']

/** The bars of a report; the same numbers stand in a table beside it, so that nobody needs the picture. */
export function ReportChart({ chart }: { chart: Chart }) {
  const data = chart.points.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(chart.series.map(({ key }, index) => [key, values[index] ?? 0])),
  }))
  return (
    <BarChart
      h={240}
      data={data}
      dataKey="label"
      series={chart.series.map(({ key, label }, index) => ({
        name: key,
        label,
        color: COLORS[index] ?? COLORS[0] ?? '',
      }))}
      withLegend={chart.series.length > 1}
      gridAxis="x"
      tickLine="none"
      textColor="var(--muted)"
      gridColor="var(--line)"
      yAxisProps={{ allowDecimals: false, width: 44 }}
      xAxisProps={{ minTickGap: 24 }}
      barProps={{ isAnimationActive: false, radius: [4, 4, 0, 0], maxBarSize: 40 }}
      barChartProps={{ accessibilityLayer: false }}
      tooltipAnimationDuration={0}
    />
  )
}
