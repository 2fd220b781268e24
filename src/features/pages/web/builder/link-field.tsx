import { TextInput } from '@mantine/core'
import { ChoiceField } from '#ui/app/form/choice-field.tsx'
import { useField } from '#ui/app/form/form-context.ts'
import type { BlockLink } from '../../rules/blocks.ts'
import styles from './builder.module.css'

const START: BlockLink = { href: '', target: 'current', follow: 'dofollow' }

/** Where a link leads, in which window, and whether search engines follow it (PGB-023 to PGB-025). */
export function LinkField({ name, label, isOptional }: { name: string; label: string; isOptional: boolean }) {
  const { value, onChange, isReadOnly } = useField<BlockLink | null | ''>(name)
  const { error } = useField<string>(`${name}.href`)
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <TextInput
        data-path={`${name}.href`}
        value={value ? value.href : ''}
        error={error}
        readOnly={isReadOnly}
        label="Address"
        description={isOptional && !value ? 'Leave it empty for no link.' : 'Such as /course or https://example.com'}
        required={!isOptional}
        maxLength={2082}
        onChange={(event) => {
          const href = event.currentTarget.value
          onChange(href === '' && isOptional ? null : { ...(value || START), href })
        }}
      />
      {value && (
        <>
          <ChoiceField
            name={`${name}.target`}
            label="Opens in"
            options={[
              { value: 'current', label: 'This window' },
              { value: 'new', label: 'New window' },
            ]}
          />
          <ChoiceField
            name={`${name}.follow`}
            label="Search engines"
            options={[
              { value: 'dofollow', label: 'Follow' },
              { value: 'nofollow', label: 'Do not follow' },
            ]}
          />
        </>
      )}
    </fieldset>
  )
}
