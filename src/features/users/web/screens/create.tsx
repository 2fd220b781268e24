import { SegmentedControl, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { personPath } from '#features/accounts/web/public.ts'
import { BadgeNumberField, BadgesOff } from '#features/badges/web/public.ts'
import { selectPortals, showPortalById } from '#features/portals/contract.ts'
import { NEW_NUMBER } from '#kernel/access/badge-number.ts'
import { selectableRoles } from '#kernel/access/permissions.ts'
import { isInGroup, ROLES, type Role } from '#kernel/access/roles.ts'
import type { PagePortal } from '#kernel/access/session.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { createUser } from '../../contract.ts'
import { RolesField } from '../components/roles-field.tsx'
import { refreshPeople } from '../queries.ts'
import { refusedAt } from '../refused-at.ts'

const DEFAULTS = {
  email: '',
  badge_number: '',
  first_name: '',
  middle_name: '',
  last_name: '',
  portal_id: '',
  role_ids: ['learner'] as Role[],
}

/** The portal and the role that a link to this screen asks for; anyone may change both before saving. */
const useRequested = (): { portal_id?: string; role_ids?: Role[] } => {
  const { portal_id: portalId, role } = useSearch({ strict: false }) as { portal_id?: unknown; role?: unknown }
  return {
    ...(Number(portalId) > 0 && { portal_id: String(portalId) }),
    ...(typeof role === 'string' && role in ROLES && { role_ids: ['learner', role as Role] }),
  }
}

/** The roles that can be given in a portal, of which the platform's own has others than the rest; until it is known, that of a learner alone. */
const useRolesIn = (portalId: string): Role[] => {
  const api = useApi()
  const { portal, viewer } = useSession()
  const isElsewhere = portalId !== '' && Number(portalId) !== portal.id
  const query = api.query(showPortalById, { params: { id: Number(portalId) } })
  const { data } = useQuery({ ...query, enabled: isElsewhere })
  const flags = isElsewhere ? data?.data.flags : portal.flags
  // A role of the platform is given to a member, never on the way in.
  const selectable =
    viewer && flags ? selectableRoles(viewer.current_role, flags).filter((role) => role !== 'sub_super_admin') : []
  return [...new Set<Role>(['learner', ...selectable])]
}

function RolesIn({ portalId }: { portalId: string }) {
  return <RolesField name="role_ids" selectable={useRolesIn(portalId)} />
}

/** What the mail to somebody new is for; where only some domains use no password, that depends on the e-mail (SSO-028). */
const mailText = ({ password_provider: provider, has_password_domains: hasDomains }: PagePortal): string => {
  if (provider !== null) return `We send an e-mail that says to sign in with ${provider}.`
  return hasDomains
    ? 'We send a link to set a password, or to single sign-on where the e-mail is in one of your verified domains.'
    : 'We send a link to set a password.'
}

const WAYS = [
  { value: 'email', label: 'Has an e-mail' },
  { value: 'badge', label: 'Has no e-mail' },
]
const BADGE_TEXT =
  'They sign in with a badge number and a PIN. Print the badge and a start code on their page afterwards. Nothing is e-mailed.'

/** Adds somebody to the portal; who is new gets a link to set a password, or a badge (USR-008, USR-025, BDG-005). */
export function CreateUserScreen() {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  const { portal, viewer } = useSession()
  const requested = useRequested()
  const isSuper = viewer !== null && isInGroup(viewer.current_role, 'super_admins')
  const [way, setWay] = useState('email')
  const hasEmail = way === 'email'
  const isOff = !hasEmail && !portal.setting.has_badges
  const { data: portals } = useQuery({ ...api.query(selectPortals), enabled: isSuper })
  return (
    <DetailForm
      title="Add a person"
      text={
        hasEmail
          ? `${mailText(portal)} Somebody who has an account already keeps it and joins this portal.`
          : isOff
            ? undefined
            : BADGE_TEXT
      }
      crumbs={[{ label: 'Users', href: '/users' }, { label: 'Add a person' }]}
      defaults={{ ...DEFAULTS, ...requested }}
      saveLabel="Add person"
      savedText={false}
      save={async ({ portal_id: portalId, email, badge_number: number, ...body }, { role_ids: roles }) => {
        try {
          const elsewhere = portalId ? { portal_id: Number(portalId) } : {}
          const known = hasEmail ? { ...(email && { email }) } : { badge_number: number?.trim() || NEW_NUMBER }
          const { data } = await api.call(createUser, {
            body: { ...body, ...known, ...elsewhere, role_ids: roles } as never,
          })
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
      {({ values, form }) => (
        <>
          <FormSection title="Person" text="Certificates show the name exactly as you write it here.">
            <Wide>
              <SegmentedControl fullWidth aria-label="How they sign in" data={WAYS} value={way} onChange={setWay} />
            </Wide>
            <Wide>
              {hasEmail ? (
                <TextField name="email" type="email" label="E-mail" required autoComplete="off" />
              ) : portal.setting.has_badges || values.portal_id ? (
                <BadgeNumberField />
              ) : (
                <BadgesOff text="Until then, everyone needs an e-mail." />
              )}
            </Wide>
            <TextField name="first_name" label="First name" maxLength={100} autoComplete="off" required={!hasEmail} />
            <TextField name="last_name" label="Last name" maxLength={100} autoComplete="off" required={!hasEmail} />
            <TextField name="middle_name" label="Middle name" maxLength={100} autoComplete="off" />
          </FormSection>
          <FormSection title="Roles" text="What this person may do. You can change it at any time.">
            {isSuper && portals && portals.data.length > 1 && (
              <Wide>
                <Select
                  {...form.getInputProps('portal_id')}
                  data-path="portal_id"
                  label="Portal"
                  placeholder={portal.name}
                  data={portals.data.map(({ id, name }) => ({ value: String(id), label: name }))}
                  value={values.portal_id || null}
                  openOnFocus={false}
                  searchable
                  clearable
                  onChange={(next) => form.setValues({ portal_id: next ?? '', role_ids: ['learner'] })}
                />
              </Wide>
            )}
            <Wide>
              <RolesIn portalId={values.portal_id} />
            </Wide>
          </FormSection>
        </>
      )}
    </DetailForm>
  )
}
