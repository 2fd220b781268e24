import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isTextLimitReached } from '#kernel/access/text-limit.ts'
import type { AnyEndpoint, Wire } from '#kernel/endpoint.ts'
import { formatNumber } from '#kernel/format.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { PasswordField, TextField } from '#ui/app/form/fields.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { type Service, showIntegrations, updateIntegrations } from '../contract.ts'
import styles from './integrations.module.css'
import { TestMessageDialog } from './test-message-dialog.tsx'

const DEFAULTS = {
  cloud_scorm: { app_id: '', secret_key: '' },
  easyship: { secret_key: '' },
  twilio: { account_sid: '', sender: '', secret_key: '' },
}
type Values = typeof DEFAULTS
type Saved = Wire<typeof showIntegrations>['data']

const NAMES = { cloud_scorm: 'SCORM Cloud', easyship: 'EasyShip', twilio: 'Twilio' } as const
/** Where Twilio tells about replies; the slice that sends texts takes them. */
const NEWS_PATH = '/api/v1/integrations/twilio/callback'
const LOST = {
  cloud_scorm: 'Learners can no longer open SCORM Cloud modules, and new packages wait. Their progress is kept.',
  easyship: 'New shipments wait until there is a key again. Shipments that have a label are not changed.',
  twilio: 'No more text messages are sent. Mobile numbers, PINs and links that were sent are kept.',
} as const satisfies Record<Service, string>

/** Only what was changed: a key that was not typed again stays as it is (INT-006). */
const bodyOf = (values: Values, saved: Saved) => {
  const { cloud_scorm: cloud, easyship, twilio } = values
  const isCloudChanged = cloud.secret_key !== '' || cloud.app_id !== (saved.cloud_scorm.app_id ?? '')
  const { account_sid, sender, secret_key } = twilio
  const isTwilioChanged =
    secret_key !== '' || account_sid !== (saved.twilio.account_sid ?? '') || sender !== (saved.twilio.sender ?? '')
  return {
    ...(isCloudChanged && {
      cloud_scorm: { app_id: cloud.app_id, ...(cloud.secret_key && { secret_key: cloud.secret_key }) },
    }),
    ...(easyship.secret_key && { easyship: { secret_key: easyship.secret_key } }),
    ...(isTwilioChanged && { twilio: { account_sid, sender, ...(secret_key && { secret_key }) } }),
  }
}

type Props = {
  /** What goes with every call, so that it acts in the portal of the screen. */
  scope: { query?: undefined }
  /** The calls that try a key; they belong to the slices that speak with the service. */
  tests: Record<Service, AnyEndpoint>
}

/** The portal's keys of outside services: shown masked, tried by a real call, replaced and removed (PRT-066, PRT-080). */
export function IntegrationSettings({ scope, tests }: Props) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const [saves, setSaves] = useState(0)
  const query = api.query(showIntegrations, { ...scope })
  const { data, error } = useQuery(query)
  const isReadOnly = !can(session, 'portal-settings.update')
  if (error) return <Alert tone="danger">The keys could not be loaded. Please reload the page.</Alert>
  if (!data) return <LoadingNote text="Loading the keys" />
  const { cloud_scorm: cloud, easyship, twilio } = data.data
  const take = (answer: unknown) => {
    client.setQueryData(query.queryKey, answer as typeof data)
    setSaves((count) => count + 1)
  }
  const part = { scope, tests, isReadOnly, take }
  return (
    <DetailForm<Values>
      key={saves}
      defaults={DEFAULTS}
      record={{
        ...data.data,
        ...versioned(data),
        cloud_scorm: { app_id: cloud.app_id ?? '', secret_key: '' },
        easyship: { secret_key: '' },
        twilio: { account_sid: twilio.account_sid ?? '', sender: twilio.sender ?? '', secret_key: '' },
      }}
      isReadOnly={isReadOnly}
      save={(_, values, options) =>
        api.call(updateIntegrations, { ...scope, body: bodyOf(values, data.data) }, options)
      }
      onSaved={take}
    >
      <FormSection
        title="SCORM Cloud"
        text="Plays SCORM 2004, AICC and xAPI packages, which the built-in player does not."
      >
        <Wide>
          <Standing {...part} service="cloud_scorm" isSet={cloud.is_set} />
        </Wide>
        <TextField name="cloud_scorm.app_id" label="App ID" maxLength={500} autoComplete="off" />
        <PasswordField
          name="cloud_scorm.secret_key"
          label="SCORM Cloud secret key"
          placeholder={cloud.secret_key ?? undefined}
          description={
            cloud.is_set ? 'Leave it empty to keep the saved key.' : 'From your SCORM Cloud account, under Apps.'
          }
          maxLength={500}
          autoComplete="off"
        />
      </FormSection>
      <FormSection title="EasyShip" text="Buys labels and tracks the packages that go with courses and bundles.">
        <Wide>
          <Standing {...part} service="easyship" isSet={easyship.is_set} />
        </Wide>
        <PasswordField
          name="easyship.secret_key"
          label="EasyShip secret key"
          placeholder={easyship.secret_key ?? undefined}
          description={
            easyship.is_set ? 'Leave it empty to keep the saved key.' : 'From your EasyShip account, under Connect.'
          }
          maxLength={500}
          autoComplete="off"
        />
      </FormSection>
      <FormSection
        title="Twilio"
        text="Sends text messages, by which people without an e-mail set their PIN and sign in. Twilio charges your account for each."
      >
        <Wide>
          <Standing {...part} service="twilio" isSet={twilio.is_set} />
        </Wide>
        <Wide>
          <TextsToday today={data.data.text_messages} />
        </Wide>
        <TextField name="twilio.account_sid" label="Account SID" maxLength={500} autoComplete="off" />
        <PasswordField
          name="twilio.secret_key"
          label="Twilio auth token"
          placeholder={twilio.secret_key ?? undefined}
          description={
            twilio.is_set ? 'Leave it empty to keep the saved token.' : 'From your Twilio Console, under Account Info.'
          }
          maxLength={500}
          autoComplete="off"
        />
        <Wide>
          <TextField
            name="twilio.sender"
            label="Messaging service SID or phone number"
            description={`To follow replies of STOP and START, enter ${session.portal.origin}${NEWS_PATH} in Twilio as the address for incoming messages.`}
            maxLength={500}
            autoComplete="off"
          />
        </Wide>
      </FormSection>
    </DetailForm>
  )
}

/** How many text messages were sent today, and from when on some are refused (TXT-024). */
function TextsToday({ today }: { today: Saved['text_messages'] }) {
  const { sent_today: sent, limit, kept_for_sign_ins: kept } = today
  if (limit === 0)
    return <Alert tone="warning">This portal sends no text messages. A super admin can set a daily limit.</Alert>
  const figures = `${formatNumber(sent)} of ${formatNumber(limit)} text messages sent today.`
  if (sent >= limit)
    return <Alert tone="warning">{figures} No more are sent until tomorrow. A super admin can raise the limit.</Alert>
  if (isTextLimitReached(sent, limit))
    return (
      <Alert tone="warning">
        {figures} The rest is reserved for sign-in links. Other texts can be sent again tomorrow. A super admin can
        raise the limit.
      </Alert>
    )
  return (
    <p className={styles.today}>
      {figures} The last {formatNumber(kept)} of each day are reserved for sign-in links.
    </p>
  )
}

export type KeyTestResult = { is_accepted: boolean; message: string }

type StandingProps = Props & { service: Service; isSet: boolean; isReadOnly: boolean; take: (answer: unknown) => void }

/** Whether there is a key, whether the service accepts it, and the way to take it away. */
function Standing({ service, isSet, isReadOnly, scope, tests, take }: StandingProps) {
  const [result, setResult] = useState<KeyTestResult | null>(null)
  const test = useCall(tests[service], {
    onSuccess: (answer: { data: KeyTestResult }) => setResult(answer.data),
    onError: (error) => void toast.error(error),
  })
  const [isAsking, setAsking] = useState(false)
  const remove = useCall(updateIntegrations, { onSuccess: take, onError: (error) => void toast.error(error) })
  const removeAsked = async () => {
    const isSure = await confirm({
      title: `Remove ${NAMES[service]} Key`,
      text: LOST[service],
      yes: 'Remove key',
      no: 'Keep key',
      isDanger: true,
    })
    if (isSure) remove.mutate({ ...scope, body: { [service]: null } })
  }
  return (
    <div className={styles.standing}>
      <StatusBadge status={isSet ? 'active' : 'draft'} label={isSet ? 'Key saved' : 'No key yet'} />
      {!isReadOnly && isSet && (
        <>
          <Button
            size="sm"
            variant="outline"
            isLoading={test.isPending}
            onClick={() => (service === 'twilio' ? setAsking(true) : test.mutate({ ...scope }))}
          >
            {service === 'twilio' ? 'Send a test message' : `Test ${NAMES[service]} key`}
          </Button>
          <Button size="sm" variant="ghost" isLoading={remove.isPending} onClick={() => void removeAsked()}>
            Remove {NAMES[service]} key
          </Button>
        </>
      )}
      {isAsking && (
        <TestMessageDialog
          endpoint={tests.twilio}
          scope={scope}
          onClose={() => setAsking(false)}
          onTested={setResult}
        />
      )}
      {result && (
        <div className={styles.result}>
          <Alert tone={result.is_accepted ? 'success' : 'danger'} isLive>
            {result.message}
          </Alert>
        </div>
      )}
    </div>
  )
}
