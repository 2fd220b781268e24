import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CompareDialog } from '#ui/app/history/compare-dialog.tsx'
import { Compared } from '#ui/app/history/compared.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { listVersionChanges } from '../../contract.ts'
import { changeGroups } from './change-list.tsx'

type PairProps = { slug: string; from: number; to: number }

function Pair({ slug, from, to }: PairProps) {
  const result = useQuery({
    ...useApi().query(listVersionChanges, { params: { slug }, query: { from, to } }),
    placeholderData: keepPreviousData,
  })
  return <Compared reads={[result]} groups={result.data ? changeGroups(result.data.data) : null} />
}

type CompareVersionsProps = { slug: string; newest: number; version: number; onClose: () => void }

/** What makes a version of the one before it, or of any other, the draft among them (VER-006, VER-020). */
export function CompareVersions({ slug, ...props }: CompareVersionsProps) {
  return (
    <CompareDialog hasDraft {...props}>
      {(from, to) => <Pair slug={slug} from={from} to={to} />}
    </CompareDialog>
  )
}
