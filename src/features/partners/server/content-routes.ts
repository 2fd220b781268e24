import { picturedRoutes } from '#features/media/server/api.ts'
import { storeBlockPicture, takeBlocks } from '#features/pages/server/api.ts'
import { listForSelect } from '#features/terms/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { contentRoutes } from '#platform/http/content/routes.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract-content.ts'
import { requireCompany } from './actions/own-company.ts'
import { AUTHOR_PICTURES, authorKind, featureKind, ofPortal, pageKind, questionKind } from './kinds.ts'
import { selectOfCompany } from './store.ts'

/** The records of the company that the call is about; `not_found` before there is one (ROL-027, PAR-004). */
const ofCompany = async (tx: Tx, ctx: SignedIn, { user_id }: { user_id?: number }) => ({
  partner_company_id: (await requireCompany(tx, ctx, user_id)).id,
})

const TERMS = ['training_option', 'state', 'agency', 'category', 'language'] as const

/** The portal's own records (CNT-005, CNT-009). */
const own = async () => ({ partner_company_id: null })

/** The calls by which partners look after what their company shows (PAR-010 to PAR-014, ROL-061), and editors after the same of the portal. */
export const partnerContentCalls = ({ files }: Pick<Services, 'files'>): Route[] => [
  ...picturedRoutes(files, contract.authors, ofPortal(authorKind), AUTHOR_PICTURES, own),
  ...contentRoutes(contract.features, ofPortal(featureKind), own),
  ...picturedRoutes(files, contract.partnerAuthors, authorKind, AUTHOR_PICTURES, ofCompany),
  ...contentRoutes(contract.partnerFeatures, featureKind, ofCompany),
  ...contentRoutes(contract.partnerQuestions, questionKind, ofCompany),
  ...contentRoutes(contract.partnerPages, pageKind, ofCompany),
  route(contract.uploadPartnerPicture, async ({ tx, ctx, query, files: uploads }) => {
    await ofCompany(tx, ctx, query)
    return { data: await storeBlockPicture(tx, ctx, files, uploads) }
  }),
  route(contract.takePartnerBlocks, async ({ tx, ctx, query, body }) => {
    await ofCompany(tx, ctx, query)
    return { data: await takeBlocks(tx, ctx, body) }
  }),
  route(contract.selectForPartnerPage, async ({ tx, ctx, query }) => {
    const { partner_company_id } = await ofCompany(tx, ctx, query)
    const own = await selectOfCompany(tx, ctx.portal.id, partner_company_id)
    const terms = await listForSelect(tx, ctx.portal.id, TERMS)
    const of = (kind: (typeof TERMS)[number]) => terms.filter((term) => term.kind === kind)
    return {
      data: {
        ...own,
        options: of('training_option'),
        states: of('state'),
        agencies: of('agency'),
        categories: of('category'),
        languages: of('language'),
      },
    }
  }),
]
