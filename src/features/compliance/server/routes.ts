import { lookerOf, reachFor } from '#features/accounts/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { dayOf } from '#kernel/format/day.ts'
import { fileNameOf } from '#kernel/uploads/file-name.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { dryRunRequirement } from '../contract-terms.ts'
import { correctFact } from './actions/correct-fact.ts'
import { savePlaces } from './actions/save-places.ts'
import { addTerms, createRequirement } from './actions/save-requirement.ts'
import { rosterPdf } from './crew/pdf.ts'
import { readRoster } from './crew/roster.ts'
import { signRoster, sizeOf } from './crew/signed-roster.ts'
import { dryRunTerms } from './dry-run.ts'
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

const rosterOf = (tx: Tx, ctx: SignedIn, { requirements, ...query }: Input<typeof contract.showCrewRoster>['query']) =>
  readRoster(tx, atOf(ctx), { ...query, on: todayOf(ctx), requirements: requirements?.split(',').map(Number) })

export const routes = ({ secret }: Services): Route[] => [
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
  route(dryRunRequirement, async ({ tx, ctx, body }) => ({ data: await dryRunTerms(tx, ctx, body) })),
  route(contract.showMatrix, async ({ tx, ctx, query: { on, requirements, ...query } }) => ({
    data: await showMatrix(tx, atOf(ctx), {
      ...query,
      on: on ?? todayOf(ctx),
      requirements: requirements?.split(',').map(Number),
    }),
  })),
  route(contract.showCrewRoster, async ({ tx, ctx, query }) => ({
    data: sizeOf(ctx, await rosterOf(tx, ctx, query)),
  })),
  route(contract.downloadCrewRoster, async ({ tx, ctx, query: { title, ...query } }) => {
    const roster = await signRoster(tx, ctx, secret, { ...(await rosterOf(tx, ctx, query)), title })
    const { portal, now } = ctx
    const about = {
      portal: portal.name,
      address: `${portal.origin}/gate`,
      today: todayOf(ctx),
      made_at: now,
      time_zone: portal.setting.time_zone,
    }
    return async () => ({
      name: `${fileNameOf(`Crew roster - ${title}`)}.pdf`,
      mime_type: 'application/pdf',
      is_attachment: true,
      content: await rosterPdf(roster, about),
    })
  }),
  route(contract.showProof, async ({ tx, ctx, params, query }) => ({
    data: await showProof(
      tx,
      {
        ...atOf(ctx),
        can_correct: reachFor(ctx, 'enrollments.update') === 'any',
        can_read_documents: reachFor(ctx, 'users.view') !== 'none',
      },
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
