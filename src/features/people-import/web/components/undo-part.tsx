import { useInfiniteQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/format.ts'
import { PartState } from '#ui/app/list/part-state.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { UndoSummary } from '#ui/app/list/undo-summary.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import { previewImportUndo } from '../../contract.ts'
import styles from '../import.module.css'
import type { Import } from '../queries.ts'

type UndoPartProps = { one: Import; isStarting: boolean; onUndo: () => void; onCancel: () => void }

const plural = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`

const usePreview = (one: Import, undo: 'taken_back' | 'kept') => {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [previewImportUndo.path, one.id, undo],
    queryFn: ({ pageParam }) =>
      api.call(previewImportUndo, {
        params: { id: one.id },
        query: { undo, per_page: 50, ...(pageParam > 0 && { before: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ data }) => data.next_before,
    staleTime: 0,
    gcTime: 0,
  })
}
type Preview = ReturnType<typeof usePreview>

/** What an undo of the import would restore now, and what stays and why, before anything is undone (BLK-040). */
export function UndoPart({ one, isStarting, onUndo, onCancel }: UndoPartProps) {
  const kept = usePreview(one, 'kept')
  const restored = usePreview(one, 'taken_back')
  const sums = restored.data?.pages[0]?.data
  if (!sums || !kept.data) return <PartState query={sums ? kept : restored} label="the preview of the undo" />
  const { taken_back: count, kept: stays, credits_returned: credits } = sums
  // A row that stays can still lose what nobody has used, such as a tag.
  const hasPartly = kept.data.pages.some(({ data }) => data.rows.some(({ effects }) => effects.length > 0))
  return (
    <>
      <UndoSummary
        title={count > 0 ? `${plural(count, 'row', 'rows')} can be taken back` : 'No row can be taken back completely'}
        isPartial={stays > 0}
        sentences={[
          credits > 0 && `${plural(credits, 'credit', 'credits')} will be returned.`,
          stays > 0 && `${plural(stays, 'row stays', 'rows stay')} because something stands in the way.`,
          'E-mails that were sent stay sent.',
          'You can undo an import once.',
        ]}
        label={count > 0 ? `Undo ${plural(count, 'row', 'rows')}` : hasPartly ? 'Undo what is unused' : null}
        isStarting={isStarting}
        onUndo={onUndo}
        onCancel={onCancel}
      />
      <PreviewRows title="Stays as it is" id="undo-stays" preview={kept} />
      <PreviewRows title="Will be taken back" id="undo-takes-back" preview={restored} />
    </>
  )
}

function PreviewRows({ title, id, preview }: { title: string; id: string; preview: Preview }) {
  const rows = preview.data?.pages.flatMap(({ data }) => data.rows) ?? []
  if (rows.length === 0) return null
  return (
    <Part title={title} id={id}>
      <Rows label={title}>
        {rows.map(({ id: row, line, email, name, reason, effects }) => (
          <Row
            key={row}
            title={<strong>{name || email || `Row ${formatNumber(line)}`}</strong>}
            note={[name && email ? email : '', `row ${formatNumber(line)}`].filter(Boolean).join(', ')}
          >
            <span className={styles.effects}>
              {reason && <span>{reason}</span>}
              {effects.map((effect) => (
                <span key={effect} className={reason ? styles.reason : undefined}>
                  {effect}
                </span>
              ))}
            </span>
          </Row>
        ))}
      </Rows>
      {preview.hasNextPage && (
        <Button variant="outline" isLoading={preview.isFetchingNextPage} onClick={() => void preview.fetchNextPage()}>
          Show more rows
        </Button>
      )}
    </Part>
  )
}
