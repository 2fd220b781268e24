import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { listCertificates, listUserCertificates, listUserSeals } from '../contract.ts'

export type CertificateShown = Wire<typeof listCertificates>['data'][number]

/** The page of a list that an address names. */
export const cursorOf = (search: object): { cursor?: string } => {
  const { cursor } = search as { cursor?: unknown }
  return typeof cursor === 'string' ? { cursor } : {}
}

type Narrowing = { course_id?: number; cursor?: string }

/** The reads of certificates; loaders and components use the same. */
export const certificateQueries = (api: Api) => ({
  /** One's own, or everyone's for people who look after learners; with `user_id` one person's. */
  all: (query: Narrowing & { user_id?: number; portal_id?: number } = {}) => api.query(listCertificates, { query }),
  ofUser: (userId: number, query: Narrowing = {}) => api.query(listUserCertificates, { params: { userId }, query }),
  seals: (userId: number, cursor?: string) =>
    api.query(listUserSeals, { params: { userId }, query: { ...(cursor && { cursor }) } }),
})

const OF_CERTIFICATES: readonly unknown[] = [listCertificates, listUserCertificates, listUserSeals].map(
  ({ path }) => path,
)

/** Reads every list of certificates again: after one was generated or revoked, or a live event said so. */
export const refreshCertificates = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => OF_CERTIFICATES.includes(queryKey[0]) })
