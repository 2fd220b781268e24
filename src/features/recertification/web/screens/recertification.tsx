import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { ForecastPart } from '../components/forecast-part.tsx'
import { RenewalList } from '../components/renewal-list.tsx'
import { recertificationQueries, teamOf } from '../queries.ts'
import styles from './recertification.module.css'

/** The seats of the next twelve months, and which requirements enroll people on their own (CMP-039). */
export function RecertificationScreen() {
  const teamId = teamOf(useSearch({ strict: false }) as { team?: unknown })
  const queries = recertificationQueries(useApi())
  const forecast = useQuery(queries.forecast(teamId)).data?.data
  const renewals = useQuery(queries.renewals()).data?.data
  return (
    <div className={styles.page}>
      <PageHeader title="Recertification" text="Renew training before it expires, and buy seats in time." />
      {forecast ? <ForecastPart forecast={forecast} teamId={teamId} /> : <LoadingNote text="Loading the forecast" />}
      {renewals ? <RenewalList renewals={renewals} /> : <LoadingNote text="Loading the requirements" />}
    </div>
  )
}
