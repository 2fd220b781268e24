import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { IconPencil, IconPlus, IconTrash } from '../../icons.tsx'
import { LinkButton } from '../../public/parts/button.tsx'
import { ListScreen } from '../list/list-screen.tsx'
import type { RowAction } from '../list/list-types.ts'
import { useListState } from '../list/use-list-state.ts'
import { type ContentKind, type Heading, type Loading, listOf, opensOf, pageOfList } from './content-kind.ts'
import { MOST_OF_CONTENT, useBulkContent } from './use-bulk-content.ts'
import { useContent } from './use-content.ts'

/** The list of a kind of content as a route: search, sort and pages in the address, the way to each record and to a new one. */
export const contentList = <Row extends { id: number }>(kind: ContentKind<Row>) => ({
  beforeLoad: opensOf(kind, 'view'),
  loader: async ({ context: { api, queryClient }, location }: Loading) => {
    // A list that cannot be read says so itself and offers to try again.
    await queryClient.ensureQueryData(listOf(api, kind, location.search) as never).catch(() => null)
  },
  head: ({ match }: Heading) => ({ meta: [{ title: `${kind.title} – ${match.context.session.portal.name}` }] }),
  component: () => <ContentListScreen kind={kind} />,
})

function ContentListScreen<Row extends { id: number }>({ kind }: { kind: ContentKind<Row> }) {
  const { title, text, above, path, words, columns, filters = [], nameOf, empty } = kind
  const { api, at, canCreate, canDelete, erase } = useContent(kind)
  const address = useListState(kind.spec)
  const search = useSearch({ strict: false })
  const result = useQuery({
    ...listOf(api, kind, search),
    placeholderData: keepPreviousData,
  })
  const bulkActions = useBulkContent(kind)
  const create = canCreate && (
    <LinkButton icon={IconPlus} href={at(`${path}/create`)}>
      {words.create}
    </LinkButton>
  )
  const hrefOf = ({ id }: Row) => at(`${path}/${id}`)
  const actionsOf = (row: Row): RowAction[] => [
    { label: 'Edit', icon: IconPencil, href: hrefOf(row) },
    ...(kind.actionsOf?.(row) ?? []),
    ...(canDelete ? [{ label: 'Delete', icon: IconTrash, isDanger: true, run: () => void erase(row) }] : []),
  ]
  return (
    <ListScreen<Row>
      title={title}
      text={text}
      {...(above && { crumbs: [above, { label: title }] })}
      actions={create}
      label={title}
      address={address}
      result={result as never}
      rowKey={({ id }) => id}
      rowName={nameOf}
      rowHref={hrefOf}
      rowActions={actionsOf}
      bulkActions={bulkActions}
      readPage={(cursor) => pageOfList(api, kind, search, cursor) as never}
      most={MOST_OF_CONTENT}
      filters={filters}
      searchLabel={words.search}
      columns={columns}
      empty={{ ...empty, action: create }}
    />
  )
}
