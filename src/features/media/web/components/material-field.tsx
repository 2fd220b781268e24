import { Input } from '@mantine/core'
import { useId, useState } from 'react'
import type { MediaType } from '#kernel/uploads/uploads.ts'
import { useField } from '#ui/app/form/form-context.ts'
import { IconFile, IconX } from '#ui/icons.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import styles from '../media.module.css'
import type { MaterialRow } from '../queries.ts'
import { MediaPicker } from './media-picker.tsx'

type MaterialFieldProps = {
  /** Holds the uuid of a file of the library. */
  name: string
  label: string
  description?: string
  types?: readonly MediaType[]
  isRequired?: boolean
  /** The file that the record has now. */
  current?: { uuid: string; name: string } | null
  onPicked?: (material: MaterialRow) => void
}

/** A file of the materials library in a form; its value is the file's uuid (UPL-005, BLD-018). */
export function MaterialField(props: MaterialFieldProps) {
  const { name, label, description, types, isRequired, current = null, onPicked } = props
  const id = useId()
  const { value, onChange, error, isReadOnly } = useField<string | null>(name)
  const [picked, setPicked] = useState(current)
  const [isOpen, setOpen] = useState(false)
  const shown = [picked, current].find((file) => file?.uuid === value) ?? null
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-name` }}
      withAsterisk={isRequired}
      description={description}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div className={styles.field}>
        {shown && (
          <span className={styles.picked}>
            <IconFile size={18} />
            <span>{shown.name}</span>
            {!isReadOnly && !isRequired && (
              <IconButton icon={IconX} size="sm" label={`Take out ${shown.name}`} onClick={() => onChange('')} />
            )}
          </span>
        )}
        {!isReadOnly && (
          <Button
            variant="outline"
            size="sm"
            data-path={name}
            aria-describedby={error ? `${id}-name ${id}-error` : `${id}-name`}
            onClick={() => setOpen(true)}
          >
            {shown ? 'Choose another file' : 'Choose a file'}
          </Button>
        )}
      </div>
      <MediaPicker
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        types={types}
        current={value}
        onPick={(material) => {
          setPicked(material)
          onChange(material.uuid)
          onPicked?.(material)
        }}
      />
    </Input.Wrapper>
  )
}
