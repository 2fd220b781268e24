import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BlockIcon } from '#features/pages/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list-screen.tsx'
import { useListState } from '#ui/app/use-list-state.ts'
import { IconPlus } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/button.tsx'
import { deletePartnerFeature, listPartnerFeatures } from '../../contract-content.ts'
import { contentQueries, FEATURES_SPEC } from '../content-queries.ts'
import { useContent } from '../use-content.ts'

type Row = Wire<typeof listPartnerFeatures>['data'][number]

/** The features of the company in their order (PAR-005, PAR-011). */
export function OwnFeaturesScreen() {
  const { api, owner, hrefOf, actionsOf } = useContent({
    list: listPartnerFeatures,
    remove: deletePartnerFeature,
    path: '/partner/features',
  })
  const address = useListState(FEATURES_SPEC)
  const query = contentQueries(api).features({ ...address.query, ...owner.query })
  const result = useQuery({ ...query, placeholderData: keepPreviousData })
  const create = (
    <LinkButton icon={IconPlus} href={owner.at('/partner/features/create')}>
      New feature
    </LinkButton>
  )
  return (
    <ListScreen<Row>
      title="Features"
      text="What sets your company apart, in a few words each."
      actions={create}
      label="Features"
      address={address}
      result={result}
      rowKey={(row) => row.id}
      rowName={(row) => row.title}
      rowHref={(row) => hrefOf(row.id)}
      rowActions={(row) => actionsOf(row.id)}
      searchLabel="Search features"
      columns={[
        {
          key: 'icon',
          title: 'Icon',
          width: 72,
          role: 'secondary',
          cell: (row) => <BlockIcon name={row.icon} size={20} />,
        },
        { key: 'title', title: 'Title', role: 'main', cell: (row) => row.title },
        {
          key: 'sort_number',
          title: 'Place',
          align: 'right',
          width: 110,
          isSortable: true,
          cell: (row) => row.sort_number,
        },
      ]}
      empty={{
        title: 'No features yet',
        text: 'Three or four short features make the page of your company complete.',
        action: create,
      }}
    />
  )
}
