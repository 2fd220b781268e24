import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BuyCreditsDialog, Cancelled, comesBack } from '#features/checkout/web/public.ts'
import { formatMoney } from '#kernel/format.ts'
import { DataList, Stats } from '#ui/app/list/data-list.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { IconCoin, IconRefresh } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DayText, useDayWords } from '#ui/public/parts/day.tsx'
import { Card } from '#ui/public/products/card.tsx'
import { cancelMySubscription, payMySubscription } from '../../contract.ts'
import { ChangePlanDialog } from '../components/change-plan-dialog.tsx'
import { PlanCards } from '../components/plan-cards.tsx'
import { type Mine, subscriptionQueries } from '../queries.ts'
import styles from './my-subscription.module.css'

const PERIODS = { monthly: 'Billed monthly', annual: 'Billed annually' } as const

/** Plan, period, status, end and credits of the own subscription, and what can be done about it (ORD-039). */
export function MySubscriptionScreen({ cancelledOrder }: { cancelledOrder: number | null }) {
  const { viewer, portal } = useSession()
  const isPartner = viewer?.current_role === 'partner'
  const queries = subscriptionQueries(useApi())
  const { data: mine } = useSuspenseQuery(queries.mine())
  const { data: plans } = useSuspenseQuery(queries.plans(isPartner ? 'partner' : 'portal'))
  const mayChange = viewer?.abilities.includes('my-subscription.update') ?? false
  // The checkout of a first plan is closed while the portal is paused; what runs can still be paid.
  const mayChoose = mayChange && plans.data.length > 0 && !portal.flags.is_in_house && !portal.flags.is_blocked
  return (
    <div className={styles.page}>
      {cancelledOrder !== null && <Cancelled orderId={cancelledOrder} success="subscription" />}
      {portal.flags.is_blocked && (
        <Alert tone="warning" title={`${portal.name} is paused`}>
          Nobody can use it until the platform resumes it. Courses, progress, credits and certificates are kept. You can
          still see and pay the subscription here, read the terms, and sign out.
          {isPartner && portal.company.support_email && ` Questions? Write to ${portal.company.support_email}.`}
        </Alert>
      )}
      {mine.data ? (
        <Running mine={mine.data} mayChange={mayChange} />
      ) : (
        <>
          <PageHeader
            title="Subscription"
            text={isPartner ? 'The plan of your company.' : `The plan of ${portal.name}.`}
          />
          {!isPartner && !portal.is_subscribed && !portal.flags.is_blocked && (
            <Alert tone="danger" title="There is no running subscription">
              Until you have one, you cannot enroll or invite new people, publish, or buy. Learners keep all their
              enrollments, everyone can sign in, and you keep your remaining credits.
              {mayChoose ? ' Choose a plan to continue right away.' : ' Please ask the platform for a plan.'}
            </Alert>
          )}
          {mayChoose ? (
            <>
              <h2 className="only-read">Plans</h2>
              <PlanCards plans={plans.data} mayTry={mine.meta.may_try} />
            </>
          ) : (
            <EmptyState
              title="There is no subscription"
              text="Without a plan, you cannot enroll new people or publish. Learners keep what they have. Please ask the platform for a plan."
            />
          )}
        </>
      )}
    </div>
  )
}

function Running({ mine, mayChange }: { mine: Mine; mayChange: boolean }) {
  const day = useDayWords()
  const client = useQueryClient()
  const { viewer, portal } = useSession()
  const queries = subscriptionQueries(useApi())
  const [dialog, setDialog] = useState<'change' | 'credits' | null>(null)
  const read = () => void client.invalidateQueries({ queryKey: queries.mine().queryKey })
  const cancel = useCall(cancelMySubscription, {
    onSuccess: ({ data }) => {
      toast.success(`The subscription is cancelled and runs to ${day(data.ends_at)}.`)
      read()
    },
    onError: (error) => void toast.error(error),
  })
  const ask = async () => {
    const isSure = await confirm({
      title: 'Cancel the subscription?',
      text: `It runs to ${day(mine.ends_at)}, and then it ends.${
        mine.payments_left > 0 ? ` The ${mine.payments_left} remaining payments of the term stay due.` : ''
      } Learners keep every enrollment they have.`,
      yes: 'Cancel the subscription',
      no: 'Keep it',
      isDanger: true,
    })
    if (isSure) cancel.mutate({})
  }
  const isCancelled = mine.status === 'canceled'
  const isPartner = viewer?.current_role === 'partner'
  const maySpend = isPartner ? mine.gives_access : viewer?.abilities.includes('portal-credits.create')
  // A paused portal sells nothing, itself neither.
  const buysCredits = maySpend && !portal.flags.is_blocked
  return (
    <>
      <PageHeader
        title="Subscription"
        badge={<StatusBadge status={mine.status} />}
        text={`${mine.plan.name}. ${mine.is_attached ? 'Attached without payment' : PERIODS[mine.period]}.`}
        actions={
          mayChange && (
            <div className={styles.actions}>
              {buysCredits && (
                <Button variant="outline" icon={IconCoin} aria-haspopup="dialog" onClick={() => setDialog('credits')}>
                  Buy credits
                </Button>
              )}
              {!isCancelled && mine.changes.length > 0 && (
                <Button icon={IconRefresh} aria-haspopup="dialog" onClick={() => setDialog('change')}>
                  Change plan
                </Button>
              )}
            </div>
          )
        }
      />
      <Notices mine={mine} mayChange={mayChange} />
      <Stats
        items={[
          { label: 'Plan', value: mine.plan.name, note: mine.is_attached ? 'Attached' : PERIODS[mine.period] },
          {
            label: mine.renews ? 'Next term begins' : 'Ends',
            value: <DayText value={mine.ends_at} isEnd />,
            note: mine.renews ? 'Renews automatically' : 'Does not renew',
          },
          {
            label: 'Next payment',
            value: mine.next_payment ? formatMoney(mine.next_payment.amount) : 'None',
            note: mine.next_payment && <DayText value={mine.next_payment.due_at} />,
          },
          { label: 'Credits per term', value: mine.credits.toLocaleString('en-US'), note: 'Unused ones roll over' },
        ]}
      />
      <Card>
        <h2 className={styles.title}>Details</h2>
        <DataList
          items={[
            { label: 'Term', value: `${day(mine.starts_at)} to ${day(mine.ends_at)}` },
            {
              label: 'Price',
              value: mine.is_attached
                ? 'None'
                : `${formatMoney(mine.price)} a ${mine.period === 'annual' ? 'year' : 'month'}`,
            },
            { label: 'Extra credit', value: formatMoney(mine.extra_credit_price) },
            { label: 'Payments made', value: mine.payments_paid },
            { label: 'Payments left this term', value: mine.payments_left },
            {
              label: 'Next term',
              value: mine.next_plan && `${mine.next_plan.plan.name}, ${PERIODS[mine.next_plan.period].toLowerCase()}`,
            },
            { label: 'Canceled', value: mine.cancelled_at && day(mine.cancelled_at) },
          ]}
        />
      </Card>
      {mayChange && !isCancelled && (
        <Card>
          <h2 className={styles.title}>Cancel</h2>
          <p className={styles.note}>
            A cancellation takes effect at the end of the term, on {day(mine.ends_at)}. Nothing changes until then.
          </p>
          <p>
            <Button variant="danger-outline" isLoading={cancel.isPending} onClick={() => void ask()}>
              Cancel the subscription
            </Button>
          </p>
        </Card>
      )}
      {dialog === 'change' && <ChangePlanDialog mine={mine} onClose={() => setDialog(null)} onChanged={read} />}
      {dialog === 'credits' && <BuyCreditsDialog isPartner={isPartner} onClose={() => setDialog(null)} />}
    </>
  )
}

/** What is late, ends or can be gone on with, each with what to do about it. */
function Notices({ mine, mayChange }: { mine: Mine; mayChange: boolean }) {
  const day = useDayWords()
  const keyOf = useIdempotencyKey()
  const client = useQueryClient()
  const queries = subscriptionQueries(useApi())
  const pay = useCall(payMySubscription, {
    onSuccess: ({ data }) => {
      if (!data.order.url) return undefined
      location.assign(data.order.url)
      return new Promise(() => {})
    },
    onError: (error) => {
      void toast.error(error)
      void client.invalidateQueries({ queryKey: queries.mine().queryKey })
    },
  })
  const { payable } = mine
  const payNow = () => {
    if (!payable || pay.isPending) return
    const body = { expected_total: payable.amount, ...comesBack('subscription') }
    pay.mutate({ body, options: { idempotency_key: keyOf(body) } })
  }
  const button = (label: string) =>
    mayChange &&
    payable && (
      <Button size="sm" isLoading={pay.isPending} onClick={payNow}>
        {label} {formatMoney(payable.amount)}
      </Button>
    )
  if (mine.status === 'past_due' || mine.status === 'unpaid') {
    return (
      <Alert
        tone={mine.status === 'unpaid' ? 'danger' : 'warning'}
        title={mine.status === 'unpaid' ? 'The subscription is not paid' : 'A payment was refused'}
        action={button('Pay')}
      >
        {mine.status === 'unpaid'
          ? 'You cannot enroll new people or publish until it is paid.'
          : 'We will try the card again for a few days. Paying now replaces the card for future payments.'}
      </Alert>
    )
  }
  if (mine.status === 'trialing') {
    return (
      <Alert tone="info" title={`The trial ends on ${day(mine.ends_at)}`} action={button('Continue for')}>
        Continue the plan before that to avoid an interruption.
      </Alert>
    )
  }
  if (mine.status === 'canceled') {
    return (
      <Alert tone="warning" title={`The subscription ends on ${day(mine.ends_at)}`} action={button('Pay')}>
        {payable
          ? 'A payment was refused. Without it, the subscription ends one week later.'
          : 'Until then, nothing changes. Learners keep all their enrollments.'}
      </Alert>
    )
  }
  if (mine.is_attached && payable) {
    return (
      <Alert tone="info" title={`Your plan runs until ${day(mine.ends_at)}`} action={button('Continue for')}>
        It ends automatically. Continuing starts a 12-month term today.
      </Alert>
    )
  }
  return null
}
