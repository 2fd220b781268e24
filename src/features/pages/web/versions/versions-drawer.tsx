import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconArrowBackUp, IconExternalLink, IconList } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { listPageVersions, restorePageVersion } from '../../contract.ts'
import { type EditedPage, isOfPages } from '../queries.ts'
import { CompareDialog } from './compare-dialog.tsx'
import styles from './versions.module.css'

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
  const versions = result.data?.data
  return (
    <Dialog isOpen side="right" onClose={onClose} title="Versions" size="md">
      <div className={styles.stack}>
        <p className={styles.quiet}>
          {isDirty && !isReadOnly
            ? 'You have unsaved changes. Save or undo them before you restore a version.'
            : 'Every save is kept. Preview opens in a new tab.'}
        </p>
        {result.error ? (
          <CallFailure error={result.error} refetch={result.refetch} />
        ) : !versions ? (
          <SkeletonText lines={6} />
        ) : (
          <ol className={styles.versions} aria-label="Versions">
            {versions.map((version) => {
              const { number, created_at: at, created_by: by } = version
              return (
                <li key={number} aria-label={`Version ${number}`}>
                  <h3>
                    Version {number}
                    {number === page.live_version && <Badge tone="success">Live</Badge>}
                    {number === page.newest_version && number !== page.live_version && <Badge tone="info">Draft</Badge>}
                  </h3>
                  <p>
                    {MADE[version.made_by](version)}
                    {by && ` by ${by.display_name}`}, <TimeText value={at} />
                  </p>
                  <div className={styles.actions}>
                    <LinkButton
                      size="sm"
                      variant="ghost"
                      icon={IconExternalLink}
                      href={`/${encodeURIComponent(page.slug)}?preview=1&version=${number}`}
                      target="_blank"
                    >
                      Preview
                    </LinkButton>
                    {page.newest_version > 1 && (
                      <Button size="sm" variant="ghost" icon={IconList} onClick={() => setCompared(number)}>
                        Compare
                      </Button>
                    )}
                    {!isReadOnly && number !== page.newest_version && (
                      <Button
                        size="sm"
                        variant="ghost"
                        icon={IconArrowBackUp}
                        disabled={isDirty}
                        isLoading={restoring === number && restore.isPending}
                        onClick={() => void ask(version)}
                      >
                        Restore
                      </Button>
                    )}
                  </div>
                </li>
              )
            })}
          </ol>
        )}
        <Pager meta={result.data?.meta} isLoading={result.isFetching} onCursor={setCursor} />
      </div>
      {compared !== null && (
        <CompareDialog
          pageId={page.id}
          newest={page.newest_version}
          live={page.live_version}
          version={compared}
          onClose={() => setCompared(null)}
        />
      )}
    </Dialog>
  )
}
