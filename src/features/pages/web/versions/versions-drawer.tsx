import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatDay } from '#kernel/format/day.ts'
import { CompareDialog } from '#ui/app/history/compare-dialog.tsx'
import { VersionList } from '#ui/app/history/version-list.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconExternalLink } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { listPageVersions, restorePageVersion } from '../../contract.ts'
import { type EditedPage, isOfPages } from '../queries.ts'
import { ComparedVersions } from './compared-versions.tsx'
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

/** When visitors read a version (HIS-025). */
function LiveTimes({ live }: Pick<Version, 'live'>) {
  return live.map(({ from, until }) => (
    <p key={from ?? ''}>
      Visitors read it
      {until === null && (from === null ? ' now' : ' since ')}
      {until !== null && from !== null && ' from '}
      {from !== null && <TimeText value={from} />}
      {until !== null && (
        <>
          {' until '}
          <TimeText value={until} />
        </>
      )}
    </p>
  ))
}

type VersionsDrawerProps = { page: EditedPage; isReadOnly: boolean; isDirty: boolean; onClose: () => void }

const NO_MORE = { next_cursor: null, prev_cursor: null }

/**
 * Every save of the page: who made it and how, what it changed, what it looked like, and a way back to it (PGB-047); and the one
 * that visitors read on a day (HIS-025).
 */
export function VersionsDrawer({ page, isReadOnly, isDirty, onClose }: VersionsDrawerProps) {
  const client = useQueryClient()
  const [cursor, setCursor] = useState<string | undefined>()
  const [compared, setCompared] = useState<number | null>(null)
  const [restoring, setRestoring] = useState<number | null>(null)
  const [on, setOn] = useState('')
  const query = { per_page: 20, ...(cursor !== undefined && { cursor }), ...(on && { on }) }
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
  // A day that cannot be shown says why at its field.
  const refused = result.error instanceof ApiError ? result.error.errors['on']?.[0] : undefined
  const { newest_version: newest, live_version: live } = page
  return (
    <VersionList<Version>
      note={
        isDirty && !isReadOnly
          ? 'You have unsaved changes. Save or undo them before you restore a version.'
          : 'Every save is kept. Preview opens in a new tab.'
      }
      filter={
        <span className={styles.day}>
          <TextInput
            type="date"
            label="As visitors saw it on"
            description={on && 'Shared blocks and the look of the site are shown as they are now.'}
            value={on}
            error={refused}
            onChange={({ currentTarget }) => {
              setOn(currentTarget.value)
              setCursor(undefined)
            }}
          />
          {on && (
            <Button size="sm" variant="ghost" onClick={() => setOn('')}>
              Show all
            </Button>
          )}
        </span>
      }
      result={refused ? { ...result, data: { data: [], meta: NO_MORE }, error: null } : result}
      empty={refused ? '' : on && `Visitors could not read this page at the end of ${formatDay(on)}.`}
      moreOf={({ live: times }) => <LiveTimes live={times} />}
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
