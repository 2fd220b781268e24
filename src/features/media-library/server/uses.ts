import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/**
 * How a record that names files is shown: `r` is its row, `joins` add what title and address need, and a record that is
 * deleted or belongs to nothing any more is left out by `where`.
 */
type Source = {
  table: string
  place: string
  title: string
  href?: string
  note?: string
  joins?: string
  where?: string
  /** What `media_uses` calls it, and the column with its record's id, where those are others. */
  used_in?: string
  key?: string
}

const ofList = (table: string, place: string, folder: string, title = 'title'): Source => ({
  table,
  place: `'${place}'`,
  title: `r.${title}`,
  href: `'${folder}/' || r.id`,
})
const ofPartner = 'r.partner_company_id is null'
const inCourse = (column: string) => `join courses c on c.portal_id = r.portal_id and c.id = ${column}`
const inBuilder = (kind: string, id = 'r.id') =>
  `'/courses/builder/' || c.slug || '/outline/' || ${kind} || '/' || ${id}`

/** The tables whose triggers write `media_uses` (`note_media_uses_of` in the migrations). */
export const SOURCES: readonly Source[] = [
  { table: 'portals', place: `'Portal'`, title: `'Logos and icons'`, href: `'/portal-settings/info'` },
  { table: 'companies', place: `'Company'`, title: `coalesce(r.name, 'Logo')`, href: `'/portal-settings/company'` },
  ofList('pages', 'Page', '/portals/pages'),
  {
    // A page whose draft names the file stands there already.
    ...ofList('page_versions', 'Page', '/portals/pages'),
    key: 'page_id',
    title: 'p.title',
    href: `'/portals/pages/' || p.id`,
    note: `case when v.components::text || coalesce(v.seo_image, '') like '%' || u.uuid || '%'
      then 'Only in the published version' else 'Only in earlier versions' end`,
    joins: `join pages p on p.portal_id = r.portal_id and p.id = r.page_id
      left join page_versions v on v.portal_id = p.portal_id and v.page_id = p.id and v.number = p.live_version`,
    where: `not exists (select from media_uses d
      where d.portal_id = u.portal_id and d.uuid = u.uuid and d.used_in = 'pages' and d.record_id = p.id)`,
  },
  ofList('widgets', 'Widget', '/portals/widgets'),
  {
    table: 'site_versions',
    used_in: 'site_versions/widget',
    key: 'record_id',
    place: `'Widget'`,
    title: 'w.title',
    href: `'/portals/widgets/' || w.id`,
    note: `'Only in earlier versions'`,
    joins: `join widgets w on w.portal_id = r.portal_id and w.id = r.record_id and r.kind = 'widget'`,
    where: `not exists (select from media_uses d
      where d.portal_id = u.portal_id and d.uuid = u.uuid and d.used_in = 'widgets' and d.record_id = w.id)`,
  },
  { table: 'section_templates', place: `'Template of blocks'`, title: 'r.title' },
  ofList('promo_buttons', 'Promo button', '/portals/promo-buttons'),
  ofList('articles', 'Article', '/admin/articles'),
  ofList('bundles', 'Bundle', '/portals/bundles'),
  {
    ...ofList('authors', 'Author', '/portals/authors', 'name'),
    href: `case when ${ofPartner} then '/portals/authors/' || r.id end`,
  },
  {
    ...ofList('features', 'Feature', '/portals/features'),
    href: `case when ${ofPartner} then '/portals/features/' || r.id end`,
  },
  {
    ...ofList('faq_items', 'Question', '/portals/faq', 'question'),
    href: `case when ${ofPartner} then '/portals/faq/' || r.id end`,
  },
  { table: 'external_pages', place: `'Partner page'`, title: 'r.title', href: `'/provider/' || r.slug` },
  { table: 'partner_companies', place: `'Partner'`, title: 'r.name', href: `'/training-providers/' || r.slug` },
  {
    table: 'terms',
    place: `initcap(replace(r.kind, '_', ' '))`,
    title: 'r.title',
    href: `'/portals/' || case r.kind when 'category' then 'topics' when 'agency' then 'agencies'
      else replace(r.kind, '_', '-') || 's' end || '/' || r.id`,
  },
  {
    table: 'courses',
    place: `'Course'`,
    title: 'r.title',
    href: `'/courses/builder/' || r.slug || '/overview/details'`,
  },
  { table: 'certificate_templates', place: `'Certificate template'`, title: 'r.title' },
  {
    table: 'module_items',
    place: `'Course item'`,
    title: `coalesce(r.title, r.itemable_type) || ', ' || c.title`,
    href: inBuilder('r.itemable_type'),
    joins: `join modules m on m.portal_id = r.portal_id and m.id = r.module_id ${inCourse('m.course_id')}`,
    where: 'r.deleted_at is null',
  },
  {
    table: 'exams',
    place: `initcap(r.type)`,
    title: `r.title || ', ' || c.title`,
    href: inBuilder('initcap(r.type)'),
    joins: inCourse('r.course_id'),
  },
  {
    table: 'assignments',
    place: `'Assignment'`,
    title: `r.title || ', ' || c.title`,
    href: inBuilder(`'Assignment'`),
    joins: inCourse('r.course_id'),
  },
  {
    table: 'assignment_materials',
    place: `'Assignment'`,
    title: `a.title || ', ' || c.title`,
    href: inBuilder(`'Assignment'`, 'a.id'),
    joins: `join assignments a on a.portal_id = r.portal_id and a.id = r.assignment_id ${inCourse('a.course_id')}`,
  },
  {
    table: 'questions',
    place: `'Exam question'`,
    title: `regexp_replace(left(r.text, 200), '<[^>]*>', '', 'g') || ', ' || p.title`,
    href: `'/question-pools/' || p.id`,
    joins: 'join question_pools p on p.portal_id = r.portal_id and p.id = r.question_pool_id',
    where: 'r.deleted_at is null',
  },
]

export type FileUse = { place: string; title: string; href: string | null; note: string | null }

const ofSource = (portalId: number, uuids: readonly string[], source: Source) => sql<FileUse>`
  select distinct ${sql.raw(source.place)} as place, ${sql.raw(source.title)} as title,
    ${sql.raw(source.href ?? 'null::text')} as href, ${sql.raw(source.note ?? 'null::text')} as note
  from media_uses u
  join ${sql.table(source.table)} r on r.${sql.ref(source.key ?? 'id')} = u.record_id
    and r.${sql.ref(source.table === 'portals' ? 'id' : 'portal_id')} = u.portal_id ${sql.raw(source.joins ?? '')}
  where u.portal_id = ${portalId} and u.uuid = any(${uuids}::uuid[]) and u.used_in = ${source.used_in ?? source.table}
    and ${sql.raw(source.where ?? 'true')}`

/** Published versions keep what they show, whatever the draft says by now. */
const ofVersions = (portalId: number, ids: readonly number[]) => sql<FileUse>`
  select 'Published course', c.title, '/courses/builder/' || c.slug || '/overview/details',
    case when count(distinct f.version) = 1 then 'Version ' || max(f.version)
      else count(distinct f.version) || ' versions, up to ' || max(f.version) end
  from course_version_files f join courses c on c.portal_id = f.portal_id and c.id = f.course_id
  where f.portal_id = ${portalId} and f.media_id = any(${ids}::bigint[])
  group by c.id, c.title, c.slug`

/** Everything that names one of these files, each record once. */
export const loadUses = async (
  tx: Tx,
  portalId: number,
  files: readonly { id: number; uuid: string }[],
): Promise<FileUse[]> => {
  const uuids = files.map(({ uuid }) => uuid)
  const all = [
    ...SOURCES.map((source) => ofSource(portalId, uuids, source)),
    ofVersions(
      portalId,
      files.map(({ id }) => id),
    ),
  ]
  const { rows } = await sql<FileUse>`
    select * from (${sql.join(all, sql` union all `)}) uses order by place, title, href limit 500`.execute(tx)
  return rows
}
