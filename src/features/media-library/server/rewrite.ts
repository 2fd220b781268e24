import { sql } from 'kysely'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import type { Services } from '#platform/services.ts'
import './ports.ts'
import { type HistoryKind, replaceFileInRecord } from '#features/site-history/server/api.ts'

/** What features above this one do about a change of their records. */
export type Ports = Pick<Services, 'portalChanged' | 'replacePagePicture' | 'historyKinds'>

type File = { id: number; uuid: string }

/** The columns of a table that name files, and under which kind and key its records count their saves (API-030). */
type Place = {
  texts?: readonly string[]
  blocks?: readonly string[]
  ids?: boolean
  hasCaptions?: boolean
  hasTime?: boolean
  kind?: string
  key?: string
}

export const PLACES: Readonly<Record<string, Place>> = {
  portals: {
    texts: ['favicon', 'logo', 'secondary_logo', 'social_logo', 'default_certificate_logo'],
    hasTime: true,
    kind: 'portal-settings',
    key: `''`,
  },
  companies: { texts: ['logo'], hasTime: true },
  section_templates: { blocks: ['components'], hasTime: true, kind: '/portal/section-templates' },
  articles: { texts: ['text', 'image', 'cover', 'seo_image'], hasTime: true, kind: '/admin/articles' },
  bundles: { texts: ['text', 'thumbnail', 'seo_image'], hasTime: true, kind: '/portal/bundles' },
  authors: { texts: ['description', 'avatar'], hasTime: true, kind: '/portal/authors' },
  features: { texts: ['text', 'icon'], kind: '/portal/features' },
  faq_items: { texts: ['answer'], hasTime: true, kind: '/portal/faq' },
  external_pages: { blocks: ['components'], texts: ['seo_image'], hasTime: true },
  partner_companies: { texts: ['logo', 'about_us', 'seo_image'], hasTime: true },
  terms: { texts: ['logo', 'icon', 'text', 'seo_image'], hasTime: true },
  courses: {
    texts: ['description', 'thumbnail', 'seo_image', 'author_avatar'],
    hasTime: true,
    kind: 'course',
    key: 'slug',
  },
  certificate_templates: { texts: ['background', 'logo', 'signature_image'], hasTime: true },
  module_items: { texts: ['text'], ids: true, hasCaptions: true, hasTime: true },
  exams: { texts: ['description'] },
  assignments: { texts: ['reqs'], ids: true },
  assignment_materials: { ids: true },
  questions: { texts: ['text', 'explanation'], kind: 'question' },
}

/** Records that keep a history: a replacement is a save of theirs. */
export const WITH_HISTORY: Readonly<Record<string, HistoryKind>> = { widgets: 'widget', promo_buttons: 'promo_button' }

const assignments = (
  { texts = [], blocks = [], ids, hasCaptions, hasTime }: Place,
  from: File,
  to: File,
  now: Date,
) => [
  ...texts.map((name) => sql`${sql.ref(name)} = replace(${sql.ref(name)}, ${from.uuid}, ${to.uuid})`),
  ...blocks.map((name) => sql`${sql.ref(name)} = replace(${sql.ref(name)}::text, ${from.uuid}, ${to.uuid})::jsonb`),
  ...(ids ? [sql`media_id = case when media_id = ${from.id} then ${to.id}::bigint else media_id end`] : []),
  ...(hasCaptions
    ? [
        sql`captions = (select jsonb_agg(case when (caption ->> 'media_id')::bigint = ${from.id}
          then caption || jsonb_build_object('media_id', ${to.id}::bigint) else caption end order by at)
          from jsonb_array_elements(captions) with ordinality as kept (caption, at))`,
      ]
    : []),
  ...(hasTime ? [sql`updated_at = ${now}`] : []),
]

/**
 * Names another file wherever one is named now. Published course versions keep what they show; pages, widgets
 * and promo buttons get new versions. Forms
 * that are open meanwhile are refused when they save, and do not take the change back unseen.
 */
export const rewriteUses = async (tx: Tx, ctx: SignedIn, services: Ports, from: File, to: File): Promise<void> => {
  const portalId = ctx.portal.id
  const uses = await tx
    .selectFrom('media_uses')
    .select(['used_in', 'record_id'])
    .where('portal_id', '=', portalId)
    .where('uuid', '=', from.uuid)
    .orderBy('used_in')
    .orderBy('record_id')
    .execute()
  const pages = new Set(uses.flatMap(({ used_in, record_id: id }) => (used_in.startsWith('page') ? [id] : [])))
  for (const id of pages) await services.replacePagePicture(tx, ctx, id, { from: from.uuid, to: to.uuid })
  for (const { used_in: table, record_id } of uses) {
    const kind = WITH_HISTORY[table]
    if (kind) await replaceFileInRecord(tx, ctx, services, { kind, record_id }, { from: from.uuid, to: to.uuid })
  }
  for (const [table, place] of Object.entries(PLACES)) {
    const ids = uses.flatMap(({ used_in, record_id: id }) => (used_in === table ? [id] : []))
    if (ids.length === 0) continue
    // The compressed form of a partner's page goes with what it was made from.
    const packed = table === 'external_pages' ? [sql`packed = null`] : []
    const { rows } = await sql<{ key: number | string }>`
      update ${sql.table(table)} set ${sql.join([...assignments(place, from, to, ctx.now), ...packed])}
      where ${sql.ref(table === 'portals' ? 'id' : 'portal_id')} = ${portalId} and id = any(${ids}::bigint[])
      returning ${sql.raw(place.key ?? 'id')} as key`.execute(tx)
    if (place.kind)
      await countChange(
        tx,
        ctx,
        place.kind,
        rows.map(({ key }) => key),
      )
  }
  if (uses.length > 0) await services.portalChanged(tx, portalId)
}
