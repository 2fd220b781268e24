import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isInGroup, ROLE_NAMES, ROLES, type Role } from '#kernel/access/roles.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { MultiSelectField, NumberField, SwitchField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { showSignInRules, updateSignInRules } from '../../contract.ts'
import { GRACE_DAYS, TRUST_DAYS } from '../../rules/grace.ts'

const ROLE_OPTIONS = ROLE_NAMES.filter((role) => !isInGroup(role, 'super_admins')).map((role) => ({
  value: role,
  label: ROLES[role].name,
}))

type Rules = { second_factor_roles: Role[]; grace_days: number; may_trust_devices: boolean }
const DEFAULTS: Rules = { second_factor_roles: [], grace_days: 14, may_trust_devices: true }

const peopleWithout = (count: number) =>
  count === 1
    ? '1 person with such a role has not set it up yet.'
    : `${count} people with such a role have not set it up yet.`

/** Which roles of a portal need a second factor, from when, and whether browsers can be trusted (AUT-066). */
export function SignInRulesSettings({ scope }: { scope: { query?: undefined } }) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const query = api.query(showSignInRules, { ...scope })
  const { data, error } = useQuery(query)
  if (error) return <Alert tone="danger">The sign-in rules could not be loaded. Please reload the page.</Alert>
  if (!data) return <LoadingNote text="Loading the sign-in rules" />
  const { people_without: without } = data.data
  return (
    <DetailForm
      defaults={DEFAULTS as never}
      record={{ ...data.data, ...versioned(data) } as never}
      schema={updateSignInRules.body as never}
      isReadOnly={!can(session, 'portal-settings.update')}
      sendsUnchanged={false}
      save={(_, body, options) => api.call(updateSignInRules, { ...scope, body: body as Rules }, options)}
      onSaved={(answer) => client.setQueryData(query.queryKey, answer as never)}
    >
      <FormSection
        title="Two-factor sign-in"
        text="Everyone can protect their account with an authenticator app or a passkey. People with these roles have to."
      >
        <Wide>
          <MultiSelectField
            name="second_factor_roles"
            label="Roles that need a second factor"
            placeholder="Choose roles"
            data={ROLE_OPTIONS}
            clearable
          />
        </Wide>
        {without > 0 && (
          <Wide>
            <Alert>{peopleWithout(without)}</Alert>
          </Wide>
        )}
        <NumberField
          name="grace_days"
          label="Days to set it up"
          description="From today, or from the day a person gets the role. After that, nothing else opens before it is set up."
          min={0}
          max={GRACE_DAYS}
          allowDecimal={false}
        />
        <Wide>
          <SwitchField
            name="may_trust_devices"
            label="Let people trust a browser"
            description={`They sign in there with the password alone for ${TRUST_DAYS} days.`}
          />
        </Wide>
      </FormSection>
    </DetailForm>
  )
}
