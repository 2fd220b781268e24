import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { formatNumber } from '#kernel/format.ts'
import { Stats } from '#ui/app/list/data-list.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { Progress } from '#ui/app/progress.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { useCall } from '#ui/calls/use-call.ts'
import { useOutdatedPages } from '#ui/calls/use-outdated-pages.ts'
import { IconArrowBackUp, IconDownload } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import type { Crumb } from '#ui/public/parts/breadcrumbs.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { runImport, undoImport } from '../../contract.ts'
import { OUTCOME_SUMS, OUTCOMES, type Outcome, STATUS_NAMES, UNDOABLE, WRITING } from '../../rules/fields.ts'
import { ColumnsForm } from '../components/columns-form.tsx'
import { ImportRows } from '../components/import-rows.tsx'
import { RunDialog } from '../components/run-dialog.tsx'
import { UndoPart } from '../components/undo-part.tsx'
import styles from '../import.module.css'
import { type Import, importQueries } from '../queries.ts'

const plural = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`
const sumOf = (counts: Record<Outcome, number>, outcomes: readonly Outcome[]) =>
  outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)

type OneImportProps = {
  id: number
  crumbs: readonly Crumb[]
  /** Shows the preview of the undo first. */
  startsWithUndo?: boolean
}

/** One import in the step that it is in; its undo is looked at before it begins (BLK-040). */
export function OneImport({ id, crumbs, startsWithUndo = false }: OneImportProps) {
  const { data, error } = useQuery(importQueries(useApi()).one(id))
  const [isChanging, setChanging] = useState(false)
  const [isUndoShown, setUndoShown] = useState(startsWithUndo)
  const one = data?.data
  useOutdatedPages(one?.status === 'running' || one?.status === 'undoing')
  if (!one)
    return (
      <>
        <PageHeader title="Import people" crumbs={crumbs} />
        {error ? (
          <Alert tone="danger" isLive>
            {textOfError(error)}
          </Alert>
        ) : (
          <LoadingNote text="Loading the import" />
        )}
      </>
    )
  const isChoosing = one.status === 'uploaded' || one.status === 'failed' || (one.status === 'checked' && isChanging)
  const isPreviewing = isUndoShown && isUndoable(one)
  return (
    <>
      <PageHeader
        title={one.file_name}
        badge={<Badge>{STATUS_NAMES[one.status]}</Badge>}
        crumbs={crumbs}
        actions={
          !isPreviewing && (
            <Actions
              one={one}
              isChoosing={isChoosing}
              onChange={() => setChanging(true)}
              onUndo={() => setUndoShown(true)}
            />
          )
        }
      />
      <div className={styles.parts}>
        {one.problem && (
          <Alert tone="danger" isLive>
            {one.problem}
          </Alert>
        )}
        {isPreviewing ? (
          <Undoing one={one} onClose={() => setUndoShown(false)} />
        ) : isChoosing ? (
          <ColumnsForm one={one} onChecked={() => setChanging(false)} />
        ) : (
          <>
            <Moving one={one} />
            <Summary one={one} />
            {(one.status === 'checked' || one.results) && <ImportRows key={one.status} one={one} />}
          </>
        )}
      </div>
    </>
  )
}

const isUndoable = (one: Import): boolean =>
  UNDOABLE.includes(one.status) && sumOf(one.results ?? one.counts, WRITING) > 0

function Undoing({ one, onClose }: { one: Import; onClose: () => void }) {
  const undo = useStep(one, undoImport, onClose)
  return (
    <UndoPart
      one={one}
      isStarting={undo.isPending}
      onUndo={() => undo.mutate({ params: { id: one.id } })}
      onCancel={onClose}
    />
  )
}

/** How far a step is that is at work; the page need not stay open. */
function Moving({ one }: { one: Import }) {
  if (one.status === 'checking')
    return (
      <div className={styles.card}>
        <h2>Checking the sheet</h2>
        <p role="status">{plural(one.rows_done, 'row', 'rows')} checked so far. You can leave this page.</p>
      </div>
    )
  if (one.status !== 'running' && one.status !== 'undoing') return null
  const isRun = one.status === 'running'
  const total = isRun ? one.rows_total : sumOf(one.results ?? one.counts, WRITING)
  const label = isRun ? 'Importing' : 'Undoing the import'
  return (
    <div className={styles.card}>
      <h2>{label}</h2>
      <Progress value={total === 0 ? 0 : (100 * one.rows_done) / total} label={label} isLabeled />
      <p>
        {formatNumber(one.rows_done)} of {plural(total, 'row', 'rows')} done. You can leave this page.
      </p>
    </div>
  )
}

const creditsText = (credits: number) => plural(credits, 'credit', 'credits')

/** What the step has come to, in figures and in words. */
function Summary({ one }: { one: Import }) {
  if (one.status === 'checking' || one.status === 'running' || one.status === 'undoing') return null
  const counts = one.results ?? one.counts
  const items = [
    ...OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => ({
      label: OUTCOME_SUMS[outcome],
      value: formatNumber(counts[outcome]),
    })),
    { label: one.results ? 'Credits planned' : 'Credits needed', value: formatNumber(one.credits) },
  ]
  return (
    <>
      {one.status === 'checked' && (
        <Alert tone={one.counts.refused > 0 ? 'warning' : 'info'} isLive title="Nothing has been imported yet">
          {one.counts.refused > 0
            ? `${plural(one.counts.refused, 'row', 'rows')} cannot be imported. You can import the others now, or correct the sheet and upload it again.`
            : 'Look through the rows, then import them.'}
        </Alert>
      )}
      {one.status === 'done' && (
        <Alert tone="success" isLive title="Import finished">
          {plural(sumOf(counts, WRITING), 'row was', 'rows were')} imported.
          {one.different > 0 &&
            ` ${plural(one.different, 'row', 'rows')} came out differently than the check said. Filter by “Different from the check” to see them.`}
        </Alert>
      )}
      {one.status === 'stopped' && (
        <p>
          {formatNumber(one.rows_done)} of {plural(one.rows_total, 'row', 'rows')} done.
        </p>
      )}
      {one.status === 'undone' && (
        <Alert tone={one.kept > 0 ? 'warning' : 'success'} isLive title="Import undone">
          {plural(one.taken_back, 'row was', 'rows were')} taken back.
          {one.kept > 0 &&
            ` ${plural(one.kept, 'row stays', 'rows stay')} because somebody has used what was imported. The list says why.`}
        </Alert>
      )}
      <Stats items={items} />
    </>
  )
}

type ActionsProps = { one: Import; isChoosing: boolean; onChange: () => void; onUndo: () => void }

function Actions({ one, isChoosing, onChange, onUndo }: ActionsProps) {
  const run = useStep(one, runImport)
  const rows = sumOf(one.counts, WRITING)
  const queryClient = useQueryClient()
  const { queryKey } = importQueries(useApi()).one(one.id)
  const [isAsking, setAsking] = useState(false)
  const badges = one.new_without_email
  const mails = one.counts.new - badges
  const question = {
    title: `Import ${plural(rows, 'row', 'rows')}?`,
    text: [
      mails > 0 && `${plural(mails, 'new person gets', 'new people get')} an e-mail with a link to sign in.`,
      badges > 0 &&
        `${plural(badges, 'new person has', 'new people have')} no e-mail and cannot sign in yet: give them a start code or text them a link.`,
      one.credits > 0 && `The enrollments use ${creditsText(one.credits)} of the portal.`,
      'You can undo the import as long as nobody has used it.',
    ]
      .filter(Boolean)
      .join(' '),
    yes: 'Import',
  }
  const hasNumbers = typeof one.columns.mobile_number === 'number'
  const start = async () => {
    if (hasNumbers) setAsking(true)
    else if (one.status === 'stopped' || (await confirm(question))) run.mutate({ params: { id: one.id } })
  }
  return (
    <div className={styles.buttons}>
      {(one.status === 'checked' || one.results) && !isChoosing && (
        <LinkButton href={`/api/v1/users/imports/${one.id}/report`} download="" variant="outline" icon={IconDownload}>
          Download report
        </LinkButton>
      )}
      {one.status === 'checked' && !isChoosing && (
        <>
          <Button variant="outline" onClick={onChange}>
            Change columns
          </Button>
          {rows > 0 && (
            <Button isLoading={run.isPending} onClick={() => void start()}>
              Import {plural(rows, 'row', 'rows')}
            </Button>
          )}
        </>
      )}
      {one.status === 'stopped' && (
        <Button isLoading={run.isPending} onClick={() => void start()}>
          Continue import
        </Button>
      )}
      {isUndoable(one) && (
        <Button variant="danger-outline" icon={IconArrowBackUp} onClick={onUndo}>
          Preview undo
        </Button>
      )}
      {isAsking && (
        <RunDialog
          one={one}
          title={one.status === 'stopped' ? 'Continue the import?' : question.title}
          text={question.text}
          saveLabel={one.status === 'stopped' ? 'Continue import' : question.yes}
          onClose={() => setAsking(false)}
          onStarted={(answer) => queryClient.setQueryData(queryKey, answer as never)}
        />
      )}
    </div>
  )
}

/** A step that changes the import; a refusal shows what the import has come to since. */
function useStep<E extends AnyEndpoint>(one: Import, endpoint: E, onTaken?: () => void) {
  const { queryKey } = importQueries(useApi()).one(one.id)
  const queryClient = useQueryClient()
  return useCall(endpoint, {
    onSuccess: (answer) => {
      queryClient.setQueryData(queryKey, answer as never)
      onTaken?.()
    },
    onError: (error) => {
      toast.error(error)
      return queryClient.invalidateQueries({ queryKey })
    },
  })
}
