import type { ManyResults } from '#kernel/content.ts'
import { formatNumber } from '#kernel/format.ts'
import { MOST_AT_ONCE } from '#kernel/records/most-at-once.ts'
import { notify } from '../../public/dialogs/confirm.tsx'
import { toast } from '../../public/dialogs/toasts.tsx'
import styles from './list-screen.module.css'

type Named = { id: number }

/** One change of selected records, and how it is worded (CNT-044). */
export type ManyChange<Row extends Named> = {
  rows: readonly Row[]
  /** Makes the change of at most 200 of them. */
  send: (rows: readonly Row[]) => Promise<{ data: ManyResults }>
  nameOf: (row: Row) => string
  noun: string
  nouns: string
  /** What the changed ones are then: `published`. */
  done: string
  /** How it is taken back, where that is simple. */
  undo?: (rows: readonly Row[]) => Promise<{ data: ManyResults }>
  /** Said below the records that stay as they were. */
  hint?: (refused: ManyResults['refused']) => string | undefined
  tell?: (count: number) => void
  /** Reads the list again. */
  refresh: () => unknown
}

const partsOf = <Row,>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / MOST_AT_ONCE) }, (_, at) =>
    rows.slice(at * MOST_AT_ONCE, (at + 1) * MOST_AT_ONCE),
  )

export const countedWords = (count: number, noun: string, nouns: string): string =>
  `${formatNumber(count)} ${count === 1 ? noun : nouns}`

/** What happened to those that are changed or were so already; undefined where there are none. */
export const doneText = (
  { changed, unchanged }: Pick<ManyResults, 'changed' | 'unchanged'>,
  { noun, nouns, done }: { noun: string; nouns: string; done: string },
): string | undefined => {
  const parts = [
    ...(changed.length > 0 ? [`${countedWords(changed.length, noun, nouns)} ${done}.`] : []),
    ...(unchanged.length > 0
      ? [`${countedWords(unchanged.length, noun, nouns)} ${unchanged.length === 1 ? 'was' : 'were'} ${done} already.`]
      : []),
  ]
  return parts.length > 0 ? parts.join(' ') : undefined
}

type Refusals = Pick<ManyResults, 'refused'>
type RefusalWords = {
  noun: string
  nouns: string
  done: string
  nameOf: (id: number) => string
  hint?: string | undefined
}

/** Names the records that stay as they were, each with the reason. */
export const tellRefused = ({ refused }: Refusals, { noun, nouns, done, nameOf, hint }: RefusalWords): Promise<void> =>
  notify({
    title: `${countedWords(refused.length, noun, nouns)} ${refused.length === 1 ? 'was' : 'were'} not ${done}`,
    text: (
      <>
        <ul className={styles.refused}>
          {refused.map(({ id, title, code, message }) => (
            <li key={id}>
              <strong>{title ?? nameOf(id)}</strong>
              <span>{code === 'not_found' ? 'Somebody else deleted it already.' : message}</span>
            </li>
          ))}
        </ul>
        {hint && <p>{hint}</p>}
      </>
    ),
  })

/**
 * Changes the records in parts of 200, says exactly what became of them and offers to take it back. Answers the ids of those
 * that stay selected: the refused ones, and those that were not reached when a call failed.
 */
export const changeMany = async <Row extends Named>(change: ManyChange<Row>): Promise<number[]> => {
  const { rows, send, nameOf, undo, hint, tell, refresh } = change
  const sum: ManyResults = { changed: [], unchanged: [], refused: [] }
  const left: number[] = []
  let failure: unknown
  for (const part of partsOf(rows)) {
    if (failure === undefined) {
      try {
        const { data } = await send(part)
        for (const name of ['changed', 'unchanged'] as const) sum[name].push(...data[name])
        sum.refused.push(...data.refused)
        tell?.(sum.changed.length + sum.unchanged.length + sum.refused.length)
        continue
      } catch (error) {
        failure = error
      }
    }
    left.push(...part.map(({ id }) => id))
  }
  await refresh()
  const text = doneText(sum, change)
  const undone = undo && sum.changed.length > 0 && takingBack(change, sum.changed, undo)
  if (text) toast.success(text, undone ? { action: { label: 'Undo', run: () => void undone() } } : undefined)
  if (failure !== undefined) await toast.error(failure)
  if (sum.refused.length > 0) {
    const named = new Map(rows.map((row) => [row.id, nameOf(row)]))
    void tellRefused(sum, { ...change, nameOf: (id) => named.get(id) ?? String(id), hint: hint?.(sum.refused) })
  }
  return [...sum.refused.map(({ id }) => id), ...left]
}

const takingBack =
  <Row extends Named>(
    { rows, refresh, noun, nouns }: ManyChange<Row>,
    ids: readonly number[],
    undo: ManyChange<Row>['send'],
  ) =>
  async () => {
    try {
      let count = 0
      for (const part of partsOf(rows.filter(({ id }) => ids.includes(id)))) {
        const { data } = await undo(part)
        count += data.changed.length
      }
      toast.success(`Undone for ${countedWords(count, noun, nouns)}.`)
    } catch (error) {
      await toast.error(error)
    } finally {
      await refresh()
    }
  }
