import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { personPath } from '#features/accounts/web/public.ts'
import { selectPortals } from '#features/portals/contract.ts'
import { selectableRoles } from '#kernel/access/permissions.ts'
import { isInGroup, type Role } from '#kernel/access/roles.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { SelectField, TextField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { createUser } from '../../contract.ts'
import { RolesField } from '../components/roles-field.tsx'
import { refreshPeople } from '../queries.ts'
import { refusedAt } from '../refused-at.ts'

const DEFAULTS = {
  email: '',
  first_name: '',
  middle_name: '',
  last_name: '',
  portal_id: '',
  role_ids: ['learner'] as Role[],
}

/** Adds somebody to the portal; who is new gets a link to set a password (USR-008, USR-025). */
export function CreateUserScreen() {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  const { portal, viewer } = useSession()
  const isSuper = viewer !== null && isInGroup(viewer.current_role, 'super_admins')
  const { data: portals } = useQuery({ ...api.query(selectPortals), enabled: isSuper })
  // A role of the platform is given to a member, never on the way in.
  const selectable = viewer
    ? selectableRoles(viewer.current_role, portal.flags).filter((role) => role !== 'sub_super_admin')
    : []
  return (
    <DetailForm
      title="Add a person"
      text="We send a link to set a password. Somebody who has an account already keeps it and joins this portal."
      crumbs={[{ label: 'Users', href: '/users' }, { label: 'Add a person' }]}
      defaults={DEFAULTS}
      saveLabel="Add person"
      savedText={false}
      save={async ({ portal_id: portalId, ...body }, { role_ids: roles }) => {
        try {
          const elsewhere = portalId ? { portal_id: Number(portalId) } : {}
          const { data } = await api.call(createUser, { body: { ...body, ...elsewhere, role_ids: roles } as never })
          return data
        } catch (error) {
          throw refusedAt(error, 'role_ids', ['role_not_allowed'])
        }
      }}
      onSaved={(answer) => {
        const person = answer as {
          id: number
          username: string | null
          display_name: string
          membership: { portal_id: number }
        }
        toast.success(`${person.display_name} was added.`)
        void refreshPeople(client)
        const { portal_id: at } = person.membership
        void router.navigate({
          href: at === portal.id ? personPath(person) : `/users/${person.id}/${at}/assign-roles`,
        })
      }}
    >
      <FormSection title="Person" text="Certificates show the name exactly as you write it here.">
        <Wide>
          <TextField name="email" type="email" label="E-mail" required autoComplete="off" />
        </Wide>
        <TextField name="first_name" label="First name" maxLength={100} autoComplete="off" />
        <TextField name="last_name" label="Last name" maxLength={100} autoComplete="off" />
        <TextField name="middle_name" label="Middle name" maxLength={100} autoComplete="off" />
      </FormSection>
      <FormSection title="Roles" text="What this person may do. You can change it at any time.">
        {isSuper && portals && portals.data.length > 1 && (
          <Wide>
            <SelectField
              name="portal_id"
              label="Portal"
              placeholder={portal.name}
              data={portals.data.map(({ id, name }) => ({ value: String(id), label: name }))}
              searchable
              clearable
            />
          </Wide>
        )}
        <Wide>
          <RolesField name="role_ids" selectable={['learner', ...selectable]} />
        </Wide>
      </FormSection>
    </DetailForm>
  )
}
