import type { Context } from '#kernel/context.ts'
import type { Services } from '#platform/services.ts'

/** The context of what happens without a person: a message of the provider, a job. */
export const systemContext = async (
  { portalById }: Pick<Services, 'portalById'>,
  portalId: number,
  now: Date,
): Promise<Context> => {
  const portal = await portalById(portalId)
  if (!portal) throw new Error(`There is no portal ${portalId}`)
  const request = { id: 'system', address: '', user_agent: '', is_secure: true }
  return { portal, host_portal: portal, viewer: null, scope: 'any', now, request }
}
