import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { excerpt } from '#kernel/text.ts'
import { ListScreen } from '#ui/app/list-screen.tsx'
import { useListState } from '#ui/app/use-list-state.ts'
import { IconPlus } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/button.tsx'
import { deletePartnerAuthor, listPartnerAuthors } from '../../contract-content.ts'
import { AUTHORS_SPEC, contentQueries } from '../content-queries.ts'
import { useContent } from '../use-content.ts'

type Row = Wire<typeof listPartnerAuthors>['data'][number]

/** The authors of the company by name (PAR-005, PAR-010). */
export function OwnAuthorsScreen() {
  const { api, owner, hrefOf, actionsOf } = useContent({
    list: listPartnerAuthors,
    remove: deletePartnerAuthor,
    path: '/partner/authors',
  })
  const address = useListState(AUTHORS_SPEC)
  const query = contentQueries(api).authors({ ...address.query, ...owner.query })
  const result = useQuery({ ...query, placeholderData: keepPreviousData })
  const create = (
    <LinkButton icon={IconPlus} href={owner.at('/partner/authors/create')}>
      New author
    </LinkButton>
  )
  return (
    <ListScreen<Row>
      title="Authors"
      text="The people who write for your company."
      actions={create}
      label="Authors"
      address={address}
      result={result}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      rowHref={(row) => hrefOf(row.id)}
      rowActions={(row) => actionsOf(row.id)}
      searchLabel="Search authors"
      columns={[
        { key: 'name', title: 'Name', role: 'main', isSortable: true, cell: (row) => row.name },
        {
          key: 'description',
          title: 'About',
          role: 'secondary',
          cell: (row) => (row.description ? excerpt(row.description, 80) : null),
        },
      ]}
      empty={{
        title: 'No authors yet',
        text: 'Authors are shown on the page of your company, each with a page of their own.',
        action: create,
      }}
    />
  )
}
