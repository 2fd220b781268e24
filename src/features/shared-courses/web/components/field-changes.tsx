import styles from '../shared-courses.module.css'
import { FIELD_WORDS, type FieldChange, IS_PICTURE, valueInWords } from '../words.ts'

function Value({ change, value }: { change: FieldChange; value: string | null }) {
  const words = valueInWords(change, value)
  if (words === null) return 'None'
  return IS_PICTURE.has(change.field) ? <img src={words} alt="" /> : words
}

/** The fields of the course itself that an update changes, before and after (SHR-007). */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className={styles.fields}>
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{FIELD_WORDS[change.field] ?? change.field}</dt>
          <dd>
            <del>
              <Value change={change} value={change.before} />
            </del>
            <ins>
              <Value change={change} value={change.after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
