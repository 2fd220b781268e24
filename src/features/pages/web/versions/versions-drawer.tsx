import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { CompareDialog } from '#ui/app/history/compare-dialog.tsx'
import { VersionList } from '#ui/app/history/version-list.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconExternalLink } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { listPageVersions, restorePageVersion } from '../../contract.ts'
import { type EditedPage, isOfPages } from '../queries.ts'
import { ComparedVersions } from './compared-versions.tsx'

type Version = Wire<typeof listPageVersions>['data'][number]

const MADE: Record<Version['made_by'], (version: Version) => string> = {
  create: () => 'Created',
  copy: () => 'Copied from another page',
  save: () => 'Saved',
  import: () => 'Imported from a file',
  picture: () => 'New share picture',
  restore: ({ restored_from: from }) => `Restored from version ${from}`,
}

type VersionsDrawerProps = { page: EditedPage; isReadOnly: boolean; isDirty: boolean; onClose: () => void }

/** Every save of the page: who made it and how, what it changed, what it looked like, and a way back to it (PGB-047). */
export function VersionsDrawer({ page, isReadOnly, isDirty, onClose }: VersionsDrawerProps) {
  const client = useQueryClient()
  const [cursor, setCursor] = useState<string | undefined>()
  const [compared, setCompared] = useState<number | null>(null)
  const [restoring, setRestoring] = useState<number | null>(null)
  const query = { per_page: 20, ...(cursor !== undefined && { cursor }) }
  const result = useQuery({
    ...useApi().query(listPageVersions, { params: { id: page.id }, query }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const restore = useCall(restorePageVersion, {
    onSuccess: async ({ data }) => {
      await client.invalidateQueries({ predicate: isOfPages })
      toast.success(`Restored as version ${data.newest_version}. Visitors see it once you publish.`)
      onClose()
    },
    onError: (error) => void toast.error(error),
  })
  const ask = async ({ number }: Version) => {
    const isSure = await confirm({
      title: `Restore version ${number}?`,
      text: 'Your draft becomes what this version says. The current draft stays in the list, so you can go back to it. Visitors see no change until you publish.',
      yes: 'Restore',
    })
    if (!isSure) return
    setRestoring(number)
    restore.mutate({ params: { id: page.id, number } })
  }
  const { newest_version: newest, live_version: live } = page
  return (
    <VersionList<Version>
      note={
        isDirty && !isReadOnly
          ? 'You have unsaved changes. Save or undo them before you restore a version.'
          : 'Every save is kept. Preview opens in a new tab.'
      }
      result={result}
      onCursor={setCursor}
      madeOf={(version) => MADE[version.made_by](version)}
      badgesOf={({ number }) => (
        <>
          {number === live && <Badge tone="success">Live</Badge>}
          {number === newest && number !== live && <Badge tone="info">Draft</Badge>}
        </>
      )}
      previewOf={({ number }) => (
        <LinkButton
          size="sm"
          variant="ghost"
          icon={IconExternalLink}
          href={`/${encodeURIComponent(page.slug)}?preview=1&version=${number}`}
          target="_blank"
        >
          Preview
        </LinkButton>
      )}
      onCompare={newest > 1 ? ({ number }) => setCompared(number) : null}
      restoreOf={(version) =>
        isReadOnly || version.number === newest
          ? null
          : {
              isDisabled: isDirty,
              isLoading: restoring === version.number && restore.isPending,
              run: () => void ask(version),
            }
      }
      onClose={onClose}
    >
      {compared !== null && (
        <CompareDialog newest={newest} live={live} version={compared} onClose={() => setCompared(null)}>
          {(from, to) => <ComparedVersions pageId={page.id} from={from} to={to} />}
        </CompareDialog>
      )}
    </VersionList>
  )
}
