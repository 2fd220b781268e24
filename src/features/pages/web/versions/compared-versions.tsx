import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Compared } from '#ui/app/history/compared.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { showPageVersion } from '../../contract.ts'
import { pageChanges } from '../../rules/page-changes.ts'
import { changeGroups } from './change-groups.ts'

type ComparedVersionsProps = { pageId: number; from: number; to: number }

/** What version `to` of a page says differently from version `from`. */
export function ComparedVersions({ pageId, from, to }: ComparedVersionsProps) {
  const api = useApi()
  const read = (number: number) => ({
    ...api.query(showPageVersion, { params: { id: pageId, number } }),
    // Nothing changes a version.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  const before = useQuery(read(from))
  const after = useQuery(read(to))
  const groups = before.data && after.data ? changeGroups(pageChanges(before.data.data, after.data.data)) : null
  return <Compared reads={[before, after]} groups={groups} />
}
