import type { Context } from '#kernel/context.ts'
import { errorText, type FieldErrors } from '#kernel/errors.ts'
import { foreignUrls } from '../rules/return-urls.ts'

type Addresses = { success_url: string; cancel_url: string }
type Back = {
  /** The success page of what is bought: course, bundle or subscription. */
  success_kind: string
  /**
   * The host of the call, with its port: it reached this portal, so it is one of the portal's own, custom domains
   * included.
   */
  host: string | undefined
}

/** The addresses of a payment that do not lead back to the portal of the call, by field (CRT-028). */
export const addressFaults = (
  ctx: Pick<Context, 'host_portal'>,
  { success_url, cancel_url }: Addresses,
  { success_kind, host }: Back,
): FieldErrors => {
  const hosts = [new URL(ctx.host_portal.origin).host, ...(host ? [host.toLowerCase()] : [])]
  const fields = foreignUrls({ success_url, cancel_url, success_kind, hosts })
  return Object.fromEntries(fields.map((field) => [field, [errorText('url_invalid')]]))
}
