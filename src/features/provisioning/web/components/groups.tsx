import { useState } from 'react'
import { PersonField } from '#features/accounts/web/public.ts'
import { ROLES } from '#kernel/access/permissions.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { SelectField } from '#ui/app/form/fields.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { Button } from '#ui/public/parts/button.tsx'
import { mapProvisionedGroup } from '../../contract.ts'
import styles from '../provisioning.module.css'
import type { GroupShown, Provisioning } from '../queries.ts'

type Role = Provisioning['roles'][number]
type Values = { role: string | null; manager_id: string | null }

const meaningOf = ({ role, manager }: GroupShown): string => {
  const parts = [
    ...(role ? [`Gives the role ${ROLES[role].name}`] : []),
    ...(manager ? [`${role ? 'team' : 'Team'} of ${manager.display_name}`] : []),
  ]
  return parts.length === 0 ? 'Not mapped, so it has no effect here' : parts.join(', ')
}

/** The groups that the provider has sent, and what each means here (PRV-012, PRV-013). */
export function Groups({ shown, onChange }: { shown: Provisioning; onChange: () => unknown }) {
  const session = useSession()
  const [mapped, setMapped] = useState<GroupShown | null>(null)
  const { groups, roles } = shown
  return (
    <section className={styles.part} aria-labelledby="groups">
      <h2 id="groups">Groups</h2>
      {groups.length === 0 ? (
        <p>
          No groups yet. Groups that you assign at your provider are listed here, and you map them to a role or a team.
        </p>
      ) : (
        <Rows isInset label="Groups of the provider">
          {groups.map((group) => (
            <Row
              key={group.id}
              title={<strong>{group.name}</strong>}
              note={`${group.members.toLocaleString('en-US')} ${group.members === 1 ? 'member' : 'members'}. ${meaningOf(group)}.`}
            >
              {can(session, 'callbacks.update') && (
                <Button variant="outline" size="sm" aria-label={`Map ${group.name}`} onClick={() => setMapped(group)}>
                  Map
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {mapped && (
        <MapDialog key={mapped.id} group={mapped} roles={roles} onClose={() => setMapped(null)} onSaved={onChange} />
      )}
    </section>
  )
}

type MapDialogProps = { group: GroupShown; roles: readonly Role[]; onClose: () => void; onSaved: () => unknown }

function MapDialog({ group, roles, onClose, onSaved }: MapDialogProps) {
  const api = useApi()
  const defaults: Values = { role: group.role, manager_id: group.manager ? String(group.manager.id) : null }
  return (
    <FormDialog<Values>
      isOpen
      title={`Map ${group.name}`}
      text="Changes apply to everyone in the group at once, and to those who join it later."
      saveLabel="Save mapping"
      defaults={defaults}
      save={(_, { role, manager_id: manager }) =>
        api.call(mapProvisionedGroup, {
          params: { id: group.id },
          body: { role: role as Role | null, manager_id: manager === null ? null : Number(manager) },
        })
      }
      onClose={onClose}
      onSaved={() => void onSaved()}
    >
      <SelectField
        name="role"
        label="Role"
        description="Everyone in the group gets it, and loses it when they leave the group."
        placeholder="No role"
        clearable
        data={roles.map((role) => ({ value: role, label: ROLES[role].name }))}
      />
      <PersonField
        name="manager_id"
        label="Team of"
        description="This manager sees the group's learners, unless the provider names another manager for a person."
        holds="manager"
        chosen={group.manager}
      />
    </FormDialog>
  )
}
