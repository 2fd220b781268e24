import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isInGroup } from '#kernel/access/roles.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconBook, IconBuilding, IconPlus, IconSettings } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { later } from '#ui/page/later.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { listPortals } from '../../contract.ts'
import { PortalBadge } from '../components/portal-badge.tsx'
import { Swatch } from '../components/swatch.tsx'
import { planName, STATUS_NAMES } from '../portal-words.ts'
import styles from '../portals.module.css'
import { useSelectPortal } from '../select-portal.ts'

const NewPortalDialog = later(() => import('../starts/new-portal-dialog.tsx').then((file) => file.NewPortalDialog), {
  isRare: true,
})

type Row = Wire<typeof listPortals>['data'][number]

const SPEC: ListSpec = { filters: ['status', 'is_paused'], sorts: ['name', 'id'], sort: 'name' }

/** The list for an address, for the loader of the page. */
export const portalsQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listPortals, { query: listQuery(readListState(search, SPEC), SPEC) as never })

/** Only a path of this site is gone back to. */
const ownPath = (next: unknown): string | null => (typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : null)

/** All portals: found, created, opened, and chosen to work in (PRT-069, PRT-082). */
export function PortalsScreen() {
  const api = useApi()
  const session = useSession()
  const address = useListState(SPEC)
  const select = useSelectPortal()
  const next = ownPath((useSearch({ strict: false }) as { next?: unknown }).next)
  const [isCreating, setCreating] = useState(false)
  const result = useQuery({
    ...api.query(listPortals, { query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  // Elsewhere a super admin works in the portal of the address.
  const picks = session.portal.flags.is_admin && isInGroup(session.viewer?.current_role ?? null, 'super_admins')
  const mayCreate = can(session, 'portals.create')
  const actionsOf = (row: Row): RowAction[] => [
    ...(picks && row.id !== session.portal.id
      ? [{ label: 'Work in this portal', icon: IconBuilding, run: () => void select(row.id, next ?? '/dashboard') }]
      : []),
    { label: 'Courses', icon: IconBook, href: `/portals/${row.id}/courses-management` },
    { label: 'Settings', icon: IconSettings, href: `/portals/${row.id}/settings` },
  ]
  const create = mayCreate && (
    <Button icon={IconPlus} aria-haspopup="dialog" onClick={() => setCreating(true)}>
      New portal
    </Button>
  )
  return (
    <>
      {picks && next && (
        <div className={styles.pick}>
          <Alert tone="info" title="Choose a portal first">
            That screen belongs to one portal. Choose which one you want to work in; you can change it at any time.
          </Alert>
        </div>
      )}
      <ListScreen<Row>
        title="Portals"
        text="Every portal with its status, its people and its plan."
        label="Portals"
        actions={create}
        address={address}
        result={result}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => `/portals/${row.id}`}
        rowActions={actionsOf}
        searchLabel="Search portals"
        filters={[
          {
            name: 'status',
            label: 'Status',
            options: Object.entries(STATUS_NAMES).map(([value, label]) => ({ value, label })),
          },
          {
            name: 'is_paused',
            label: 'Paused',
            options: [
              { value: 'true', label: 'Paused' },
              { value: 'false', label: 'Not paused' },
            ],
          },
        ]}
        columns={[
          {
            key: 'name',
            title: 'Portal',
            role: 'main',
            isSortable: true,
            cell: (row) => (
              <span className={styles.named}>
                <Swatch color={row.primary_color} />
                <span>{row.name}</span>
              </span>
            ),
          },
          { key: 'status', title: 'Status', cell: (row) => <PortalBadge portal={row} /> },
          { key: 'slug', title: 'Address', role: 'secondary', cell: ({ slug }) => slug },
          { key: 'plan', title: 'Plan', cell: ({ plan }) => planName(plan?.short_name ?? null) },
          {
            key: 'managers_count',
            title: 'Managers',
            align: 'right',
            role: 'secondary',
            cell: (row) => row.managers_count.toLocaleString('en-US'),
          },
          {
            key: 'learners_count',
            title: 'Learners',
            align: 'right',
            cell: (row) => row.learners_count.toLocaleString('en-US'),
          },
          ...(picks && next
            ? [
                {
                  key: 'pick',
                  title: 'Choose',
                  cell: (row: Row) =>
                    row.id !== session.portal.id && (
                      <Button size="sm" variant="outline" onClick={() => void select(row.id, next)}>
                        Choose<span className="only-read"> {row.name}</span>
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
        empty={{ title: 'No portals yet', text: 'Each customer gets a portal of their own.', action: create }}
      />
      {isCreating && <NewPortalDialog onClose={() => setCreating(false)} />}
    </>
  )
}
