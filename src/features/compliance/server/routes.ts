import { lookerOf, reachFor } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { correctFact } from './actions/correct-fact.ts'
import { savePlaces } from './actions/save-places.ts'
import { addTerms, createRequirement } from './actions/save-requirement.ts'
import { showMatrix } from './matrix.ts'
import { loadOptions } from './options.ts'
import { presentRequirements } from './present.ts'
import { showProof } from './proof.ts'
import { loadRequirements } from './requirements.ts'

const todayOf = ({ now, portal }: SignedIn) => dayOf(now, portal.setting.time_zone)

const atOf = (ctx: SignedIn) => ({
  portal_id: ctx.portal.id,
  time_zone: ctx.portal.setting.time_zone,
  reach: ctx.scope === 'own' ? { looker: lookerOf(ctx), today: todayOf(ctx) } : null,
})

const showRequirement = async (tx: Tx, ctx: SignedIn, id: number) => {
  const rows = await loadRequirements(tx, ctx.portal.id, id)
  const [shown] = await presentRequirements(tx, ctx.portal.id, rows, todayOf(ctx))
  if (!shown) throw fail('not_found')
  return shown
}

export const routes = (): Route[] => [
  route(contract.listRequirements, async ({ tx, ctx }) => ({
    data: await presentRequirements(tx, ctx.portal.id, await loadRequirements(tx, ctx.portal.id), todayOf(ctx)),
  })),
  route(contract.showComplianceOptions, async ({ tx, ctx }) => ({ data: await loadOptions(tx, ctx.portal.id) })),
  route(contract.createRequirement, async ({ tx, ctx, body }) => ({
    data: await showRequirement(tx, ctx, await createRequirement(tx, ctx, body)),
  })),
  route(contract.addTerms, async ({ tx, ctx, params, body }) => {
    await addTerms(tx, ctx, params.id, body)
    return { data: await showRequirement(tx, ctx, params.id) }
  }),
  route(contract.showMatrix, async ({ tx, ctx, query: { on, requirements, ...query } }) => ({
    data: await showMatrix(tx, atOf(ctx), {
      ...query,
      on: on ?? todayOf(ctx),
      requirements: requirements?.split(',').map(Number),
    }),
  })),
  route(contract.showProof, async ({ tx, ctx, params, query }) => ({
    data: await showProof(
      tx,
      { ...atOf(ctx), can_correct: reachFor(ctx, 'enrollments.update') === 'any' },
      { user_id: params.userId, id: params.id, on: query.on ?? todayOf(ctx) },
    ),
  })),
  route(contract.savePlaces, async ({ tx, ctx, body }) => ({
    data: { written: await savePlaces(tx, ctx, body) },
  })),
  route(contract.correctFact, async ({ tx, ctx, params, body }) => {
    await correctFact(tx, ctx, params.id, body.reason)
    return undefined
  }),
]
