import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Db } from '#platform/db/db.ts'
import { hashToken } from '#platform/secrets.ts'
import type { Choice } from '../contract.ts'
import { type Easyship, EasyshipError, easyship } from './easyship.ts'
import { type ShippingNeeds, targetOf } from './service.ts'

export type ChoiceKind = 'categories' | 'carriers'
const DAY = 24 * 3_600_000

const ASK: Record<ChoiceKind, (client: Easyship) => Promise<Choice[]>> = {
  categories: async (client) => (await client.itemCategories()).map(({ slug, name }) => ({ value: slug, label: name })),
  carriers: async (client) => (await client.courierServices()).map(({ id, name }) => ({ value: id, label: name })),
}

/**
 * The categories or carriers of the portal's account, asked once a day and whenever the key is another (SHP-006). No
 * transaction is open while the service is asked. Without a key ERR-069 (INT-007).
 */
export const listChoices = async (
  needs: Pick<ShippingNeeds, 'config' | 'easyship'>,
  db: Db,
  { portal, now }: Pick<Context, 'portal' | 'now'>,
  kind: ChoiceKind,
): Promise<Choice[]> => {
  const at = { portal_id: portal.id, kind }
  const { target, kept: stored } = await db.withPortal(
    portal.id,
    async (tx) => ({
      target: await targetOf(needs, tx, portal.id),
      kept: await tx
        .selectFrom('shipping_choices')
        .select(['key_hash', 'choices', 'fetched_at'])
        .where('portal_id', '=', portal.id)
        .where('kind', '=', kind)
        .executeTakeFirst(),
    }),
    'read only',
  )
  if (!target) throw fail('shipping_key_missing')
  const key_hash = hashToken(`${target.base_url} ${target.key}`).toString('hex')
  if (stored?.key_hash === key_hash && stored.fetched_at.getTime() > now.getTime() - DAY)
    return stored.choices as Choice[]
  try {
    const choices = await ASK[kind](easyship(target))
    const values = { key_hash, choices: JSON.stringify(choices), fetched_at: now }
    await db.withPortal(portal.id, (tx) =>
      tx
        .insertInto('shipping_choices')
        .values({ ...at, ...values })
        .onConflict((conflict) => conflict.columns(['portal_id', 'kind']).doUpdateSet(values))
        .execute(),
    )
    return choices
  } catch (error) {
    if (!(error instanceof EasyshipError)) throw error
    // What was true yesterday is better than nothing while the service is out of reach.
    if (error.is_temporary && stored?.key_hash === key_hash) return stored.choices as Choice[]
    throw fail('maintenance', { message: error.message })
  }
}
