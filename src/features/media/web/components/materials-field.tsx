import { Input } from '@mantine/core'
import { useId, useState } from 'react'
import { useField } from '#ui/app/form/form-context.ts'
import { IconFile, IconX } from '#ui/icons.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import styles from '../media.module.css'
import { MediaPicker } from './media-picker.tsx'

type Picked = { uuid: string; name: string }

type MaterialsFieldProps = {
  /** Holds the uuids of files of the library, in their order. */
  name: string
  label: string
  description?: string
  /** The files that the record has now. */
  current: readonly Picked[]
}

/** Any number of files of the materials library in a form; its value are their uuids (UPL-005). */
export function MaterialsField({ name, label, description, current }: MaterialsFieldProps) {
  const id = useId()
  const { value: uuids, onChange, error, isReadOnly } = useField<string[]>(name)
  const [picked, setPicked] = useState<readonly Picked[]>([])
  const [isOpen, setOpen] = useState(false)
  const known = new Map([...current, ...picked].map((file) => [file.uuid, file.name]))
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-name` }}
      description={description}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div className={styles.several}>
        {uuids.length > 0 && (
          <ul aria-labelledby={`${id}-name`}>
            {uuids.map((uuid) => (
              <li key={uuid} className={styles.picked}>
                <IconFile size={18} />
                <span>{known.get(uuid)}</span>
                {!isReadOnly && (
                  <IconButton
                    icon={IconX}
                    size="sm"
                    label={`Take out ${known.get(uuid)}`}
                    onClick={() => onChange(uuids.filter((each) => each !== uuid))}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {!isReadOnly && (
          <Button
            variant="outline"
            size="sm"
            data-path={name}
            aria-describedby={error ? `${id}-name ${id}-error` : `${id}-name`}
            onClick={() => setOpen(true)}
          >
            Add a file
          </Button>
        )}
      </div>
      <MediaPicker
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onPick={(material) => {
          setPicked((before) => [...before, material])
          if (!uuids.includes(material.uuid)) onChange([...uuids, material.uuid])
        }}
      />
    </Input.Wrapper>
  )
}
