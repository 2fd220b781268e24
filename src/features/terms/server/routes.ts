import { requireCatalog } from '#features/catalog/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { TERM_KINDS, type TermKind } from '../rules/kinds.ts'
import { termListCalls } from './lists.ts'
import { findTerm, listForSelect, listTerms } from './store.ts'

const listRoute = (kind: TermKind, endpoint: typeof contract.listStates): Route =>
  route(endpoint, async ({ tx, ctx, query }) => {
    requireCatalog(ctx)
    return listTerms(tx, ctx.portal.id, kind, query)
  })

const show = async (tx: Tx, ctx: Context, kind: TermKind, name: string) => {
  requireCatalog(ctx)
  const term = await findTerm(tx, ctx.portal.id, kind, name)
  if (!term) throw fail('not_found')
  return { data: term }
}

const showRoute = (kind: TermKind, endpoint: typeof contract.showState): Route =>
  route(endpoint, ({ tx, ctx, params }) => show(tx, ctx, kind, params.slug))

const courseTerms = async (tx: Tx, portalId: number) => {
  const terms = Map.groupBy(await listForSelect(tx, portalId, TERM_KINDS), ({ kind }) => kind)
  const of = (kind: TermKind) => (terms.get(kind) ?? []).map(({ id, title }) => ({ id, title }))
  return {
    categories: of('category'),
    training_options: of('training_option'),
    states: of('state'),
    agencies: of('agency'),
    organizations: of('organization'),
    languages: of('language'),
  }
}

export const routes = (services: Services): Route[] => [
  listRoute('agency', contract.listAgencies),
  listRoute('state', contract.listStates),
  listRoute('category', contract.listCategories),
  listRoute('organization', contract.listOrganizations),
  listRoute('language', contract.listLanguages),
  listRoute('training_option', contract.listTrainingOptions),
  showRoute('agency', contract.showAgency),
  showRoute('state', contract.showState),
  showRoute('category', contract.showCategory),
  showRoute('organization', contract.showOrganization),
  showRoute('training_option', contract.showTrainingOption),
  route(contract.showLanguage, ({ tx, ctx, params }) => show(tx, ctx, 'language', params.code)),
  route(contract.listCourseTerms, async ({ tx, ctx }) => ({ data: await courseTerms(tx, ctx.portal.id) })),
  ...termListCalls(services),
]
