import { Field, Select } from '#ui/public/parts/field.tsx'
import styles from '../statistics.module.css'

type VersionSelectProps = {
  versions: readonly { version: number; label: string }[]
  value: number | null
  onChange: (version: number | null) => void
}

export const versionName = (version: number): string => (version === 0 ? 'Draft' : `Version ${version}`)

/** Which version of the course is counted; nothing to choose where there is only one. */
export function VersionSelect({ versions, value, onChange }: VersionSelectProps) {
  if (versions.length < 2) return null
  return (
    <div className={styles.version}>
      <Field label="Version">
        <Select
          value={value === null ? '' : String(value)}
          placeholder="All versions"
          options={versions.map(({ version, label }) => ({
            value: String(version),
            label: `${versionName(version)} (${label})`,
          }))}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
        />
      </Field>
    </div>
  )
}
