import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { MoneyField, NumberField, SwitchField, TextField } from '#ui/app/form/fields.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { ListSpec } from '#ui/app/list/list-state.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPencil } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { Badge } from '#ui/public/parts/badge.tsx'
import { type listManagedPlans, updatePlan } from '../../contract.ts'
import { subscriptionQueries } from '../queries.ts'

type Plan = Wire<typeof listManagedPlans>['data'][number]

const SPEC: ListSpec = {}

/** What every plan costs and gives, offered or not; super admins set it (ORD-043, CAT-016). */
export function PlansScreen() {
  const session = useSession()
  const address = useListState(SPEC)
  const result = useQuery(subscriptionQueries(useApi()).managedPlans())
  const [chosen, setChosen] = useState<Plan | null>(null)
  const mayEdit = can(session, 'subscriptions.update')
  return (
    <>
      <ListScreen<Plan>
        title="Plans"
        text="Plans for portals and partners. Changes apply to new orders and new terms."
        crumbs={[{ label: 'Subscriptions', href: '/admin/subscriptions' }, { label: 'Plans' }]}
        label="Plans"
        address={address}
        result={result}
        searchLabel={null}
        rowKey={(plan) => plan.id}
        rowName={(plan) => plan.name}
        rowActions={(plan) => (mayEdit ? [{ label: 'Edit', icon: IconPencil, run: () => setChosen(plan) }] : [])}
        columns={[
          { key: 'name', title: 'Plan', role: 'main', cell: (plan) => plan.name },
          { key: 'audience', title: 'For', cell: (plan) => (plan.audience === 'portal' ? 'Portals' : 'Partners') },
          { key: 'monthly_price', title: 'A month', align: 'right', cell: (plan) => formatMoney(plan.monthly_price) },
          { key: 'annual_price', title: 'A year', align: 'right', cell: (plan) => formatMoney(plan.annual_price) },
          {
            key: 'annual_credits',
            title: 'Credits a year',
            align: 'right',
            cell: (plan) => plan.annual_credits.toLocaleString('en-US'),
          },
          {
            key: 'extra_credit_price',
            title: 'Further credit',
            align: 'right',
            role: 'secondary',
            cell: (plan) => formatMoney(plan.extra_credit_price),
          },
          {
            key: 'trial_days',
            title: 'Trial',
            role: 'secondary',
            cell: (plan) => (plan.trial_days > 0 ? `${plan.trial_days} days` : 'None'),
          },
          {
            key: 'is_listed',
            title: 'Offered',
            cell: (plan) => (plan.is_listed ? <Badge tone="success">Offered</Badge> : <Badge>Hidden</Badge>),
          },
        ]}
        empty={{ title: 'No plans', text: 'Plans on offer will be listed here.' }}
      />
      {chosen && <EditPlan key={chosen.id} plan={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

const DEFAULTS = {
  name: '',
  monthly_price: '' as number | '',
  annual_price: '' as number | '',
  extra_credit_price: '' as number | '',
  annual_credits: '' as number | '',
  trial_days: '' as number | '',
  is_listed: false,
}

function EditPlan({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={plan.name}
      text="Current terms keep the price and credits they were bought with."
      defaults={DEFAULTS}
      record={plan}
      save={(_, values, options) => api.call(updatePlan, { params: { id: plan.id }, body: values as never }, options)}
      onSaved={() => void client.invalidateQueries()}
    >
      <Wide>
        <TextField name="name" label="Name" maxLength={100} required />
      </Wide>
      <MoneyField name="monthly_price" label="Price a month" required />
      <MoneyField name="annual_price" label="Price a year" description="For the whole year." required />
      <NumberField name="annual_credits" label="Credits a year" min={0} allowDecimal={false} required />
      <MoneyField name="extra_credit_price" label="Further credit" required />
      <NumberField
        name="trial_days"
        label="Days of trial"
        description="0 for none."
        min={0}
        allowDecimal={false}
        required
      />
      <Wide>
        <SwitchField
          name="is_listed"
          label="Offered"
          description="People who have a plan keep it when it is no longer offered."
        />
      </Wide>
    </FormDialog>
  )
}
