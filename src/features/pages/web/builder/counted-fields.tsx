import { TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { useField } from '#ui/app/form/form-context.ts'
import styles from './builder.module.css'

type Limits = { max: number; recommended?: number | undefined }
type CountedProps = { name: string; label: string; description?: string; required?: boolean; limits: Limits }

/** How long a text is; one above the recommended length is marked, and still taken (PGB-007). */
function Count({ name, limits: { max, recommended } }: { name: string; limits: Limits }) {
  const { value } = useField<string | null>(name)
  const length = [...(value ?? '')].length
  const isLong = recommended !== undefined && length > recommended
  return (
    <span className={styles.count} data-long={isLong || undefined}>
      {length} of {recommended ?? max} characters
      {isLong && `. Longer than recommended; at most ${max} are kept.`}
    </span>
  )
}

/** A line of text that counts its characters. */
export function CountedText({ name, limits, ...rest }: CountedProps) {
  return (
    <div className={styles.counted}>
      <TextField name={name} maxLength={limits.max} {...rest} />
      <Count name={name} limits={limits} />
    </div>
  )
}

/** Lines of text that count their characters. */
export function CountedArea({ name, limits, ...rest }: CountedProps) {
  return (
    <div className={styles.counted}>
      <TextAreaField name={name} maxLength={limits.max} minRows={2} {...rest} />
      <Count name={name} limits={limits} />
    </div>
  )
}
