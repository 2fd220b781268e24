import { type RawBuilder, sql } from 'kysely'
import { readComponents } from '#features/pages/server/api.ts'
import { keepSiteVersion } from '#features/site-history/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input } from '#kernel/endpoint.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ContentKind } from '#platform/http/content/kind.ts'
import { addContent } from '#platform/http/content/records.ts'
import type { ReleasableKind } from '#platform/pages/releasable.ts'
import type { promoButtons, widgets } from '../contract.ts'
import { releasableButtons, releasableWidgets } from './releasable.ts'

type PromoButtonBody = Input<typeof promoButtons.create>['body']
type WidgetBody = Input<typeof widgets.create>['body']

/** The ids that the blocks of pages name at a path, live or in a draft, once for each page. */
const namedOnPages =
  (path: string) =>
  (portalId: number): RawBuilder<unknown> =>
    sql`
  select named.id from (
    select jsonb_build_array(p.components, v.components) as components from pages p
    left join page_versions v on v.portal_id = p.portal_id and v.page_id = p.id and v.number = p.live_version
    where p.portal_id = ${portalId}
    union all select components from external_pages where portal_id = ${portalId}
  ) page, lateral (
    select distinct value::bigint as id from jsonb_path_query(page.components, ${path}::jsonpath) value) named`

const SORTS = {
  title: { name: 'title', type: 'text', expression: 'title collate "C"' },
  updated_at: { name: 'updated_at', type: 'timestamptz' },
} as const

/** Keeps what a record says after each save, in the form in which releases hold it (PGB-063). */
const keepingHistory =
  (kind: 'widget' | 'promo_button', { draft }: ReleasableKind): NonNullable<ContentKind['onSaved']> =>
  async (tx, ctx, id, before) => {
    const value = await draft(tx, ctx.portal.id, id)
    if (!value) return
    const former = before && Object.fromEntries(Object.keys(value).map((name) => [name, before[name]]))
    await keepSiteVersion(tx, ctx, { kind, record_id: id }, { made_by: before ? 'save' : 'create', value, former })
  }

/** Promo buttons (CNT-012). */
export const promoButtonKind: ContentKind<PromoButtonBody> = {
  subject: 'promo_button',
  table: 'promo_buttons',
  columns: ['id', 'title', 'link', 'link_target', 'follow', 'color', 'icon', 'updated_at'],
  search: ['title', 'link'],
  sorts: SORTS,
  slug_from: null,
  uses: [{ by: 'pages', naming: namedOnPages('$.**.promo_button_ids[*] ? (@.type() == "number")') }],
  keep: (body, { now }) => ({ ...body, updated_at: now }),
  onSaved: keepingHistory('promo_button', releasableButtons),
  tags: ['pages'],
}

/** Widgets (CNT-021). */
export const widgetKind: ContentKind<WidgetBody> = {
  subject: 'widget',
  table: 'widgets',
  columns: ['id', 'title', 'components', 'updated_at'],
  listed: ['id', 'title', 'updated_at'],
  computed: { blocks_count: sql`jsonb_array_length(components)` },
  search: 'title',
  sorts: SORTS,
  slug_from: null,
  uses: [{ by: 'pages', naming: namedOnPages('$.**.widget_id ? (@.type() == "number")') }],
  keep: ({ components, ...body }, { now }) => ({
    ...body,
    ...(components !== undefined && { components: readComponents(components).components }),
    updated_at: now,
  }),
  onSaved: keepingHistory('widget', releasableWidgets),
  tags: ['pages'],
}

/** Adds a widget. */
export const createWidget = (tx: Tx, ctx: SignedIn, body: WidgetBody): Promise<{ id: number }> =>
  addContent(tx, ctx, widgetKind, {}, body)

/** Adds a promo button. */
export const createPromoButton = (tx: Tx, ctx: SignedIn, body: PromoButtonBody): Promise<{ id: number }> =>
  addContent(tx, ctx, promoButtonKind, {}, body)
