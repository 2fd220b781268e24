import { Input, SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import styles from './form.module.css'
import { useField } from './form-context.ts'

type ChoiceFieldProps = {
  name: string
  label: string
  description?: string
  options: { value: string; label: string }[]
  /** Beside the change of the field itself. */
  onChoose?: (value: string) => void
}

/** One of a few choices, all of them in view. */
export function ChoiceField({ name, label, description, options, onChoose }: ChoiceFieldProps) {
  const id = useId()
  const { value, onChange, error, isReadOnly } = useField<string>(name)
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-name`, className: styles.blockLabel }}
      description={description}
      error={error}
    >
      <SegmentedControl
        fullWidth
        className={styles.choice}
        aria-labelledby={`${id}-name`}
        data-path={name}
        data={options}
        value={value}
        disabled={isReadOnly}
        onChange={(next) => {
          onChange(next)
          onChoose?.(next)
        }}
      />
    </Input.Wrapper>
  )
}
