import { loadOrder, type OrderRequest, type OrderRow, reachOf, seeOrder } from '#features/orders/server/api.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Config } from '#platform/process/config.ts'
import { isSame, sign } from '#platform/secrets.ts'

/** How long the link of an invoice mail works. */
const LINK_SECONDS = 30 * 24 * 3600

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000)

const signatureOf = (config: Config, portalId: number, orderId: number, expires: number) =>
  sign(config.secret, 'invoice', `${portalId}:${orderId}:${expires}`)

/** The signed address of an invoice for a mail, which also somebody without an account can open. */
export const invoiceLink = (config: Config, portal: Context['portal'], orderId: number, now: Date): string => {
  const expires = secondsOf(now) + LINK_SECONDS
  const signature = signatureOf(config, portal.id, orderId, expires)
  return `${portal.origin}/api/v1/orders/${orderId}/invoice?expires=${expires}&signature=${signature}`
}

type LinkQuery = { expires?: number | undefined; signature?: string | undefined }

export const isInvoiceLink = (
  config: Config,
  portalId: number,
  orderId: number,
  query: LinkQuery,
  now: Date,
): boolean => {
  const { expires, signature } = query
  if (!expires || !signature || expires <= secondsOf(now)) return false
  return isSame(signature, signatureOf(config, portalId, orderId, expires))
}

/** The order whose invoice may be read: one that is seen, or one of a person on whose screens it stands (ORD-015, USR-010). */
export const seeInvoice = async (tx: Tx, ctx: Context, request: OrderRequest): Promise<OrderRow | null> => {
  const seen = await seeOrder(tx, ctx, request)
  if (seen) return seen.order
  return reachOf(ctx, 'users.view') === 'any' ? loadOrder(tx, ctx.portal.id, request.id) : null
}
