import { useLayoutEffect, useState } from 'react'
import { changedFields } from '../form/edits.ts'
import type { FormValues, RecordForm } from '../form/use-record-form.ts'
import styles from './conflict-dialog.module.css'

type Row = { name: string; label: string; mine: string; theirs: string; isBoth: boolean }

const CHOICE = 'another choice'

const textOf = (html: string) =>
  /<[a-z][^>]*>/i.test(html) ? (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '') : html

/** A value in words; what a field shows by other words than it keeps cannot be known here. */
const wordsOf = (value: unknown, shown: string | null): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (shown !== null) return shown
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return textOf(value).trim().slice(0, 400)
  return Array.isArray(value) ? (value.length === 1 ? '1 entry' : `${value.length} entries`) : CHOICE
}

const labelOf = (field: HTMLElement | null, name: string): string => {
  // The name of a group is its own legend, and not the label of the first box in it.
  const isGroup = field?.matches('fieldset') ?? false
  const control = field?.matches('input, textarea, select') ? field : field?.querySelector('input, textarea, select')
  const label =
    (isGroup ? null : (control as HTMLInputElement | null)?.labels?.[0]?.textContent) ??
    field?.getAttribute('aria-label') ??
    document.getElementById(field?.getAttribute('aria-labelledby') ?? '')?.textContent ??
    field?.closest('fieldset')?.querySelector('legend')?.textContent
  return label?.replace(/\s*\*\s*$/, '').trim() || name.replaceAll('_', ' ')
}

/** What a field with choices shows for its value. */
const shownBy = (field: HTMLElement | null): string | null => {
  const list = field?.matches('[aria-haspopup=listbox]') ? field : field?.querySelector('input[aria-haspopup=listbox]')
  return list instanceof HTMLInputElement ? list.value || CHOICE : null
}

/** What an edit began from, and what is saved now; null when that is not known. */
type Versions<Values> = { base: Values; theirs: Values | null }

type Words = Record<string, ((value: never) => string) | undefined>
type Labels = Readonly<Record<string, string | undefined>>

const rowsOf = (
  root: HTMLElement | null,
  mine: FormValues,
  { base, theirs }: Versions<FormValues>,
  words: Words = {},
  labels: Labels = {},
): Row[] => {
  if (!theirs) return []
  const touched = changedFields(mine, base)
  return changedFields(theirs, base)
    .filter((name) => changedFields({ [name]: mine[name] }, { [name]: theirs[name] }).length > 0)
    .map((name) => {
      const field = root?.querySelector<HTMLElement>(`[data-path="${CSS.escape(name)}"]`) ?? null
      const shown = shownBy(field)
      const inWords = words[name] as ((value: unknown) => string) | undefined
      return {
        name,
        label: labels[name] ?? labelOf(field, name),
        mine: inWords?.(mine[name]) ?? wordsOf(mine[name], shown),
        theirs: inWords?.(theirs[name]) ?? wordsOf(theirs[name], shown === null ? null : CHOICE),
        isBoth: touched.includes(name),
      }
    })
}

type DifferencesProps<Values extends FormValues> = {
  record: RecordForm<Values>
  mine: Values
  versions: Versions<Values>
  /** What the other side is called. */
  other: string
}

/** Where somebody's own edits and what is saved now differ, field by field. */
export function Differences<Values extends FormValues>({ record, mine, versions, other }: DifferencesProps<Values>) {
  const { root, words, labels } = record
  const [rows, setRows] = useState<Row[]>([])
  // The fields are on the screen by now, and know their own labels.
  useLayoutEffect(
    () => setRows(rowsOf(root.current, mine, versions, words, labels)),
    [root, mine, versions, words, labels],
  )
  if (rows.length === 0) return null
  return (
    <ul className={styles.rows} aria-label="Differences">
      {rows.map(({ name, label, mine: own, theirs, isBoth }) => (
        <li key={name}>
          <strong>{label}</strong>
          <dl>
            <div>
              <dt>{isBoth ? 'Yours' : 'Yours (not changed by you)'}</dt>
              <dd>{own}</dd>
            </div>
            <div>
              <dt>{other}</dt>
              <dd>{theirs}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
