import type { Api } from '#kernel/client.ts'
import type { SearchHit } from '#ui/app/navigation.ts'
import { findRecords } from '../contract.ts'

/** The search of the frame: records by a part of their name; a newer search ends the older one (API-032). */
export const findRecordsBy =
  (api: Api) =>
  async (words: string, signal: AbortSignal): Promise<readonly SearchHit[]> => {
    const { data } = await api.call(findRecords, { query: { words } }, { signal })
    return data.map(({ text, ...hit }) => ({ ...hit, ...(text !== null && { text }) }))
  }
