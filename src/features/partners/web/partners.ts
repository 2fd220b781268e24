import type { Wire } from '#kernel/endpoint.ts'
import type { listPartnerCompanies, showExternalPage, showPartnerCompany, showProviderAuthor } from '../contract.ts'

export type CompanyPage = Wire<typeof listPartnerCompanies>
export type StoreCompany = Wire<typeof showPartnerCompany>['data']
export type StoreProviderAuthor = Wire<typeof showProviderAuthor>['data']
export type StoreExternalPage = Wire<typeof showExternalPage>['data']

/** The address of a company's own page. */
export const companyPath = (slug: string): string => `/training-providers/${encodeURIComponent(slug)}`
/** The address of an external page or of an author (ROU-037). */
export const providerPath = (slug: string): string => `/provider/${encodeURIComponent(slug)}`
/** The tags of every page that shows partners. */
export const partnerTags = (portalId: number) => ({ 'x-page-tags': `partners:${portalId} courses:${portalId}` })
