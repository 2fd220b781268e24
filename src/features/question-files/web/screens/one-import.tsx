import { useQuery, useQueryClient } from '@tanstack/react-query'
import { urlOf } from '#kernel/client.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { formatNumber } from '#kernel/format.ts'
import { Stats } from '#ui/app/list/data-list.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { useCall } from '#ui/calls/use-call.ts'
import { IconDownload } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import type { Crumb } from '#ui/public/parts/breadcrumbs.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { downloadQuestionReport, runQuestionImport, undoQuestionImport } from '../../contract.ts'
import { FORMAT_NAMES, OUTCOME_NAMES, OUTCOMES, RESULT_NAMES, RESULTS, STATUS_NAMES } from '../../rules/decide.ts'
import { AddQuestions } from '../components/add-questions.tsx'
import { ImportRows } from '../components/import-rows.tsx'
import { type QuestionImport, questionImportQueries } from '../queries.ts'
import styles from '../question-files.module.css'

const questions = (count: number) => `${formatNumber(count)} ${count === 1 ? 'question' : 'questions'}`

/** One import of questions: what the check said, or what was done. */
export function OneImport({ id, crumbs }: { id: number; crumbs: readonly Crumb[] }) {
  const { data, error } = useQuery(questionImportQueries(useApi()).one(id))
  const one = data?.data
  if (!one)
    return (
      <>
        <PageHeader title="Import questions" crumbs={crumbs} />
        {error ? (
          <Alert tone="danger" isLive>
            {textOfError(error)}
          </Alert>
        ) : (
          <LoadingNote text="Loading the import" />
        )}
      </>
    )
  return (
    <>
      <PageHeader
        title={one.file_name}
        badge={<Badge>{STATUS_NAMES[one.status]}</Badge>}
        text={`${FORMAT_NAMES[one.format]}, ${questions(one.questions_count)}`}
        crumbs={[...crumbs, { label: one.file_name }]}
        actions={<Actions one={one} />}
      />
      <div className={styles.parts}>
        <Summary one={one} />
        {one.status === 'checked' && <Checked one={one} />}
        <ImportRows key={one.status} one={one} />
      </div>
    </>
  )
}

function Checked({ one }: { one: QuestionImport }) {
  const run = useStep(one, runQuestionImport)
  return (
    <AddQuestions one={one} isAdding={run.isPending} onAdd={(body) => run.mutate({ params: { id: one.id }, body })} />
  )
}

const textOfCheck = ({ counts: { new: added, refused } }: QuestionImport): string => {
  const first = added === 0 ? 'None of its questions is new to the pool.' : `${questions(added)} can be added.`
  return refused === 0 ? first : `${first} ${questions(refused)} cannot be taken; the list says why.`
}

function Summary({ one }: { one: QuestionImport }) {
  const { status, counts, results } = one
  const items =
    results === null
      ? OUTCOMES.filter((name) => counts[name] > 0).map((name) => ({
          label: OUTCOME_NAMES[name],
          value: formatNumber(counts[name]),
        }))
      : RESULTS.filter((name) => results[name] > 0).map((name) => ({
          label: RESULT_NAMES[name],
          value: formatNumber(results[name]),
        }))
  return (
    <>
      {status === 'checked' && (
        <Alert tone={counts.refused > 0 ? 'warning' : 'info'} isLive title="Nothing has been added yet">
          {textOfCheck(one)}
        </Alert>
      )}
      {status === 'done' && results && (
        <Alert tone="success" isLive title="Import finished">
          {questions(results.added)} {results.added === 1 ? 'was' : 'were'} added to {one.pool_title}.
        </Alert>
      )}
      {status === 'undone' && results && (
        <Alert tone={results.kept > 0 ? 'warning' : 'success'} isLive title="Import undone">
          {questions(results.removed)} {results.removed === 1 ? 'was' : 'were'} taken out of the pool again.
          {results.kept > 0 && ` ${questions(results.kept)} stayed because somebody changed them.`}
        </Alert>
      )}
      <Stats items={items} />
    </>
  )
}

function Actions({ one }: { one: QuestionImport }) {
  const undo = useStep(one, undoQuestionImport)
  const takeBack = async () => {
    const isSure = await confirm({
      title: 'Undo this import?',
      text: `${questions(one.results?.added ?? 0)} will be taken out of the pool. Questions that somebody changed since stay, and finished attempts keep theirs.`,
      yes: 'Undo import',
      isDanger: true,
    })
    if (isSure) undo.mutate({ params: { id: one.id } })
  }
  return (
    <div className={styles.buttons}>
      <LinkButton
        href={`/api/v1${urlOf(downloadQuestionReport, { params: { id: one.id } })}`}
        download=""
        variant="outline"
        icon={IconDownload}
      >
        Download report
      </LinkButton>
      {one.status !== 'checked' && (
        <LinkButton href={`/question-pools/${one.question_pool_id}`} variant="outline">
          Open the pool
        </LinkButton>
      )}
      {one.status === 'done' && (one.results?.added ?? 0) > 0 && (
        <Button variant="danger-outline" isLoading={undo.isPending} onClick={() => void takeBack()}>
          Undo import
        </Button>
      )}
    </div>
  )
}

/** A step that changes the import; a refusal shows what the import has come to since. */
function useStep<E extends AnyEndpoint>(one: QuestionImport, endpoint: E) {
  const { queryKey } = questionImportQueries(useApi()).one(one.id)
  const queryClient = useQueryClient()
  return useCall(endpoint, {
    onSuccess: (answer) => {
      queryClient.setQueryData(queryKey, answer as never)
      // The pool and the list of imports are read again when they are opened.
      return queryClient.invalidateQueries({ refetchType: 'none' })
    },
    onError: (error) => {
      toast.error(error)
      return queryClient.invalidateQueries({ queryKey })
    },
  })
}
