import type { Wire } from '#kernel/endpoint.ts'
import type { listFaq, showFaq } from '../contract.ts'

export type FaqPage = Wire<typeof listFaq>
export type StoreFaq = FaqPage['data'][number]
export type StoreFaqDetails = Wire<typeof showFaq>['data']

/** The address of a question's own page. */
export const faqPath = (slug: string): string => `/faq/${encodeURIComponent(slug)}`
