import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { showPageVersion } from '../../contract.ts'
import { countChanges, pageChanges } from '../../rules/page-changes.ts'
import { ChangeList } from './change-list.tsx'

type ComparedProps = { pageId: number; from: number; to: number }

/** What version `to` of a page says differently from version `from`. */
export function Compared({ pageId, from, to }: ComparedProps) {
  const api = useApi()
  const read = (number: number) => ({
    ...api.query(showPageVersion, { params: { id: pageId, number } }),
    // Nothing changes a version.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  const before = useQuery(read(from))
  const after = useQuery(read(to))
  const failed = [before, after].find(({ error }) => error)
  const content = () => {
    if (failed) return <CallFailure error={failed.error} refetch={failed.refetch} />
    if (!before.data || !after.data) return <SkeletonText lines={4} />
    const changes = pageChanges(before.data.data, after.data.data)
    return countChanges(changes) === 0 ? <p>Both are the same.</p> : <ChangeList changes={changes} />
  }
  return (
    <div aria-live="polite" aria-busy={before.isFetching || after.isFetching}>
      {content()}
    </div>
  )
}
