import { useQuery } from '@tanstack/react-query'
import { PartState } from '#ui/app/list/part-state.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { UndoSummary } from '#ui/app/list/undo-summary.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import { type Change, changeQueries, type UndoRow } from '../queries.ts'
import { plural } from '../words.ts'
import { StateText } from './state-text.tsx'

type UndoPartProps = { one: Change; isStarting: boolean; onUndo: () => void; onCancel: () => void }

/** What an undo would restore now, and what stands in the way, before anything is undone (BLK-013). */
export function UndoPart({ one, isStarting, onUndo, onCancel }: UndoPartProps) {
  const result = useQuery(changeQueries(useApi()).undo(one.id))
  const preview = result.data?.data
  if (!preview) return <PartState query={result} label="the preview of the undo" />
  const kept = preview.rows.filter(({ undo }) => undo === 'kept')
  const restored = preview.rows.filter(({ undo }) => undo === 'restored')
  const credits = [
    preview.credits_returned > 0 && `${plural(preview.credits_returned, 'credit')} will be returned.`,
    preview.credits_used > 0 && `${plural(preview.credits_used, 'credit')} will be used again.`,
  ]
  return (
    <>
      <UndoSummary
        title={restored.length > 0 ? `${plural(restored.length, 'row')} can be restored` : 'Nothing can be restored'}
        isPartial={kept.length > 0}
        sentences={[
          ...credits,
          kept.length > 0 && `${plural(kept.length, 'row stays', 'rows stay')} because something stands in the way.`,
          one.action !== 'move' && 'E-mails that were sent stay sent.',
          'You can undo a bulk change once.',
        ]}
        label={restored.length > 0 ? `Undo ${plural(restored.length, 'row')}` : null}
        isStarting={isStarting}
        onUndo={onUndo}
        onCancel={onCancel}
      />
      <UndoRows title="Stays as it is" id="undo-stays" rows={kept} />
      <UndoRows title="Will be restored" id="undo-restores" rows={restored} />
    </>
  )
}

function UndoRows({ title, id, rows }: { title: string; id: string; rows: readonly UndoRow[] }) {
  if (rows.length === 0) return null
  return (
    <Part title={title} id={id}>
      <Rows label={title}>
        {rows.map(({ number, user, course, response, reason, after }) => (
          <Row
            key={number}
            title={<strong>{user.display_name}</strong>}
            note={reason ?? response?.title ?? course.title}
          >
            {reason === null && <StateText state={after} />}
          </Row>
        ))}
      </Rows>
    </Part>
  )
}
