import type { Wire } from '#kernel/endpoint.ts'
import type { listCourseFilters } from '../contract.ts'

/** The values that each filter of the list offers, with their numbers of courses. */
export type Facets = Wire<typeof listCourseFilters>['data']
/** How many courses fit on all pages, and which numbers stop at 10,000 courses. */
export type Counts = Wire<typeof listCourseFilters>['meta']
