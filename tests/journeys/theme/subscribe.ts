import { API, type Call, dataOf } from '../kit/calls.ts'

/** Gives a portal a plan, as somebody of the platform does. */
export const subscribe = async (office: Call, portal_id: number, credits = 0): Promise<void> => {
  const plans = dataOf<{ id: number; audience: string }[]>(await office('GET', `${API}/admin/plans`))
  const plan_id = plans.find(({ audience }) => audience === 'portal')?.id
  await office('POST', `${API}/admin/subscriptions`, { data: { portal_id, plan_id, period: 'annual', credits } })
}
