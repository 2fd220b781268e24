import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { comesBack } from '#features/checkout/web/public.ts'
import { formatMoney } from '#kernel/format.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { useDayWords } from '#ui/public/parts/day.tsx'
import { RadioGroup } from '#ui/public/parts/field.tsx'
import { changeMySubscription } from '../../contract.ts'
import type { Mine } from '../queries.ts'
import { subscriptionQueries } from '../queries.ts'

type ChangePlanDialogProps = { mine: Mine; onClose: () => void; onChanged: () => void }

/** Changes the plan: what an upgrade costs now, and when everything else takes effect (ORD-033, ORD-035, ORD-036). */
export function ChangePlanDialog({ mine, onClose, onChanged }: ChangePlanDialogProps) {
  const { viewer } = useSession()
  const keyOf = useIdempotencyKey()
  const audience = viewer?.current_role === 'partner' ? 'partner' : 'portal'
  const { data: plans } = useSuspenseQuery(subscriptionQueries(useApi()).plans(audience))
  const [choice, setChoice] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const nameOf = (id: number) => plans.data.find((plan) => plan.id === id)?.name ?? mine.plan.name
  const priceOf = (id: number, type: string) => {
    const plan = plans.data.find((each) => each.id === id)
    return plan
      ? `${formatMoney(type === 'annual' ? plan.annual_price : plan.monthly_price)} a ${type === 'annual' ? 'year' : 'month'}`
      : ''
  }
  const ends = useDayWords()(mine.ends_at)
  const chosen = mine.changes.find((change) => `${change.plan_id} ${change.type}` === choice)
  const change = useCall(changeMySubscription, {
    onSuccess: ({ data }) => {
      if (data.order.url) {
        location.assign(data.order.url)
        return new Promise(() => {})
      }
      toast.success(`The change takes effect on ${ends}.`)
      onChanged()
      onClose()
      return undefined
    },
    onError: (failure) => {
      setProblem(Object.values(failure.errors).flat()[0] ?? failure.message)
      if (failure.status === 409) onChanged()
    },
  })
  const submit = () => {
    if (!chosen || change.isPending) return
    setProblem(undefined)
    const body = {
      plan_id: chosen.plan_id,
      type: chosen.type,
      expected_total: chosen.total,
      ...comesBack('subscription'),
    }
    change.mutate({ body, options: { idempotency_key: keyOf(body) } })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Change the plan"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep the current plan
          </Button>
          <Button disabled={!chosen} isLoading={change.isPending} onClick={submit}>
            {chosen && chosen.total > 0 ? `Pay ${formatMoney(chosen.total)} and change` : 'Change the plan'}
          </Button>
        </>
      }
    >
      <RadioGroup
        legend={`Instead of ${mine.plan.name}, billed ${mine.period === 'annual' ? 'annually' : 'monthly'}`}
        name="change"
        value={choice ?? ''}
        onChange={setChoice}
        options={mine.changes.map((each) => ({
          value: `${each.plan_id} ${each.type}`,
          label: `${nameOf(each.plan_id)}, ${priceOf(each.plan_id, each.type)}`,
          hint: each.is_upgrade
            ? each.remaining_payments > 0
              ? `Right away, with a new 12-month term. ${formatMoney(each.total)} today, of which ${formatMoney(each.remaining_total)} are the ${each.remaining_payments} remaining payments of the present term.`
              : `Right away, with a new 12-month term. ${formatMoney(each.total)} today.`
            : `From ${ends} on, when the current term ends. Nothing to pay today.`,
        }))}
      />
      <div role="alert">{problem && <Alert tone="danger">{problem}</Alert>}</div>
    </Dialog>
  )
}
