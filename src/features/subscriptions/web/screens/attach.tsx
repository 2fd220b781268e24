import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { selectPortals } from '#features/portals/contract.ts'
import { DetailForm, FormSection } from '#ui/app/form/detail-form.tsx'
import { IdSelectField, MomentField, NumberField, SelectField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { attachSubscription } from '../../contract.ts'
import { subscriptionQueries } from '../queries.ts'

const DEFAULTS = {
  portal_id: null as number | null,
  plan_id: null as number | null,
  period: 'annual',
  starts_at: '',
  credits: 0,
}

/** A plan for a portal without payment: plan, period, start and credits (ORD-040). */
export function AttachScreen() {
  const api = useApi()
  const router = useRouter()
  const client = useQueryClient()
  const portalId = Number((useSearch({ strict: false }) as { portal_id?: unknown }).portal_id) || null
  const { data: plans } = useSuspenseQuery(subscriptionQueries(api).plans('portal'))
  const { data: portals } = useSuspenseQuery(api.query(selectPortals))
  const options = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <DetailForm
      title="Attach a plan"
      text="A 12-month term without payment. It ends automatically, with notice."
      crumbs={[{ label: 'Subscriptions', href: '/admin/subscriptions' }, { label: 'Attach a plan' }]}
      defaults={{ ...DEFAULTS, portal_id: portalId }}
      saveLabel="Attach the plan"
      savedText="The plan is attached."
      save={(payload) => api.call(attachSubscription, { body: { credits: 0, ...payload } as never })}
      onSaved={() => {
        void client.invalidateQueries()
        void router.navigate({ href: '/admin/subscriptions' })
      }}
    >
      <FormSection title="Plan">
        <IdSelectField name="portal_id" label="Portal" data={options(portals.data)} searchable withAsterisk />
        <IdSelectField name="plan_id" label="Plan" data={options(plans.data)} withAsterisk />
        <SelectField
          name="period"
          label="Period"
          description="How often the portal pays if it continues the plan."
          data={[
            { value: 'annual', label: 'Annual' },
            { value: 'monthly', label: 'Monthly' },
          ]}
        />
        <MomentField name="starts_at" label="Start" description="If you choose nothing, today." />
        <NumberField
          name="credits"
          label="Credits"
          description="Added to the portal's credits."
          min={0}
          max={1_000_000}
        />
      </FormSection>
    </DetailForm>
  )
}
