// Partners who manage a company.
import { showPartnerCompany } from '../src/features/partners/contract.ts'
import { saveOwnCompany } from '../src/features/partners/contract-partner.ts'
import type { TestApp, TestPortal } from './api.ts'

/** Creates partners with a company on a portal that shows them. `seen` is the company's page as visitors see it. */
export const aPartnerOf = (t: TestApp) => async (portal?: TestPortal) => {
  const partner = await t.make.person('partner', {
    portal: portal ?? (await t.make.portal({ is_marketable: true, has_course_catalog: true })),
  })
  const { data } = await t.as(partner).call(saveOwnCompany, { query: {}, body: { name: `Company ${partner.id}` } })
  const seen = async () => (await t.as(partner.portal).call(showPartnerCompany, { params: { slug: data.slug } })).data
  return { partner, api: t.as(partner), seen }
}
