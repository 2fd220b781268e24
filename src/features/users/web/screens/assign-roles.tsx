import { Select } from '@mantine/core'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { selectPortals } from '#features/portals/contract.ts'
import { isInGroup, ROLES, type Role } from '#kernel/access/roles.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { updateRoles } from '../../contract.ts'
import { PersonFrame } from '../components/person-frame.tsx'
import { RolesField } from '../components/roles-field.tsx'
import { personQueries, refreshPeople } from '../queries.ts'
import { refusedAt } from '../refused-at.ts'
import styles from '../users.module.css'

const WORDS = {
  role_ids: (roles: Role[]) =>
    (Object.keys(ROLES) as Role[])
      .filter((role) => roles.includes(role))
      .map((role) => ROLES[role].name)
      .join(', ') || 'None',
}

/** The roles of somebody in one portal (ROL-048, USR-028, ROL-079). */
export function AssignRolesScreen({ id, portalId }: { id: number; portalId: number }) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const person = useSuspenseQuery(personQueries(api).inPortal(id, portalId)).data.data
  const { roles = [], can_change: mayChange = false, selectable_roles: selectable = [] } = person.membership ?? {}
  const record = useMemo(() => ({ role_ids: person.membership?.roles ?? [], ...versioned(person) }), [person])
  // A learner stays one (ROL-079), and nobody takes away what they could not give.
  const kept = roles.filter((role) => role === 'learner' || !selectable.includes(role))
  const isHere = portalId === session.portal.id
  const form = (
    <>
      <PortalChoice portalId={portalId} />
      {!mayChange && (
        <Alert tone="warning" title="You cannot change these roles">
          {person.display_name} has a role above yours, or your role cannot give roles here.
        </Alert>
      )}
      <DetailForm
        defaults={{ role_ids: [] as Role[] }}
        record={record}
        words={WORDS}
        isReadOnly={!mayChange}
        save={async (_, { role_ids: chosen }, options) => {
          try {
            const roles = [...new Set([...chosen, ...kept])]
            return await api.call(
              updateRoles,
              { params: { id }, body: { role_ids: roles, portal_id: portalId } },
              options,
            )
          } catch (error) {
            throw refusedAt(error, 'role_ids', ['role_not_allowed'])
          }
        }}
        onSaved={() => void refreshPeople(client)}
      >
        <FormSection
          title="Roles in this portal"
          text="A person with several roles chooses which one to work in. Changes count from the next page they open."
        >
          <Wide>
            <RolesField name="role_ids" selectable={selectable} kept={kept} />
          </Wide>
        </FormSection>
      </DetailForm>
    </>
  )
  return isHere ? (
    <PersonFrame id={id}>{form}</PersonFrame>
  ) : (
    <Elsewhere name={person.display_name} email={person.email}>
      {form}
    </Elsewhere>
  )
}

/** Somebody of another portal, of whom super admins see the roles there. */
const Elsewhere = ({ name, email, children }: { name: string; email: string | null; children: ReactNode }) => (
  <div className={styles.page}>
    <PageHeader title={name} text={email ?? ''} crumbs={[{ label: 'Users', href: '/users' }, { label: name }]} />
    {children}
  </div>
)

/** For super admins: the portal whose roles are shown. */
function PortalChoice({ portalId }: { portalId: number }) {
  const api = useApi()
  const router = useRouter()
  const { viewer } = useSession()
  const { slug } = useParams({ strict: false })
  const isSuper = viewer !== null && isInGroup(viewer.current_role, 'super_admins')
  const { data } = useQuery({ ...api.query(selectPortals), enabled: isSuper })
  if (!isSuper || !data || data.data.length < 2) return null
  return (
    <Select
      label="Portal"
      description="The roles of each portal are separate."
      data={data.data.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(portalId)}
      searchable
      allowDeselect={false}
      onChange={(next) => next && void router.navigate({ href: `/users/${slug}/${next}/assign-roles` })}
    />
  )
}
