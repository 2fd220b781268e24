import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { formatNumber } from '#kernel/format.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { Column } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import { IconCircle, IconCircleCheck } from '#ui/icons.tsx'
import { Badge, type Tone } from '#ui/public/parts/badge.tsx'
import { OUTCOME_NAMES, OUTCOMES, type Outcome, RESULT_NAMES, RESULTS, type Result } from '../../rules/decide.ts'
import { detailsOf, TYPE_NAMES } from '../../rules/report.ts'
import { type ImportRow, type QuestionImport, questionImportQueries, ROWS_SPEC } from '../queries.ts'
import styles from '../question-files.module.css'

const OUTCOME_TONES: Record<Outcome, Tone> = { new: 'success', present: 'info', repeated: 'warning', refused: 'danger' }
const RESULT_TONES: Record<Result, Tone> = {
  added: 'success',
  left_out: 'neutral',
  refused: 'danger',
  removed: 'neutral',
  kept: 'warning',
}

function Answers({ answers }: Pick<ImportRow, 'answers'>) {
  return (
    <ul className={styles.answers}>
      {answers.map(({ text, is_correct: isCorrect }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the answers of a file have no ids and never change
        <li key={at} data-correct={isCorrect || undefined}>
          {isCorrect ? <IconCircleCheck size={16} /> : <IconCircle size={16} />}
          <span>
            {text}
            {isCorrect && <span className="only-read"> (correct)</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

const COLUMNS: Column<ImportRow>[] = [
  { key: 'place', title: 'In the file', width: 120, cell: ({ place }) => place },
  {
    key: 'title',
    title: 'Question',
    role: 'main',
    cell: ({ title, text, answers }) => (
      <div className={styles.question}>
        {text || title}
        {text && text !== title && <small>{title}</small>}
        {answers.length > 0 && <Answers answers={answers} />}
      </div>
    ),
  },
  { key: 'type', title: 'Type', width: 150, cell: ({ type }) => (type === null ? '–' : TYPE_NAMES[type]) },
  {
    key: 'outcome',
    title: 'Outcome',
    width: 170,
    cell: ({ outcome, result }) =>
      result === null ? (
        <Badge tone={OUTCOME_TONES[outcome]}>{OUTCOME_NAMES[outcome]}</Badge>
      ) : (
        <Badge tone={RESULT_TONES[result]}>{RESULT_NAMES[result]}</Badge>
      ),
  },
  {
    key: 'details',
    title: 'Details',
    cell: (row) => {
      const lines = [...detailsOf(row), ...(row.category ? [`Category: ${row.category}`] : [])]
      return (
        <span className={styles.details}>
          {lines.length === 0 ? '–' : lines.map((line) => <span key={line}>{line}</span>)}
        </span>
      )
    },
  },
]

const filterOf = <Name extends string>(
  name: string,
  words: readonly Name[],
  names: Record<Name, string>,
  counts: Record<Name, number>,
) => ({
  name,
  label: 'Outcome',
  options: words
    .filter((word) => counts[word] > 0)
    .map((word) => ({ value: word, label: `${names[word]} (${formatNumber(counts[word])})` })),
  isSearchable: false,
})

/** Every question of the file with its outcome, filtered by it (QPL-016, QPL-018). */
export function ImportRows({ one }: { one: QuestionImport }) {
  const address = useListState(ROWS_SPEC)
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const rows = questionImportQueries(useApi()).rows(one.id, search)
  // Every step says something else of the same questions.
  const result = useQuery({ ...rows, queryKey: [...rows.queryKey, one.status], placeholderData: keepPreviousData })
  return (
    <ListScreen<ImportRow>
      label="Questions of the file"
      address={address}
      result={result}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      searchLabel={null}
      filters={[
        one.results === null
          ? filterOf('outcome', OUTCOMES, OUTCOME_NAMES, one.counts)
          : filterOf('result', RESULTS, RESULT_NAMES, one.results),
      ]}
      columns={COLUMNS}
      empty={{ title: 'No questions', text: 'The questions of the file will be listed here.' }}
    />
  )
}
