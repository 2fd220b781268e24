import { itemRoutes } from '#features/outline/server/api.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import { addAttachment, assignmentItems, removeAttachment } from '../contract.ts'
import { attach, detach } from './actions/attach.ts'
import { assignmentContent } from './authoring.ts'

/** The calls with which authors make assignments. */
export const authoringRoutes = ({ files }: Pick<Services, 'files'>): Route[] => [
  ...itemRoutes(assignmentItems, assignmentContent),
  route(addAttachment, async ({ tx, ctx, params, files: uploads }) => ({
    data: await attach(tx, ctx, files, { assignment_id: params.assignmentId, uploads }),
  })),
  route(removeAttachment, async ({ tx, ctx, params }) => {
    await detach(tx, ctx, { assignment_id: params.assignmentId, id: params.id })
    return undefined
  }),
]
