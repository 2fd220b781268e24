import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { listExports } from '../contract.ts'

export type Exports = Wire<typeof listExports>['data']
export type ExportLinkShown = Exports['links'][number]
export type ExportFileShown = Exports['files'][number]

/** What waits is looked for again after so long. */
const LOOK_AGAIN_MS = 3000

/** The export links one may use, and the files made in the background; read again while one is being made. */
export const exportQueries = (api: Api) => ({
  ...api.query(listExports),
  refetchInterval: ({ state }: { state: { data?: { data: Exports } | undefined } }) =>
    state.data?.data.files.some(({ status }) => status === 'waiting') ? LOOK_AGAIN_MS : false,
})
