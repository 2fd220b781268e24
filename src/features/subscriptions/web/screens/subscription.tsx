import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { formatMoney } from '#kernel/format.ts'
import { DetailForm, FormSection } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { IdSelectField, MomentField, NumberField, SelectField } from '#ui/app/form/fields.tsx'
import { DataList } from '#ui/app/list/data-list.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { useDayWords } from '#ui/public/parts/day.tsx'
import { Card } from '#ui/public/products/card.tsx'
import { updateSubscription } from '../../contract.ts'
import { subscriptionQueries } from '../queries.ts'
import styles from './my-subscription.module.css'

/** One subscription: what an attached plan is can be edited, what is paid for only ended (ORD-043). */
export function SubscriptionScreen({ id }: { id: number }) {
  const day = useDayWords()
  const api = useApi()
  const client = useQueryClient()
  const { viewer } = useSession()
  const queries = subscriptionQueries(api)
  const { data: plans } = useSuspenseQuery(queries.plans('portal'))
  const { data: answer } = useSuspenseQuery(queries.one(id))
  const row = answer.data
  const name = row.company?.name ?? row.portal.name
  const isOver = row.status === 'deleted'
  const mayEdit = (viewer?.abilities.includes('subscriptions.update') ?? false) && !isOver
  const read = () => void client.invalidateQueries()
  const end = useCall(updateSubscription, {
    onSuccess: () => {
      toast.success('The subscription is changed.')
      read()
    },
    onError: (error) => void toast.error(error),
  })
  const ask = async (status: 'canceled' | 'deleted') => {
    const isSure = await confirm(
      status === 'deleted'
        ? {
            title: 'End the subscription now?',
            text: `You cannot enroll people in ${name} from now on. Learners keep every enrollment they have.`,
            yes: 'End it now',
            no: 'Keep it',
            isDanger: true,
          }
        : {
            title: 'Cancel at the end of the term?',
            text: `The subscription of ${name} runs to ${day(row.ends_at)} and ends then.`,
            yes: 'Cancel it',
            no: 'Keep it',
            isDanger: true,
          },
    )
    if (isSure) end.mutate({ params: { id }, body: { status } })
  }
  const canShape = mayEdit && row.is_attached
  return (
    <DetailForm
      key={`${row.id} ${row.ends_at} ${row.plan.id}`}
      title={name}
      badge={<StatusBadge status={row.status} />}
      text={
        row.is_attached
          ? 'Attached without payment.'
          : `${formatMoney(row.price)} a ${row.period === 'annual' ? 'year' : 'month'}.`
      }
      crumbs={[{ label: 'Subscriptions', href: '/admin/subscriptions' }, { label: name }]}
      defaults={{ plan_id: null as number | null, period: 'annual', ends_at: '', added_credits: 0 }}
      record={{ plan_id: row.plan.id, period: row.period, ends_at: row.ends_at, added_credits: 0, ...versioned(row) }}
      isReadOnly={!mayEdit}
      save={(payload, _, options) => {
        const body = canShape ? payload : { added_credits: payload.added_credits }
        return api.call(updateSubscription, { params: { id }, body: body as never }, options)
      }}
      onSaved={read}
      danger={
        mayEdit && (
          <div className={styles.actions}>
            {row.status !== 'canceled' && (
              <Button variant="danger-outline" isLoading={end.isPending} onClick={() => void ask('canceled')}>
                Cancel at the end of the term
              </Button>
            )}
            <Button variant="danger-outline" isLoading={end.isPending} onClick={() => void ask('deleted')}>
              End now
            </Button>
          </div>
        )
      }
    >
      <FormSection
        title="Plan"
        text={canShape ? undefined : 'Only the people who pay for a subscription can change its plan.'}
      >
        <IdSelectField
          name="plan_id"
          label="Plan"
          disabled={!canShape}
          data={[...plans.data, ...(plans.data.some((plan) => plan.id === row.plan.id) ? [] : [row.plan])].map(
            (plan) => ({
              value: plan.id,
              label: plan.name,
            }),
          )}
        />
        <SelectField
          name="period"
          label="Period"
          disabled={!canShape}
          data={[
            { value: 'annual', label: 'Annual' },
            { value: 'monthly', label: 'Monthly' },
          ]}
        />
        <MomentField name="ends_at" label="End" disabled={!canShape} />
        <NumberField
          name="added_credits"
          label="Credits to add"
          description="Added to the remaining credits when you save."
          min={0}
          max={1_000_000}
        />
      </FormSection>
      <Card>
        <DataList
          items={[
            { label: 'Since', value: day(row.created_at) },
            { label: 'Term', value: `${day(row.starts_at)} to ${day(row.ends_at)}` },
            { label: 'Credits per term', value: row.credits },
            { label: 'Renews', value: row.renews ? 'By itself' : 'No' },
            { label: 'Canceled', value: row.cancelled_at && day(row.cancelled_at) },
          ]}
        />
      </Card>
    </DetailForm>
  )
}
