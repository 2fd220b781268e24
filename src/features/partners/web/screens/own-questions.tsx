import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list-screen.tsx'
import { useListState } from '#ui/app/use-list-state.ts'
import { IconPlus } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/button.tsx'
import { DateText } from '#ui/public/time.tsx'
import { deletePartnerQuestion, listPartnerQuestions } from '../../contract-content.ts'
import { contentQueries, QUESTIONS_SPEC } from '../content-queries.ts'
import { useContent } from '../use-content.ts'

type Row = Wire<typeof listPartnerQuestions>['data'][number]

/** The questions of the company in their order (PAR-005, PAR-012). */
export function OwnQuestionsScreen() {
  const { api, owner, hrefOf, actionsOf } = useContent({
    list: listPartnerQuestions,
    remove: deletePartnerQuestion,
    path: '/partner/faq',
  })
  const address = useListState(QUESTIONS_SPEC)
  const query = contentQueries(api).questions({ ...address.query, ...owner.query })
  const result = useQuery({ ...query, placeholderData: keepPreviousData })
  const create = (
    <LinkButton icon={IconPlus} href={owner.at('/partner/faq/create')}>
      New question
    </LinkButton>
  )
  return (
    <ListScreen<Row>
      title="FAQ"
      text="What people ask your company, with your answers."
      actions={create}
      label="FAQ"
      address={address}
      result={result}
      rowKey={(row) => row.id}
      rowName={(row) => row.question}
      rowHref={(row) => hrefOf(row.id)}
      rowActions={(row) => actionsOf(row.id)}
      searchLabel="Search questions"
      columns={[
        { key: 'question', title: 'Question', role: 'main', cell: (row) => row.question },
        {
          key: 'sort_number',
          title: 'Place',
          align: 'right',
          width: 110,
          isSortable: true,
          cell: (row) => row.sort_number,
        },
        {
          key: 'updated_at',
          title: 'Changed',
          width: 160,
          role: 'secondary',
          cell: (row) => <DateText value={row.updated_at} />,
        },
      ]}
      empty={{ title: 'No questions yet', text: 'Answer once what you are asked every day.', action: create }}
    />
  )
}
