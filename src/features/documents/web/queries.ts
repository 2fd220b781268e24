import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { listDocumentsToReview, listOwnDocuments } from '../contract.ts'

export type OwnRequirement = Wire<typeof listOwnDocuments>['data'][number]
export type OwnDocument = OwnRequirement['documents'][number]
export type WaitingDocument = Wire<typeof listDocumentsToReview>['data']['documents'][number]

export const documentQueries = (api: Api) => ({
  own: () => api.query(listOwnDocuments),
  toReview: () => api.query(listDocumentsToReview),
})
