import { itemRoutes } from '#features/outline/server/api.ts'
import type { Route } from '#platform/route.ts'
import { assignmentItems } from '../contract.ts'
import { assignmentContent } from './authoring.ts'

/** The calls with which authors make assignments. */
export const authoringRoutes: Route[] = itemRoutes(assignmentItems, assignmentContent)
