import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconEye, IconPencil, IconPlus, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import type { listQuestionPools } from '../../contract.ts'
import { POOLS_SPEC, poolQueries } from '../queries.ts'
import { useDeletePool } from '../use-delete-pool.ts'

type Pool = Wire<typeof listQuestionPools>['data'][number]

/** The question pools somebody may work on, newest first (QPL-010, QPL-013). */
export function PoolsScreen() {
  const session = useSession()
  const address = useListState(POOLS_SPEC)
  const query = poolQueries(useApi()).list({ ...address.query })
  const result = useQuery({ ...query, placeholderData: keepPreviousData })
  const remove = useDeletePool()
  const create = can(session, 'question-pools.create') && (
    <LinkButton icon={IconPlus} href="/question-pools/create">
      New question pool
    </LinkButton>
  )
  const actionsOf = ({ id, title, abilities }: Pool): RowAction[] => {
    const href = `/question-pools/${id}`
    return [
      abilities.update ? { label: 'Edit', icon: IconPencil, href } : { label: 'Open', icon: IconEye, href },
      ...(abilities.delete
        ? [{ label: 'Delete', icon: IconTrash, isDanger: true, run: () => void remove({ id, title }) }]
        : []),
    ]
  }
  return (
    <ListScreen<Pool>
      title="Question pools"
      text="Questions for exams and knowledge checks. One pool can serve any number of exams."
      actions={create}
      label="Question pools"
      address={address}
      result={result}
      rowKey={(pool) => pool.id}
      rowName={(pool) => pool.title}
      rowHref={(pool) => `/question-pools/${pool.id}`}
      rowActions={actionsOf}
      searchLabel="Search question pools"
      columns={[
        { key: 'title', title: 'Title', role: 'main', isSortable: true, cell: (pool) => pool.title },
        {
          key: 'questions_count',
          title: 'Questions',
          align: 'right',
          width: 120,
          cell: (pool) => pool.questions_count,
        },
        { key: 'updated_at', title: 'Changed', width: 160, cell: (pool) => <DateText value={pool.updated_at} /> },
      ]}
      empty={{
        title: 'No question pools yet',
        text: 'Write questions once and use all or some of them in any exam.',
        action: create,
      }}
    />
  )
}
