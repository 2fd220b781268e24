import { type GateList, openGateList, type SignedGateList } from '#kernel/statements/gate-list.ts'

const CACHE = 'gate-list'
const PLACE = '/gate/list'

/** The list that this device keeps; null where there is none, or where it was changed since. */
export const keptList = async (): Promise<GateList | null> => {
  const kept = await (await caches.open(CACHE)).match(PLACE)
  return kept ? openGateList((await kept.json()) as SignedGateList, null) : null
}

/** Gets the list of today and keeps it, unless it is not the portal's. Throws without a network. */
export const fetchList = async (known: GateList | null): Promise<GateList | null> => {
  const answer = await fetch('/api/v1/main/gate-list', { cache: 'no-store' })
  if (!answer.ok) return null
  const { data } = (await answer.json()) as { data: SignedGateList }
  const list = await openGateList(data, known?.portal.id ?? null)
  if (!list) return null
  await (await caches.open(CACHE)).put(PLACE, new Response(JSON.stringify(data)))
  return list
}

const DAYS = 'gate-warn-days'
const USUAL_DAYS = 3

/** After how many days this device warns that its list is old. */
export const warnDays = (): number => Number(localStorage.getItem(DAYS)) || USUAL_DAYS
export const setWarnDays = (days: number): void => localStorage.setItem(DAYS, String(days))
