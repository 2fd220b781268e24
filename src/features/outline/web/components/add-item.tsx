import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { IconPlus } from '#ui/icons.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { ItemType } from '../../rules/item-types.ts'
import { KINDS, type Kind, kindWord, OFFERED } from '../kinds.ts'
import styles from '../outline.module.css'

type AddButtonsProps<K extends Kind> = {
  /** What they add to, for screen readers. */
  label: string
  kinds: readonly K[]
  onChoose: (kind: K) => void
}

/** One button for each kind of item. */
export function AddButtons<K extends Kind>({ label, kinds, onChoose }: AddButtonsProps<K>) {
  return (
    <fieldset className={styles.adding} aria-label={label}>
      <span aria-hidden="true" className={styles.addWord}>
        <IconPlus size={16} /> Add
      </span>
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="outline"
          size="sm"
          icon={KINDS[kind].icon}
          data-adds={kind}
          aria-label={`Add: ${KINDS[kind].name}`}
          onClick={() => onChoose(kind)}
        >
          {KINDS[kind].name}
        </Button>
      ))}
    </fieldset>
  )
}

type AddItemProps = {
  onAdd: (type: ItemType, title: string | undefined) => Promise<unknown>
  onAdded: () => Promise<void>
}

/** Adds items to a course: one press says which kind, Enter adds the title that was typed and waits for the next one (BLD-010). */
export function AddItem({ onAdd, onAdded }: AddItemProps) {
  const [type, setType] = useState<ItemType | null>(null)
  const [announced, setAnnounced] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const closed = useRef<ItemType | null>(null)
  const close = () => {
    closed.current = type
    setType(null)
  }
  // Only when the form is gone: an error that has just come would still move the focus into it (VAL-006).
  useLayoutEffect(() => {
    if (type !== null || closed.current === null) return
    box.current?.querySelector<HTMLElement>(`[data-adds="${closed.current}"]`)?.focus()
    closed.current = null
  }, [type])
  return (
    <div ref={box} className={styles.addItem}>
      {type && (
        <TitleForm
          key={type}
          type={type}
          onAdd={(title) => onAdd(type, title)}
          onAdded={async (title) => {
            await onAdded()
            setAnnounced(`${title} is added.`)
          }}
          onClose={close}
        />
      )}
      <AddButtons label="Add to the outline" kinds={OFFERED} onChoose={setType} />
      <span className="only-read" aria-live="polite">
        {announced}
      </span>
    </div>
  )
}

type TitleFormProps = {
  type: ItemType
  onAdd: (title: string | undefined) => Promise<unknown>
  onAdded: (title: string) => Promise<void>
  onClose: () => void
}

function TitleForm({ type, onAdd, onAdded, onClose }: TitleFormProps) {
  const { icon: Drawing } = KINDS[type]
  const record = useRecordForm<{ title: string }>({
    defaults: { title: '' },
    save: ({ title }) => onAdd(title),
    savedText: false,
    onSaved: (_, { title }) => {
      record.form.setValues({ title: '' })
      void onAdded(title)
    },
  })
  const { root } = record
  useEffect(() => {
    const input = root.current?.querySelector('input')
    input?.focus()
    input?.scrollIntoView({ block: 'nearest' })
  }, [root])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from wherever the focus is
    <div className={styles.titleForm} onKeyDown={onKeyDown}>
      <RecordFields record={record} className={styles.titleFields}>
        <TextField
          name="title"
          label={`Title of the new ${kindWord(type)}`}
          leftSection={<Drawing size={18} />}
          maxLength={200}
          autoComplete="off"
        />
        <div className={styles.titleButtons}>
          <Button type="submit" isLoading={record.isSaving} disabled={!record.canSave}>
            Add
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Done
          </Button>
        </div>
      </RecordFields>
    </div>
  )
}
