import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPlus } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { later } from '#ui/page/later.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { listReleases } from '../../contract.ts'
import { STATUSES } from '../../rules/releases.ts'
import { ReleaseBadge, ReleaseTimes } from '../components/release-state.tsx'
import { isOfSite, RELEASES_SPEC, type ReleaseRow } from '../queries.ts'
import { STATUS_WORDS } from '../words.ts'

const NewReleaseDialog = later(() => import('../components/name-dialog.tsx').then((file) => file.NewReleaseDialog), {
  isRare: true,
})

/** Every release of the public site: what is put together, waits for its time, is live, or was rolled back (PGB-050). */
export function ReleasesScreen() {
  const api = useApi()
  const router = useRouter()
  const client = useQueryClient()
  const session = useSession()
  const address = useListState(RELEASES_SPEC)
  const { page } = useSearch({ strict: false }) as { page?: string }
  const pageId = /^\d+$/.test(page ?? '') ? Number(page) : null
  const [isNew, setNew] = useState(pageId !== null)
  const result = useQuery({
    ...api.query(listReleases, { query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  const add = can(session, 'site-content.create') && (
    <Button icon={IconPlus} onClick={() => setNew(true)}>
      New release
    </Button>
  )
  return (
    <>
      <ListScreen<ReleaseRow>
        title="Releases"
        text="Pages, widgets, promo buttons, navigation and colors that go live together, now or at a time."
        actions={add}
        label="Releases"
        address={address}
        result={result}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowHref={({ id }) => `/portals/releases/${id}`}
        searchLabel="Search releases"
        filters={[
          {
            name: 'status',
            label: 'Status',
            options: STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
          },
        ]}
        columns={[
          { key: 'name', title: 'Name', role: 'main', cell: ({ name }) => name },
          {
            key: 'status',
            title: 'Status',
            width: 200,
            cell: (row) => (
              <>
                <ReleaseBadge status={row.status} /> {row.problem && <Badge tone="danger">Could not go live</Badge>}
              </>
            ),
          },
          { key: 'items_count', title: 'Changes', width: 110, role: 'secondary', cell: (row) => row.items_count },
          { key: 'when', title: 'When', role: 'secondary', cell: (row) => <ReleaseTimes release={row} /> },
        ]}
        empty={{
          title: 'No releases yet',
          text: 'Put several changes together, look at the whole site with them, and put them live in one step.',
          action: add,
        }}
      />
      {isNew && (
        <NewReleaseDialog
          pageId={pageId}
          onClose={() => setNew(false)}
          onMade={(id) => {
            void client.invalidateQueries({ predicate: isOfSite })
            void router.navigate({ href: `/portals/releases/${id}` })
          }}
        />
      )}
    </>
  )
}
