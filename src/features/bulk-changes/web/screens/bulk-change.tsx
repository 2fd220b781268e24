import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { formatNumber } from '#kernel/format.ts'
import { Stats } from '#ui/app/list/data-list.tsx'
import { PartState } from '#ui/app/list/part-state.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { Progress } from '#ui/app/progress.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { useCall } from '#ui/calls/use-call.ts'
import { useOutdatedPages } from '#ui/calls/use-outdated-pages.ts'
import { IconArrowBackUp } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { runBulkChange, undoBulkChange } from '../../contract.ts'
import { ACTION_NAMES, isMoving, OUTCOMES, outcomeNames, STATUS_NAMES } from '../../rules/actions.ts'
import styles from '../bulk-changes.module.css'
import { ChangeRows } from '../components/change-rows.tsx'
import { UndoPart } from '../components/undo-part.tsx'
import { type Change, changeQueries } from '../queries.ts'
import { creditWords, doneWords, plural, previewWords, RUN_WORDS, rowsOf, STATUS_TONES } from '../words.ts'

/** `/admin/bulk-changes/{id}`: a bulk change in the step that it is in (BLK-018). */
export function BulkChangeScreen({ id, startsWithUndo = false }: { id: number; startsWithUndo?: boolean }) {
  const result = useQuery(changeQueries(useApi()).one(id))
  const one = result.data?.data
  if (!one) return <PartState query={result} label="the bulk change" />
  return <OneChange one={one} startsWithUndo={startsWithUndo} />
}

function OneChange({ one, startsWithUndo }: { one: Change; startsWithUndo: boolean }) {
  const [isUndoShown, setUndoShown] = useState(startsWithUndo)
  const undo = useStep(one, undoBulkChange, () => setUndoShown(false))
  useOutdatedPages(isMoving(one.status))
  const isPreviewing = isUndoShown && one.can_undo
  return (
    <>
      <PageHeader
        title={ACTION_NAMES[one.action]}
        badge={<Badge tone={STATUS_TONES[one.status]}>{STATUS_NAMES[one.status]}</Badge>}
        text={`${rowsOf(one.action, one.rows_total)}, made by ${one.made_by}.`}
        crumbs={[{ label: 'Bulk changes', href: '/admin/bulk-changes' }, { label: ACTION_NAMES[one.action] }]}
        actions={!isPreviewing && <Actions one={one} onUndo={() => setUndoShown(true)} />}
      />
      <div className={styles.parts}>
        {one.problem && (
          <Alert tone="danger" isLive>
            {one.problem}
          </Alert>
        )}
        {isPreviewing ? (
          <UndoPart
            one={one}
            isStarting={undo.isPending}
            onUndo={() => undo.mutate({ params: { id: one.id } })}
            onCancel={() => setUndoShown(false)}
          />
        ) : (
          <>
            <Moving one={one} />
            <Summary one={one} />
            <ChangeRows key={one.status} one={one} />
          </>
        )}
      </div>
    </>
  )
}

/** How far a step is that is at work; the page need not stay open. */
function Moving({ one }: { one: Change }) {
  if (!isMoving(one.status)) return null
  const isRun = one.status === 'running'
  const total = isRun ? one.rows_total : (one.results?.changed ?? 0)
  const runs = one.action === 'remind' ? 'Sending the reminders' : 'Running the change'
  const label = isRun ? runs : 'Undoing the change'
  return (
    <div className={styles.card}>
      <h2>{label}</h2>
      <Progress value={total === 0 ? 0 : (100 * one.rows_done) / total} label={label} />
      <p>
        {formatNumber(one.rows_done)} of {plural(total, 'row')} done. You can leave this page.
      </p>
    </div>
  )
}

/** What the step has come to, in words and in figures. */
function Summary({ one }: { one: Change }) {
  if (isMoving(one.status)) return null
  const counts = one.results ?? one.counts
  const names = outcomeNames(one.action, one.results ? 'result' : 'planned')
  return (
    <>
      <StatusNote one={one} />
      <GradeGiven one={one} />
      <Stats
        items={[
          ...OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => ({
            label: names[outcome],
            value: formatNumber(counts[outcome]),
          })),
          ...(one.status === 'undone'
            ? [
                { label: 'Restored', value: formatNumber(one.restored) },
                { label: 'Stays', value: formatNumber(one.kept) },
              ]
            : []),
          ...(one.action === 'enroll'
            ? [{ label: one.results ? 'Credits used' : 'Credits needed', value: formatNumber(one.credits_used) }]
            : []),
          ...(one.action === 'unenroll'
            ? [{ label: 'Credits returned', value: formatNumber(one.credits_returned) }]
            : []),
        ]}
      />
    </>
  )
}

/** The score and comment that all responses get. */
function GradeGiven({ one: { grade } }: { one: Change }) {
  if (grade === null) return null
  return (
    <section className={styles.card} aria-label="Grade">
      <h2>Score {formatNumber(grade.score)} of 100</h2>
      <p className={styles.comment}>{grade.comment ?? 'No comment.'}</p>
    </section>
  )
}

function StatusNote({ one }: { one: Change }) {
  if (one.status === 'previewed') {
    const { title, text } = previewWords(one.action, one.counts)
    return (
      <Alert tone={one.counts.refused > 0 ? 'warning' : 'info'} isLive title={title}>
        {one.counts.changed > 0 && one.no_undo ? `${text} ${one.no_undo}` : text}
      </Alert>
    )
  }
  if (one.status === 'done')
    return (
      <Alert tone="success" isLive title="Done">
        {doneWords(one.action, one.results?.changed ?? 0)}
        {one.different > 0 &&
          ` ${plural(one.different, 'row')} came out differently than the preview said. The list says why.`}
        {one.no_undo && ` ${one.no_undo}`}
        {one.can_undo && (
          <>
            {' '}
            You can undo it until <DayText value={one.expires_at} isEnd format="long" />.
          </>
        )}
      </Alert>
    )
  if (one.status === 'undone')
    return (
      <Alert tone={one.kept > 0 ? 'warning' : 'success'} isLive title="Undone">
        {plural(one.restored, 'row was', 'rows were')} restored.
        {one.kept > 0 &&
          ` ${plural(one.kept, 'row stays', 'rows stay')} because something stood in the way. The list says what.`}
      </Alert>
    )
  return (
    <p>
      {formatNumber(one.rows_done)} of {plural(one.rows_total, 'row')} done.{one.no_undo && ` ${one.no_undo}`}
    </p>
  )
}

function Actions({ one, onUndo }: { one: Change; onUndo: () => void }) {
  const run = useStep(one, runBulkChange)
  const { action, counts } = one
  const start = async () => {
    const about = [
      creditWords(one.credits_used, one.credits_returned),
      action === 'grade' && 'Each learner is notified, also by e-mail where the course sends it.',
      one.no_undo ?? 'You can undo it for 30 days, as far as nothing stands in the way.',
    ]
      .filter(Boolean)
      .join(' ')
    const people = rowsOf(action, counts.changed)
    const isSure =
      action === 'unenroll'
        ? await confirm('unenroll', { 'role name': 'learner' }, `${people} will be unenrolled. ${about}`)
        : await confirm({ title: `${RUN_WORDS[action]} ${people}?`, text: about, yes: RUN_WORDS[action] })
    if (isSure) run.mutate({ params: { id: one.id } })
  }
  return (
    <div className={styles.buttons}>
      {one.can_run && one.status === 'previewed' && (
        <Button
          variant={action === 'unenroll' ? 'danger' : 'primary'}
          isLoading={run.isPending}
          onClick={() => void start()}
        >
          {RUN_WORDS[action]} {rowsOf(action, counts.changed)}
        </Button>
      )}
      {one.can_run && one.status === 'stopped' && (
        <Button isLoading={run.isPending} onClick={() => run.mutate({ params: { id: one.id } })}>
          Continue
        </Button>
      )}
      {one.can_undo && (
        <Button variant="danger-outline" icon={IconArrowBackUp} onClick={onUndo}>
          Preview undo
        </Button>
      )}
    </div>
  )
}

/** A step that changes the bulk change; a refusal shows what it has come to since. */
function useStep<E extends AnyEndpoint>(one: Change, endpoint: E, onTaken?: () => void) {
  const { queryKey } = changeQueries(useApi()).one(one.id)
  const client = useQueryClient()
  return useCall(endpoint, {
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer as never)
      onTaken?.()
    },
    onError: (error) => {
      toast.error(error)
      return client.invalidateQueries({ queryKey })
    },
  })
}
