import type { Api } from '#kernel/client.ts'
import { listShownAnnouncements } from '../contract.ts'

/** What is announced to the person of the page now. */
export const shownAnnouncements = (api: Api) => api.query(listShownAnnouncements)
