import { useSuspenseQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/format.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { type ReportSummary, reportQueries } from '../queries.ts'
import styles from './reports.module.css'

/** What each report answers, with one figure that opens the rows it is made of (REP-015). */
export function ReportListScreen() {
  const { data } = useSuspenseQuery(reportQueries(useApi()).index())
  return (
    <>
      <PageHeader title="Reports" text="Answers about people, courses and certificates, with figures you can open." />
      <ul className={styles.cards} aria-label="Reports">
        {data.data.map((report) => (
          <Card key={report.name} report={report} />
        ))}
      </ul>
    </>
  )
}

function Card({ report: { name, title, text, figure, days } }: { report: ReportSummary }) {
  const opened = days ? `/reports/${name}?${new URLSearchParams(days)}` : `/reports/${name}`
  const period = days ? 'in the last 30 days' : 'as of today'
  return (
    <li className={styles.card}>
      <h2 className={styles.name}>
        <Anchor href={`/reports/${name}`}>{title}</Anchor>
      </h2>
      <p className={styles.answer}>{text}</p>
      <Anchor className={styles.figure} href={opened}>
        <strong>{formatNumber(figure.value)}</strong>
        <span>
          {figure.label}, {period}
        </span>
      </Anchor>
    </li>
  )
}
