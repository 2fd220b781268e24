import type { PortalContext } from '#kernel/context.ts'
import type { Day } from '#kernel/format/day.ts'
import type { Services } from '#platform/services.ts'

export type RunServices = Pick<Services, 'portalById' | 'loadPortalAdmins'>

/** The portal whose day is worked on. */
export type At = { portal: PortalContext; now: Date; today: Day }
