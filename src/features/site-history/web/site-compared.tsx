import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Compared } from '#ui/app/history/compared.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { showSiteVersion } from '../contract.ts'
import type { HistoryView } from './history-view.ts'

/** A version with what it says; nothing changes it. */
export const useSiteVersion = (kind: HistoryView['kind'], recordId: number, number: number) =>
  useQuery({
    ...useApi().query(showSiteVersion, { params: { kind, recordId, number } }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

type SiteComparedProps = { view: HistoryView; id: number; from: number; to: number }

/** What version `to` of a record says differently from version `from` (PGB-064). */
export function SiteCompared({ view, id, from, to }: SiteComparedProps) {
  const before = useSiteVersion(view.kind, id, from)
  const after = useSiteVersion(view.kind, id, to)
  const groups = before.data && after.data ? view.changes(before.data.data.value, after.data.data.value) : null
  return <Compared reads={[before, after]} groups={groups} />
}
