import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#kernel/context.ts'
import { AppError } from '#kernel/errors.ts'
import type { Config } from '#platform/process/config.ts'
import { pageTheme } from '#ui/theme/page-theme.ts'
import { policyOf } from './page-policy.ts'
import { tooManyPage } from './plain-page.ts'

/**
 * The page that says when to come back, for people who request more pages than the general limit allows (API-020);
 * null for everyone else.
 */
export const refusalOf = async (
  app: FastifyInstance,
  config: Config,
  request: FastifyRequest,
  viewer: Viewer | null,
) => {
  try {
    await app.callLimit.count(request, viewer)
    return null
  } catch (error) {
    if (!(error instanceof AppError && error.retry_after !== undefined)) throw error
    const portal = request.host_portal
    const { html, scripts } = tooManyPage(portal, pageTheme(portal?.setting ?? null), error.retry_after)
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(scripts, config, request, []),
      'retry-after': String(error.retry_after),
    }
    return { status: 429, headers, body: html, cookies: [] as string[] }
  }
}
