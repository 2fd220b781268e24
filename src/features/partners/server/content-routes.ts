import { type Route, route } from '#platform/route.ts'
import * as contract from '../contract-content.ts'
import { requireCompany } from './actions/own-company.ts'
import * as content from './actions/own-content.ts'
import { listAuthorRows, listFeatureRows, listQuestionRows } from './content-store.ts'

/** The calls by which partners look after their authors, features and questions (PAR-010 to PAR-012, ROL-061). */
export const partnerContentCalls: Route[] = [
  route(contract.listPartnerAuthors, async ({ tx, ctx, query: { user_id, ...page } }) => {
    const { id } = await requireCompany(tx, ctx, user_id)
    return listAuthorRows(tx, ctx.portal.id, id, page)
  }),
  route(contract.createPartnerAuthor, async ({ tx, ctx, query, body }) => ({
    data: await content.addAuthor(tx, ctx, query.user_id, body),
  })),
  route(contract.showPartnerAuthor, async ({ tx, ctx, query, params }) => ({
    data: await content.reachAuthor(tx, ctx, query.user_id, params.id),
  })),
  route(contract.updatePartnerAuthor, async ({ tx, ctx, query, params, body }) => ({
    data: await content.changeAuthor(tx, ctx, query.user_id, params.id, body),
  })),
  route(contract.deletePartnerAuthor, async ({ tx, ctx, query, params }) => {
    await content.removeContent(tx, ctx, query.user_id, 'author', params.id)
    return undefined
  }),

  route(contract.listPartnerFeatures, async ({ tx, ctx, query: { user_id, ...page } }) => {
    const { id } = await requireCompany(tx, ctx, user_id)
    return listFeatureRows(tx, ctx.portal.id, id, page)
  }),
  route(contract.createPartnerFeature, async ({ tx, ctx, query, body }) => ({
    data: await content.addFeature(tx, ctx, query.user_id, body),
  })),
  route(contract.showPartnerFeature, async ({ tx, ctx, query, params }) => ({
    data: await content.reachFeature(tx, ctx, query.user_id, params.id),
  })),
  route(contract.updatePartnerFeature, async ({ tx, ctx, query, params, body }) => ({
    data: await content.changeFeature(tx, ctx, query.user_id, params.id, body),
  })),
  route(contract.deletePartnerFeature, async ({ tx, ctx, query, params }) => {
    await content.removeContent(tx, ctx, query.user_id, 'feature', params.id)
    return undefined
  }),

  route(contract.listPartnerQuestions, async ({ tx, ctx, query: { user_id, ...page } }) => {
    const { id } = await requireCompany(tx, ctx, user_id)
    return listQuestionRows(tx, ctx.portal.id, id, page)
  }),
  route(contract.createPartnerQuestion, async ({ tx, ctx, query, body }) => ({
    data: await content.addQuestion(tx, ctx, query.user_id, body),
  })),
  route(contract.showPartnerQuestion, async ({ tx, ctx, query, params }) => ({
    data: await content.reachQuestion(tx, ctx, query.user_id, params.id),
  })),
  route(contract.updatePartnerQuestion, async ({ tx, ctx, query, params, body }) => ({
    data: await content.changeQuestion(tx, ctx, query.user_id, params.id, body),
  })),
  route(contract.deletePartnerQuestion, async ({ tx, ctx, query, params }) => {
    await content.removeContent(tx, ctx, query.user_id, 'question', params.id)
    return undefined
  }),
]
