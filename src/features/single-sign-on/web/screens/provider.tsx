import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { SwitchField, TextField } from '#ui/app/form/fields.tsx'
import type { RecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconPlayerPlay } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { deleteProvider, showProvider, showSignOn, testProvider, updateProvider } from '../../contract.ts'
import { Addresses } from '../components/addresses.tsx'
import { type Connection, ConnectionFields, EMPTY_CONNECTION } from '../components/connection-fields.tsx'
import { RoleRules } from '../components/role-rules.tsx'
import { TestResult } from '../components/test-result.tsx'
import { providerQuery, type ShownProvider, signOnQuery } from '../queries.ts'
import styles from '../sign-on.module.css'

type Values = Connection &
  Pick<
    ShownProvider,
    'name' | 'is_active' | 'email_claim' | 'role_claim' | 'manager_claim' | 'role_rules' | 'creates_people'
  >

const DEFAULTS: Values = {
  ...EMPTY_CONNECTION,
  name: '',
  is_active: false,
  email_claim: '',
  role_claim: '',
  manager_claim: '',
  role_rules: [],
  creates_people: false,
}

const valuesOf = (provider: ShownProvider): Values => ({
  name: provider.name,
  is_active: provider.is_active,
  issuer: provider.issuer,
  client_id: provider.client_id ?? '',
  client_secret: '',
  scopes: provider.scopes,
  sign_in_url: provider.sign_in_url ?? '',
  sign_out_url: provider.sign_out_url ?? '',
  certificates: provider.certificates.length > 0 ? provider.certificates : [''],
  without_secret: false,
  email_claim: provider.email_claim,
  role_claim: provider.role_claim,
  manager_claim: provider.manager_claim,
  role_rules: provider.role_rules,
  creates_people: provider.creates_people,
})

const bodyOf = ({ certificates, ...values }: Values, isSaml: boolean) => ({
  ...values,
  certificates: isSaml ? certificates.filter((text) => text.trim() !== '') : [],
})

/** A new provider is off until somebody has tested it (SSO-021). */
function OffNotice({ lastTest }: { lastTest: ShownProvider['last_test'] }) {
  if (lastTest?.is_admitted)
    return (
      <Alert title="The last test worked, but this provider is still off">
        To show its button on the sign-in page, turn on “People can sign in with this provider” below and save.
      </Alert>
    )
  return (
    <Alert title="This provider is off">
      Run a test first. When it shows what you expect, turn on “People can sign in with this provider” below.
    </Alert>
  )
}

/** One provider: how it is reached, who comes in by it and as what (SSO-002). */
export function ProviderScreen({ id }: { id: number }) {
  const api = useApi()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const query = providerQuery(api, id)
  const { data: provider } = useSuspenseQuery(query).data
  const { data: settings } = useSuspenseQuery(signOnQuery(api)).data
  const isReadOnly = !can(useSession(), 'portal-settings.update')
  const reload = () =>
    Promise.all([showProvider.path, showSignOn.path].map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
  const onError = (error: unknown) => void toast.error(error)
  const test = useCall(testProvider, { onSuccess: ({ data }) => location.assign(data.address), onError })
  const remove = useCall(deleteProvider, {
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [showSignOn.path] })
      await navigate({ href: '/portals/sign-on' })
    },
    onError,
  })
  /** A test is of what the form shows: the browser leaves for the provider, and what is not saved would be lost (SSO-019). */
  const runTest = async ({ isDirty, submit }: RecordForm<Values>) => {
    if (!isDirty || (await submit())) test.mutate({ params: { id } })
  }
  const ask = async () => {
    const question = {
      title: `Delete ${provider.name}?`,
      text: 'People keep their accounts, but can no longer sign in with this provider. Its e-mail domains are deleted too.',
      yes: 'Delete',
      isDanger: true,
    }
    if (await confirm(question)) remove.mutate({ params: { id } })
  }
  const isSaml = provider.kind === 'saml'
  return (
    <DetailForm<Values>
      title={provider.name}
      badge={<Badge tone={provider.is_active ? 'success' : 'neutral'}>{provider.is_active ? 'On' : 'Off'}</Badge>}
      crumbs={[{ label: 'Single sign-on', href: '/portals/sign-on' }, { label: provider.name }]}
      actions={
        isReadOnly
          ? undefined
          : (record) => (
              <Button
                icon={IconPlayerPlay}
                isLoading={record.isSaving || test.isPending}
                onClick={() => void runTest(record)}
              >
                {record.isDirty ? 'Save and run a test' : 'Run a test'}
              </Button>
            )
      }
      defaults={DEFAULTS}
      record={{ ...valuesOf(provider), ...versioned(provider) }}
      isReadOnly={isReadOnly}
      save={(_, values, options) => api.call(updateProvider, { params: { id }, body: bodyOf(values, isSaml) }, options)}
      onSaved={() => void reload()}
      danger={
        !isReadOnly && (
          <FormSection title="Delete this provider" isDanger>
            <div>
              <Button variant="danger" isLoading={remove.isPending} onClick={() => void ask()}>
                Delete provider
              </Button>
            </div>
          </FormSection>
        )
      }
    >
      {(record) => (
        <>
          {!provider.is_active && <OffNotice lastTest={provider.last_test} />}
          {provider.last_test && (
            <Wide>
              <TestResult result={provider.last_test} />
            </Wide>
          )}
          <FormSection
            title="Connection"
            text="A test signs nobody in. It shows what your provider sends and who would get in."
          >
            <Wide>
              <div className={styles.parts}>
                <Addresses kind={provider.kind} addresses={provider.addresses} />
                <TextField
                  name="name"
                  label="Name"
                  description="Shown on the sign-in button: “Continue with …”."
                  required
                  maxLength={60}
                />
                <ConnectionFields kind={provider.kind} record={record} hasSecret={provider.has_client_secret} />
                <SwitchField
                  name="is_active"
                  label="People can sign in with this provider"
                  description="While this is off, tests still work."
                />
              </div>
            </Wide>
          </FormSection>
          <FormSection title="People" text="Who gets in when your provider says who they are.">
            <Wide>
              <div className={styles.parts}>
                <SwitchField
                  name="creates_people"
                  label="Create accounts on first sign-in"
                  description="New people get an account the first time they sign in. While this is off, only people you added or invited get in."
                />
                <TextField
                  name="email_claim"
                  label="E-mail claim"
                  description="Leave this empty for the usual names, such as email."
                />
                <TextField
                  name="manager_claim"
                  label="Manager claim"
                  description="Holds the e-mail or external ID of the person’s manager. Their courses are assigned to that manager."
                />
              </div>
            </Wide>
          </FormSection>
          <FormSection
            title="Roles"
            text="Roles in these rules are updated from the groups at every sign-in. Other roles stay as you set them. New people are learners."
          >
            <Wide>
              <div className={styles.parts}>
                <TextField
                  name="role_claim"
                  label="Groups claim"
                  description="Usually groups or roles. Run a test to see what your provider sends."
                />
                <RoleRules
                  rules={record.values.role_rules}
                  roles={settings.roles}
                  isReadOnly={isReadOnly}
                  onChange={(role_rules) => record.form.setValues({ role_rules })}
                />
              </div>
            </Wide>
          </FormSection>
        </>
      )}
    </DetailForm>
  )
}
