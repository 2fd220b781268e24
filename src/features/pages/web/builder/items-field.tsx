import { Fragment, type ReactNode } from 'react'
import { useField } from '#ui/app/form/form-context.ts'
import { moved } from '#ui/app/sortable-order.ts'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '#ui/icons.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import type { BlockField } from '../../rules/block-fields.ts'
import styles from './builder.module.css'

type ItemsFieldProps = {
  field: Extract<BlockField, { kind: 'items' }>
  path: string
  /** The control of one setting of a part. */
  control: (field: BlockField, path: string) => ReactNode
}

/** The parts of a block, such as its buttons or slides: each with its own settings, added, moved and removed. */
export function ItemsField({ field: { label, noun, max, fields, fresh }, path, control }: ItemsFieldProps) {
  const { value, onChange, isReadOnly } = useField<Record<string, unknown>[]>(path)
  const items = value || []
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {items.map((_, at) => {
        const name = `${noun} ${at + 1}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
          <fieldset key={at} className={styles.item}>
            <legend className="only-read">{name}</legend>
            <div className={styles.itemHead}>
              <strong>{name.charAt(0).toUpperCase() + name.slice(1)}</strong>
              {!isReadOnly && (
                <span className={styles.itemTools}>
                  <IconButton
                    icon={IconArrowUp}
                    label={`Move ${name} up`}
                    size="sm"
                    disabled={at === 0}
                    onClick={() => onChange(moved(items, at, at - 1))}
                  />
                  <IconButton
                    icon={IconArrowDown}
                    label={`Move ${name} down`}
                    size="sm"
                    disabled={at === items.length - 1}
                    onClick={() => onChange(moved(items, at, at + 1))}
                  />
                  <IconButton
                    icon={IconTrash}
                    label={`Remove ${name}`}
                    size="sm"
                    onClick={() => onChange(items.filter((__, other) => other !== at))}
                  />
                </span>
              )}
            </div>
            {fields.map((field) => (
              <Fragment key={field.name}>{control(field, `${path}.${at}.${field.name}`)}</Fragment>
            ))}
          </fieldset>
        )
      })}
      {!isReadOnly && items.length < max && (
        <Button variant="outline" size="sm" icon={IconPlus} onClick={() => onChange([...items, fresh])}>
          Add {noun}
        </Button>
      )}
    </fieldset>
  )
}
