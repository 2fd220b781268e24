import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { isNarrowed } from '#ui/app/list/list-state.ts'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconCopy, IconExternalLink, IconEye, IconEyeOff, IconPencil, IconPlus, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { later } from '#ui/page/later.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { copyPage, deletePage, listPages, publishPageVersion, updatePage } from '../../contract.ts'
import { useBulkPages } from '../bulk-pages.ts'
import { PageState } from '../page-state.tsx'
import { isOfPages, PAGES_SPEC, type PageRow, siteHref } from '../queries.ts'

const dialogs = () => import('../builder/page-dialogs.tsx')
const NewPageDialog = later(() => dialogs().then((file) => file.NewPageDialog), { isRare: true })
const RenamePageDialog = later(() => dialogs().then((file) => file.RenamePageDialog), { isRare: true })

const STATUSES = [
  { value: String(PUBLICATION.published), label: 'Published' },
  { value: String(PUBLICATION.draft), label: 'Draft' },
]
const isPublished = (row: PageRow) => row.publication_status === PUBLICATION.published
/** The pages of the portal's site: found, made, renamed, published, copied, deleted, and opened in the builder (ROU-096). */
export function PageListScreen({ start = null }: { start?: ReactNode }) {
  const api = useApi()
  const router = useRouter()
  const client = useQueryClient()
  const session = useSession()
  const address = useListState(PAGES_SPEC)
  const result = useQuery({
    ...api.query(listPages, { query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  const refresh = () => client.invalidateQueries({ predicate: isOfPages })
  const bulkActions = useBulkPages(refresh)
  const [dialog, setDialog] = useState<'new' | PageRow | null>(null)
  const failed = (error: unknown) => void toast.error(error)
  const update = useCall(updatePage, { onSuccess: refresh, onError: failed })
  const publish = useCall(publishPageVersion, { onSuccess: refresh, onError: failed })
  const remove = useCall(deletePage, { onSuccess: refresh, onError: failed })
  const copy = useCall(copyPage, {
    onSuccess: async ({ data }) => {
      await refresh()
      toast.success(`“${data.title}” is ready as a draft.`)
    },
    onError: failed,
  })
  const ask = async ({ id }: PageRow) => {
    if (await confirm('delete')) remove.mutate({ params: { id } })
  }
  const add = can(session, 'site-content.create') && (
    <Button icon={IconPlus} onClick={() => setDialog('new')}>
      New page
    </Button>
  )
  const hasNone = result.data?.data.length === 0 && !isNarrowed(address.state)
  const actionsOf = (row: PageRow): RowAction[] => {
    const params = { id: row.id }
    return [
      { label: 'Edit', icon: IconPencil, href: `/portals/pages/${row.id}` },
      { label: isPublished(row) ? 'View page' : 'Preview', icon: IconExternalLink, href: siteHref(row) },
      ...(can(session, 'site-content.update')
        ? [
            { label: 'Rename', icon: IconPencil, run: () => setDialog(row) },
            ...(row.newest_version === row.live_version
              ? []
              : [
                  {
                    label: isPublished(row) ? 'Publish changes' : 'Publish',
                    icon: IconEye,
                    run: () => publish.mutate({ params: { ...params, number: row.newest_version } }),
                  },
                ]),
            ...(isPublished(row)
              ? [
                  {
                    label: 'Unpublish',
                    icon: IconEyeOff,
                    run: () => update.mutate({ params, body: { publication_status: PUBLICATION.draft } }),
                  },
                ]
              : []),
          ]
        : []),
      ...(can(session, 'site-content.create')
        ? [{ label: 'Duplicate', icon: IconCopy, run: () => copy.mutate({ params }) }]
        : []),
      ...(can(session, 'site-content.delete')
        ? [{ label: 'Delete', icon: IconTrash, isDanger: true, run: () => void ask(row) }]
        : []),
    ]
  }
  return (
    <>
      <ListScreen<PageRow>
        title="Pages"
        text="The pages of your site that you build from blocks, such as the home page."
        actions={add}
        label="Pages"
        address={address}
        result={result}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        rowHref={({ id }) => `/portals/pages/${id}`}
        rowActions={actionsOf}
        bulkActions={bulkActions}
        readPage={(cursor) =>
          api.call(listPages, { query: { ...address.query, per_page: 100, cursor: cursor ?? undefined } as never })
        }
        most={1000}
        searchLabel="Search pages"
        filters={[{ name: 'publication_status', label: 'Status', options: STATUSES }]}
        columns={[
          { key: 'title', title: 'Title', role: 'main', isSortable: true, cell: ({ title }) => title },
          { key: 'slug', title: 'Address', role: 'secondary', cell: ({ slug }) => `/${slug}` },
          {
            key: 'publication_status',
            title: 'Status',
            width: 130,
            cell: (row) => <PageState page={row} />,
          },
          {
            key: 'updated_at',
            title: 'Changed',
            width: 150,
            role: 'secondary',
            isSortable: true,
            cell: ({ updated_at: at }) => <DateText value={at} />,
          },
        ]}
        empty={{
          title: 'No pages yet',
          text: 'Build a landing page, an “About us” or anything else you want to tell visitors.',
          action: add,
        }}
      />
      {hasNone && start}
      {dialog === 'new' && (
        <NewPageDialog
          onClose={() => setDialog(null)}
          onSaved={(id) => {
            void refresh()
            void router.navigate({ href: `/portals/pages/${id}` })
          }}
        />
      )}
      {dialog && dialog !== 'new' && (
        <RenamePageDialog
          key={dialog.id}
          page={dialog}
          onClose={() => setDialog(null)}
          onSaved={() => void refresh()}
        />
      )}
    </>
  )
}
