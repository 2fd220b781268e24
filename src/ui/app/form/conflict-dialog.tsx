import { useLayoutEffect, useState } from 'react'
import { errorText } from '#kernel/errors.ts'
import { Dialog } from '../../public/dialogs/dialog.tsx'
import { Button } from '../../public/parts/button.tsx'
import { TimeText } from '../../public/parts/time.tsx'
import styles from './conflict-dialog.module.css'
import { changedFields } from './edits.ts'
import type { Conflict, FormValues, RecordForm } from './use-record-form.ts'

type Row = { name: string; label: string; mine: string; theirs: string; isBoth: boolean }

const CHOICE = 'another choice'

const textOf = (html: string) =>
  /<[a-z][^>]*>/i.test(html) ? (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '') : html

/** A value in words; what a field shows by other words than it keeps cannot be told from here. */
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
    field?.closest('fieldset')?.querySelector('legend')?.textContent
  return label?.replace(/\s*\*\s*$/, '').trim() || name.replaceAll('_', ' ')
}

/** What a field with choices shows for its value. */
const shownBy = (field: HTMLElement | null): string | null => {
  const list = field?.matches('[aria-haspopup=listbox]') ? field : field?.querySelector('input[aria-haspopup=listbox]')
  return list instanceof HTMLInputElement ? list.value || CHOICE : null
}

type Words = Record<string, ((value: never) => string) | undefined>

const rowsOf = (
  root: HTMLElement | null,
  mine: FormValues,
  { base, theirs }: Conflict<FormValues>,
  words: Words = {},
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
        label: labelOf(field, name),
        mine: inWords?.(mine[name]) ?? wordsOf(mine[name], shown),
        theirs: inWords?.(theirs[name]) ?? wordsOf(theirs[name], shown === null ? null : CHOICE),
        isBoth: touched.includes(name),
      }
    })
}

type Props<Values extends FormValues> = { record: RecordForm<Values>; conflict: Conflict<Values> }

/** Says who saved the record meanwhile, shows both versions, and asks which one stays (ERR-138, UIX-041, UIX-042). */
export function ConflictDialog<Values extends FormValues>({ record, conflict }: Props<Values>) {
  const { theirs } = conflict
  const { root, values, words } = record
  const [rows, setRows] = useState<Row[]>([])
  // The fields are on the screen by now, and know their own labels.
  useLayoutEffect(() => setRows(rowsOf(root.current, values, conflict, words)), [root, values, conflict, words])
  return (
    <Dialog
      isOpen
      isStrict
      role="alertdialog"
      size="lg"
      title="Somebody saved this before you"
      onClose={() => record.settle('keep')}
      footer={
        <>
          <Button variant="outline" onClick={() => record.settle('keep')}>
            Keep editing
          </Button>
          {theirs && (
            <Button variant="outline" onClick={() => record.settle('theirs')}>
              Use their version
            </Button>
          )}
          <Button onClick={() => record.settle('mine')}>Save mine over it</Button>
        </>
      }
    >
      <p>{errorText('record_changed', { name: conflict.by })}</p>
      <p className={styles.when}>
        Saved <TimeText value={conflict.at} />
      </p>
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label="Differences">
          {rows.map(({ name, label, mine, theirs: other, isBoth }) => (
            <li key={name}>
              <strong>{label}</strong>
              <dl>
                <div>
                  <dt>{isBoth ? 'Yours' : 'Yours (not changed by you)'}</dt>
                  <dd>{mine}</dd>
                </div>
                <div>
                  <dt>Theirs</dt>
                  <dd>{other}</dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>
        {theirs
          ? '“Save mine over it” replaces only the fields that you changed. Everything else stays as they saved it.'
          : 'Their version cannot be shown here: open this in a second window to compare. “Save mine over it” replaces everything they saved.'}
      </p>
    </Dialog>
  )
}
