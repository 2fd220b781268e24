import { NativeSelect } from '@mantine/core'
import { useField } from '#ui/app/form/form-context.ts'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import styles from './builder.module.css'
import { WORDS } from './words.ts'

const SIZES = [
  ['1', 'Largest (h1)'],
  ['2', 'Large (h2)'],
  ['3', 'Medium (h3)'],
  ['4', 'Small (h4)'],
  ['5', 'Smaller (h5)'],
  ['6', 'Smallest (h6)'],
] as const

/** Headings: their size, their words with what the mode allows, and dynamic words (PGB-030, PGB-031). */
export function HeadingField({ name, label }: { name: string; label: string }) {
  const { value, onChange, isReadOnly } = useField<string>(name)
  const size = /<h([1-6])/.exec(value ?? '')?.[1] ?? '2'
  return (
    <div className={styles.stack}>
      <NativeSelect
        label="Size"
        description="Each page should have one main heading."
        disabled={isReadOnly}
        data={SIZES.map(([level, text]) => ({ value: level, label: text }))}
        value={size}
        onChange={(event) => onChange(value.replace(/(<\/?h)[1-6]/g, `$1${event.currentTarget.value}`))}
      />
      <RichTextField name={name} label={label} mode="heading" insertions={WORDS} minRows={1} />
    </div>
  )
}
