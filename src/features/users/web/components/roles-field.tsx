import { Checkbox } from '@mantine/core'
import { ROLES, type Role } from '#kernel/access/roles.ts'
import { useField } from '#ui/app/form/form-context.ts'
import { ROLE_WORDS } from '../role-words.ts'
import styles from '../users.module.css'

type RolesFieldProps = {
  name: string
  /** The roles that can be given and taken. */
  selectable: readonly Role[]
  /** Roles that stay, whatever is chosen (ROL-079). */
  kept?: readonly Role[]
}

/** Which roles somebody holds, each with what it may do. */
export function RolesField({ name, selectable, kept = [] }: RolesFieldProps) {
  const { value, onChange, error, isReadOnly } = useField<Role[]>(name)
  const offered = (Object.keys(ROLES) as Role[]).filter((role) => selectable.includes(role) || kept.includes(role))
  const toggle = (role: Role) =>
    onChange(value.includes(role) ? value.filter((other) => other !== role) : [...value, role])
  return (
    <fieldset className={styles.roles} data-path={name} aria-describedby={error ? `${name}-refused` : undefined}>
      <legend>Roles</legend>
      {offered.map((role) => {
        const isKept = kept.includes(role)
        return (
          <Checkbox
            key={role}
            label={ROLES[role].name}
            description={isKept ? `${ROLE_WORDS[role]} This role stays.` : ROLE_WORDS[role]}
            checked={isKept || value.includes(role)}
            disabled={isReadOnly || isKept}
            onChange={() => toggle(role)}
          />
        )
      })}
      {error && (
        <p id={`${name}-refused`} className={styles.refused} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
