import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/format.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { TitleWithNote } from '#ui/app/person.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconArrowBackUp } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { Badge } from '#ui/public/parts/badge.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { isListedMoving, isUndoable, LISTED_NAMES, LISTED_STATUS_NAMES, type Status } from '../../rules/actions.ts'
import { CHANGES_SPEC, changeQueries, type Summary } from '../queries.ts'
import { LISTED_TONES } from '../words.ts'

const howFar = ({ status, rows_done: done, rows_total: total }: Summary): string =>
  isListedMoving(status) || status === 'stopped'
    ? `${formatNumber(done)} of ${formatNumber(total)}`
    : formatNumber(total)

/** The address of a bulk change or import, ready for what its screen is asked. */
const hrefOf = ({ action, id }: Summary): string =>
  action === 'import' ? `/users/import?import=${id}&` : `/admin/bulk-changes/${id}?`

/** Whether it may have an undo; its screen knows whether there is something to undo, and for whom. */
const mayUndo = ({ action, status }: Summary): boolean =>
  action === 'import' ? status === 'done' || status === 'stopped' : isUndoable(action, status as Status)

/** `/admin/bulk-changes`: what was done to many people at once, the newest first (BLK-017). */
export function BulkChangesScreen() {
  const session = useSession()
  const address = useListState(CHANGES_SPEC)
  const result = useQuery({
    ...changeQueries(useApi()).list(address.query),
    placeholderData: keepPreviousData,
  })
  return (
    <ListScreen<Summary>
      title="Bulk changes"
      text="What was done to many people at once, imports included. You can look at each change and undo it for 30 days. Reminders cannot be undone."
      label="Bulk changes"
      address={address}
      result={result}
      rowKey={({ action, id }) => `${action === 'import' ? 'import' : 'change'}-${id}`}
      rowName={({ action, id }) => `${LISTED_NAMES[action]} ${id}`}
      rowHref={(one) => hrefOf(one).slice(0, -1)}
      rowActions={(one) =>
        mayUndo(one) ? [{ label: 'Preview undo', icon: IconArrowBackUp, href: `${hrefOf(one)}preview=undo` }] : []
      }
      searchLabel={null}
      columns={[
        {
          key: 'action',
          title: 'Change',
          role: 'main',
          cell: ({ action, file_name: file }) => <TitleWithNote title={LISTED_NAMES[action]} note={file} />,
        },
        {
          key: 'status',
          title: 'Status',
          cell: ({ status }) => <Badge tone={LISTED_TONES[status]}>{LISTED_STATUS_NAMES[status]}</Badge>,
        },
        { key: 'rows_total', title: 'Rows', align: 'right', cell: howFar },
        { key: 'created_at', title: 'When', cell: ({ created_at: at }) => <TimeText value={at} /> },
        { key: 'made_by', title: 'By', role: 'secondary', cell: ({ made_by: name }) => name },
      ]}
      empty={{
        title: 'No bulk changes yet',
        text: 'Select several people in a list, and enroll, unenroll, extend, remind, move or grade them. What you did will be listed here, and you can undo everything but reminders.',
        action: can(session, 'users.view') && <LinkButton href="/users">Select people</LinkButton>,
      }}
    />
  )
}
