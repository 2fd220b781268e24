import { readComponents } from '#features/pages/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { isSameJson } from '#kernel/format/compare.ts'
import { fieldErrors, z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ReleasableKind, ReleaseValue } from '#platform/pages/releasable.ts'
import { promoButtons, widgets } from '../contract.ts'

const parsed = (schema: z.core.$ZodType, value: ReleaseValue): ReleaseValue => {
  const result = z.safeParse(schema, value)
  if (!result.success) throw fail('invalid', { fields: fieldErrors(result.error.issues) })
  return result.data as ReleaseValue
}
const isBehind: ReleasableKind['isBehind'] = ({ value, base }, live) =>
  !isSameJson(live, base) && !isSameJson(live, value)

const loadButton = async (tx: Tx, portalId: number, id: number, isLocked = false) => {
  const query = tx
    .selectFrom('promo_buttons')
    .select(['title', 'link', 'link_target', 'follow', 'color', 'icon'])
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
  return (await (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null
}

/** Promo buttons in a release: what they will say and where they will lead, on every page that shows them. */
export const releasableButtons: ReleasableKind = {
  kind: 'promo_button',
  read: async (tx, portalId, id, isLocked) => {
    const row = await loadButton(tx, portalId, id, isLocked)
    return row && { title: row.title, live: row }
  },
  draft: loadButton,
  check: async (_tx, _portalId, _id, value) => {
    const {
      title,
      link,
      link_target = 'current',
      follow = 'dofollow',
      color,
      icon,
    } = parsed(promoButtons.create.body, value)
    return { title, link, link_target, follow, color: color ?? null, icon: icon ?? null }
  },
  put: async (tx, portalId, id, value, now) => {
    await tx
      .updateTable('promo_buttons')
      .set({ ...(value as { title: string }), updated_at: now })
      .where('portal_id', '=', portalId)
      .where('id', '=', id)
      .execute()
  },
  isBehind,
  edited_as: promoButtons.update.record?.kind ?? null,
}

const loadWidget = async (tx: Tx, portalId: number, id: number, isLocked = false) => {
  const query = tx
    .selectFrom('widgets')
    .select(['title', 'components'])
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
  return (await (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null
}

/** Widgets in a release: the blocks that every page with the widget will show. */
export const releasableWidgets: ReleasableKind = {
  kind: 'widget',
  read: async (tx, portalId, id, isLocked) => {
    const row = await loadWidget(tx, portalId, id, isLocked)
    return row && { title: row.title, live: row }
  },
  draft: loadWidget,
  check: async (_tx, _portalId, _id, value) => {
    const { title, components } = parsed(widgets.create.body, value)
    return { title, components: JSON.parse(readComponents(components ?? []).components) }
  },
  put: async (tx, portalId, id, value, now) => {
    await tx
      .updateTable('widgets')
      .set({ title: value['title'] as string, components: JSON.stringify(value['components']), updated_at: now })
      .where('portal_id', '=', portalId)
      .where('id', '=', id)
      .execute()
  },
  isBehind,
  edited_as: widgets.update.record?.kind ?? null,
}
