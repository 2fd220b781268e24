import { IconPlus, IconTrash } from '#ui/icons.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { Field, Input, Select } from '#ui/public/parts/field.tsx'
import type { ShownProvider, SignOnSettings } from '../queries.ts'
import styles from '../sign-on.module.css'

type Rules = ShownProvider['role_rules']
type Props = { rules: Rules; roles: SignOnSettings['roles']; isReadOnly: boolean; onChange: (rules: Rules) => void }

/** Which group gives which role. */
export function RoleRules({ rules, roles, isReadOnly, onChange }: Props) {
  const set = (at: number, change: Partial<Rules[number]>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule)))
  return (
    <div className={styles.parts}>
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other name than their place
        <div key={at} className={styles.rule}>
          <Field label={`Group ${at + 1}`}>
            <Input
              value={rule.value}
              disabled={isReadOnly}
              onChange={(event) => set(at, { value: event.target.value })}
            />
          </Field>
          <Field label={`Role ${at + 1}`}>
            <Select
              options={roles.map(({ role, name }) => ({ value: role, label: name }))}
              value={rule.role}
              disabled={isReadOnly}
              onChange={(event) => set(at, { role: event.target.value })}
            />
          </Field>
          {!isReadOnly && (
            <IconButton
              icon={IconTrash}
              label={`Remove rule ${at + 1}`}
              onClick={() => onChange(rules.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button
            variant="outline"
            icon={IconPlus}
            onClick={() =>
              onChange([
                ...rules,
                { value: '', role: roles.find(({ role }) => role === 'instructor')?.role ?? roles[0]?.role ?? '' },
              ])
            }
          >
            Add a rule
          </Button>
        </div>
      )}
    </div>
  )
}
