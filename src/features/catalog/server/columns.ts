import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '#kernel/context.ts'
import { ORDER_STATUS, PUBLICATION } from '#kernel/product/statuses.ts'
import type { NameParts } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'

export type TermRow = { id: number; kind: string; name: string; slug: string; code: string | null }
type Tier = { id: number; from: number; price_cents: number }
type Instructor = NameParts & { id: number; avatar: string | null; avatar_changed_at: string | null }

const tiers = sql<Tier[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'from', p."from", 'price_cents', p.price_cents) order by p."from"), '[]')
  from course_pricings p where p.portal_id = c.portal_id and p.course_id = c.id
)`

const termsWhere = (condition: RawBuilder<boolean>) => sql<TermRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'kind', t.kind, 'name', t.title, 'slug', t.slug, 'code', t.code)
    order by t.sort_number, t.title), '[]')
  from course_terms ct join terms t on t.portal_id = ct.portal_id and t.id = ct.term_id
  where ct.portal_id = c.portal_id and ct.course_id = c.id and ${condition}
)`

const TERMS = {
  /** What a list shows. A course may have a hundred others, one for each state and agency. */
  listed: termsWhere(sql`t.kind in ('category', 'language')`),
  all: termsWhere(sql`true`),
}

const instructors = sql<Instructor[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'first_name', u.first_name, 'middle_name', u.middle_name,
    'last_name', u.last_name, 'avatar', u.avatar, 'avatar_changed_at', u.avatar_changed_at) order by i.is_primary desc, u.id), '[]')
  from course_instructors i join people u on u.portal_id = i.portal_id and u.id = i.user_id
  where i.portal_id = c.portal_id and i.course_id = c.id
)`

const provider = sql<{ id: number; name: string; slug: string } | null>`(
  select jsonb_build_object('id', p.id, 'name', p.name, 'slug', p.slug)
  from partner_companies p where p.portal_id = c.portal_id and p.id = c.partner_company_id
)`

type Learner = { id: number; status: number } | null

/** The viewer's newest enrollment as learner; nobody's for visitors (CAT-002). */
const learnerOf = (viewer: Viewer | null): RawBuilder<Learner> =>
  viewer === null
    ? sql<Learner>`null::jsonb`
    : sql<Learner>`(
        select jsonb_build_object('id', e.id, 'status', e.status) from enrollments e
        where e.portal_id = c.portal_id and e.user_id = ${viewer.user_id} and e.course_id = c.id
          and e.role = 'learner' and e.ended_at is null
        order by e.id desc limit 1
      )`

/** Whether the buyer has a completed order with the course: the viewer, or for those who buy for others the portal (CRD-016). */
export const isBoughtBy = (viewer: Viewer | null): RawBuilder<boolean> => {
  if (viewer === null) return sql<boolean>`false`
  const buyer =
    viewer.current_role === 'learner'
      ? sql`o.user_id = ${viewer.user_id}`
      : sql`(o.user_id = ${viewer.user_id} or o.type = 'credits-on-course' and o.buyer_role <> 'manager')`
  return sql<boolean>`exists (
    select 1 from order_courses oc join orders o on o.portal_id = oc.portal_id and o.id = oc.order_id
    where oc.portal_id = c.portal_id and oc.course_id = c.id and o.status = ${sql.lit(ORDER_STATUS.completed)} and ${buyer}
  )`
}

/**
 * What is read of each course for the storefront, in one statement: its record, prices, people, the viewer's part, and its
 * terms, for lists only those that lists show.
 */
export const selectCourses = (tx: Tx, viewer: Viewer | null, terms: keyof typeof TERMS = 'listed') =>
  tx
    .selectFrom('courses as c')
    .select([
      'c.id',
      'c.portal_id',
      'c.slug',
      'c.title',
      'c.publication_status',
      'c.is_sequential',
      'c.thumbnail',
      'c.seo_image',
      'c.video',
      'c.duration_minutes',
      'c.min_credit_price_cents',
      'c.max_discount',
      'c.is_certificate_required',
      'c.certificate_template_id',
      'c.author_name',
      'c.author_avatar',
      'c.button_name',
      'c.meta_title',
      'c.meta_description',
      'c.seo_keywords',
      'c.popularity',
      'c.rating_sum',
      'c.rating_count',
      'c.published_at',
      'c.updated_at',
    ])
    .select([
      tiers.as('tiers'),
      TERMS[terms].as('terms'),
      instructors.as('instructors'),
      provider.as('provider'),
      learnerOf(viewer).as('learner'),
      isBoughtBy(viewer).as('is_bought'),
    ])

/** Published or coming soon. */
export const IS_PUBLIC = sql<boolean>`c.publication_status in (${sql.lit(PUBLICATION.published)}, ${sql.lit(PUBLICATION.coming_soon)})`

/** Listed are published and coming-soon courses that are on sale to the public (CAT-004, BLD-028); the words of the partial indexes. */
export const IS_LISTED = sql<boolean>`${IS_PUBLIC} and c.is_marketable`

export type ListedCourse = Awaited<ReturnType<ReturnType<typeof selectCourses>['executeTakeFirstOrThrow']>>
