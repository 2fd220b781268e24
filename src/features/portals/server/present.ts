import { displayPerson } from '#features/accounts/server/api.ts'
import { portalCredits } from '#features/credits/server/api.ts'
import { accessOf, type Permission } from '#kernel/access/permissions.ts'
import type { Context, PortalContext } from '#kernel/context.ts'
import type { Output } from '#kernel/endpoint.ts'
import type { Tx } from '#platform/db/db.ts'
import type { listPortals, showPortal } from '../contract.ts'
import type { PortalPorts } from './ports.ts'
import { countRoles, type listPortalRows, loadPortalAdmins } from './store.ts'

type Answer = Output<typeof showPortal>['data']
type Summary = Output<typeof listPortals>['data'][number]

/** Anyone who may open one of these groups over the whole portal sees its people, subscription and credits (PRT-055). */
const INSIDE = ['portal-settings.view', 'portal-credits.view', 'my-subscription.view'] as const satisfies Permission[]

/** True for those who are answered more of the portal than everybody; a partner's own subscription is none of the portal's. */
export const seesInside = ({ viewer, portal }: Pick<Context, 'viewer' | 'portal'>): boolean =>
  viewer !== null &&
  INSIDE.some(
    (permission) =>
      accessOf(viewer.current_role, permission, {
        toggles: viewer.toggles,
        condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
      }) === 'any',
  )

const planOf = (shortName: string | null) => (shortName === null ? null : { short_name: shortName })

/** A portal for everybody: what of it is on its pages anyway (PRT-055). */
export const presentPortal = ({
  plan_short_name,
  subscribed_until: _until,
  is_paused: _paused,
  is_demo: _demo,
  ...portal
}: PortalContext): Answer => ({
  ...portal,
  plan: planOf(plan_short_name),
})

/** A portal for those who run it: with its admins, numbers, subscription and credits (PRT-012, PRT-016, PRT-055). */
export const presentInside = async (tx: Tx, portal: PortalContext, ports: PortalPorts): Promise<Answer> => ({
  ...presentPortal(portal),
  is_paused: portal.is_paused,
  users: (await loadPortalAdmins(tx, portal.id)).map(displayPerson),
  ...(await countRoles(tx, portal.id, ['manager', 'learner'])),
  subscription: await ports.portalSubscription(tx, portal.id),
  credits: await portalCredits(tx, portal.id),
})

type Row = Awaited<ReturnType<typeof listPortalRows>>['data'][number]

export const presentSummary = ({ plan_short_name, status, type, ...row }: Row): Summary => ({
  ...row,
  status: status as Summary['status'],
  type: type as Summary['type'],
  plan: planOf(plan_short_name),
})
