import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { CompareDialog } from '#ui/app/history/compare-dialog.tsx'
import { VersionList } from '#ui/app/history/version-list.tsx'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconEye } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { listSiteVersions, restoreSiteVersion } from '../contract.ts'
import type { HistoryView } from './history-view.ts'
import { SiteCompared, useSiteVersion } from './site-compared.tsx'

type Version = Wire<typeof listSiteVersions>['data'][number]

const MADE: Record<Version['made_by'], (version: Version) => string> = {
  former: () => 'As it was before its first kept save',
  create: () => 'Created',
  save: () => 'Saved',
  release: () => 'Changed with a release',
  roll_back: () => 'Changed back with a release',
  restore: ({ restored_from: from }) => `Restored from version ${from}`,
}

type HistoryDrawerProps = {
  view: HistoryView
  id: number
  title: string
  isReadOnly: boolean
  onRestored: () => unknown
  onClose: () => void
}

/** Every save of a widget, a promo button or the navigation: seen, compared, restored (PGB-063 to PGB-065). */
export function HistoryDrawer({ view, id, title, isReadOnly, onRestored, onClose }: HistoryDrawerProps) {
  const api = useApi()
  const client = useQueryClient()
  const [cursor, setCursor] = useState<string | undefined>()
  const [compared, setCompared] = useState<number | null>(null)
  const [previewed, setPreviewed] = useState<number | null>(null)
  const [restoring, setRestoring] = useState<number | null>(null)
  const params = { kind: view.kind, recordId: id }
  const listOf = (query: object) => ({
    ...api.query(listSiteVersions, { params, query: query as never }),
    refetchOnMount: 'always' as const,
    placeholderData: keepPreviousData,
  })
  const result = useQuery(listOf({ per_page: 20, ...(cursor !== undefined && { cursor }) }))
  const newest = useQuery(listOf({ per_page: 1 })).data?.data[0]?.number ?? 0
  const restore = useCall(restoreSiteVersion, {
    onSuccess: async ({ data }) => {
      await client.invalidateQueries({ queryKey: [listSiteVersions.path] })
      await onRestored()
      toast.success(`Restored as version ${data.number}. Visitors see it now.`)
      onClose()
    },
    onError: (error) => void toast.error(error),
  })
  const ask = async ({ number }: Version) => {
    const isSure = await confirm({
      title: `Restore version ${number}?`,
      text: 'Visitors see it at once. What they see now stays in the list, so you can go back to it.',
      yes: 'Restore',
    })
    if (!isSure) return
    setRestoring(number)
    restore.mutate({ params: { ...params, number } })
  }
  return (
    <VersionList<Version>
      note="Every save is kept, and so is what a release changes."
      empty="No version yet. The first one is kept with the next save."
      result={result}
      onCursor={setCursor}
      madeOf={(version) => MADE[version.made_by](version)}
      badgesOf={({ number }) => number === newest && <Badge tone="success">Live</Badge>}
      previewOf={({ number }) => (
        <Button size="sm" variant="ghost" icon={IconEye} onClick={() => setPreviewed(number)}>
          Preview
        </Button>
      )}
      onCompare={newest > 1 ? ({ number }) => setCompared(number) : null}
      restoreOf={(version) =>
        isReadOnly || version.number === newest
          ? null
          : { isLoading: restoring === version.number && restore.isPending, run: () => void ask(version) }
      }
      onClose={onClose}
    >
      {compared !== null && (
        <CompareDialog newest={newest} live={newest} version={compared} onClose={() => setCompared(null)}>
          {(from, to) => <SiteCompared view={view} id={id} from={from} to={to} />}
        </CompareDialog>
      )}
      {previewed !== null && (
        <Preview view={view} id={id} number={previewed} title={title} onClose={() => setPreviewed(null)} />
      )}
    </VersionList>
  )
}

type PreviewProps = { view: HistoryView; id: number; number: number; title: string; onClose: () => void }

function Preview({ view, id, number, title, onClose }: PreviewProps) {
  const { data, error, refetch } = useSiteVersion(view.kind, id, number)
  return (
    <Dialog
      isOpen
      size="xl"
      onClose={onClose}
      title={`${title}, version ${number}`}
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      {error ? (
        <CallFailure error={error} refetch={refetch} />
      ) : data ? (
        view.preview(data.data.value)
      ) : (
        <SkeletonText lines={4} />
      )}
    </Dialog>
  )
}
