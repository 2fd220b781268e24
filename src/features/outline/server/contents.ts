import { errorText, fail } from '#kernel/errors.ts'
import type { z } from '#kernel/schema.ts'
import { numberedSlug, slugify } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CloudScormModule, cloudScormModules, Module, modules, ScormModule, scormModules } from '../contract.ts'
import { type ModuleItemType, moduleItemTitle } from '../rules/item-types.ts'
import type { ItemCall, ItemContent } from './item-routes.ts'

type ContentOf<
  E extends { create: { body: z.core.$ZodType }; update: { body: z.core.$ZodType } },
  I extends z.core.$ZodType,
> = ItemContent<z.output<E['create']['body']>, z.output<E['update']['body']>, z.output<I>>

export const moduleContent: ContentOf<typeof modules, typeof Module> = {
  create: async ({ tx, course }, { title }) => {
    const row = await tx
      .insertInto('modules')
      .values({ portal_id: course.portal_id, course_id: course.id, title })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
  update: async ({ tx, course }, id, { title }) => {
    if (title === undefined) return
    await tx
      .updateTable('modules')
      .set({ title })
      .where('portal_id', '=', course.portal_id)
      .where('id', '=', id)
      .execute()
  },
  load: async (tx, portalId, ids) => {
    if (ids.length === 0) return new Map()
    const rows = await tx
      .selectFrom('modules')
      .select(['id', 'title'])
      .where('portal_id', '=', portalId)
      .where('id', 'in', ids)
      .execute()
    const items = await tx
      .selectFrom('module_items')
      .select(['id', 'id as itemable_id', 'itemable_type', 'title', 'sort_number', 'module_id'])
      .where('portal_id', '=', portalId)
      .where('module_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('sort_number')
      .orderBy('id')
      .execute()
    const shown = items.map((item) => {
      const type = item.itemable_type as ModuleItemType
      return { ...item, itemable_type: type, title: moduleItemTitle(type, item.title) }
    })
    return new Map(
      rows.map((row) => [row.id, { ...row, module_items: shown.filter((item) => item.module_id === row.id) }]),
    )
  },
}

/** A package of the portal's, of a partner the partner's own (API-021); a package that failed shows its error itself (SCO-015). */
const requirePackage = async ({ tx, ctx }: ItemCall, id: number | null | undefined) => {
  if (id === null || id === undefined) return
  let query = tx
    .selectFrom('scorm_packages')
    .select('id')
    .where('portal_id', '=', ctx.portal.id)
    .where('id', '=', id)
    .where('is_received', '=', false)
  const isPartner = ctx.scope === 'own' && ctx.viewer.current_role === 'partner'
  if (isPartner) query = query.where('user_id', '=', ctx.viewer.user_id)
  if (!(await query.executeTakeFirst())) throw fail('invalid', { fields: { scorm_id: [errorText('not_in_options')] } })
}

/** A slug for the module, with a number if another module of the course has it. */
const slugFor = async (tx: Tx, table: 'scorm_modules' | 'cloud_scorm_modules', { course }: ItemCall, title: string) => {
  const rows = await tx
    .selectFrom(table)
    .select('slug')
    .where('portal_id', '=', course.portal_id)
    .where('course_id', '=', course.id)
    .execute()
  return numberedSlug(
    slugify(title) || 'module',
    rows.map((row) => row.slug),
  )
}

export const scormContent: ContentOf<typeof scormModules, typeof ScormModule> = {
  create: async (call, { title, scorm_id }) => {
    await requirePackage(call, scorm_id)
    const row = await call.tx
      .insertInto('scorm_modules')
      .values({
        portal_id: call.course.portal_id,
        course_id: call.course.id,
        title,
        slug: await slugFor(call.tx, 'scorm_modules', call, title),
        scorm_id: scorm_id ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
  update: async (call, id, { title, scorm_id }) => {
    await requirePackage(call, scorm_id)
    if (title === undefined && scorm_id === undefined) return
    await call.tx
      .updateTable('scorm_modules')
      .set({ ...(title !== undefined && { title }), ...(scorm_id !== undefined && { scorm_id }) })
      .where('portal_id', '=', call.course.portal_id)
      .where('id', '=', id)
      .execute()
  },
  load: async (tx, portalId, ids) => {
    if (ids.length === 0) return new Map()
    const rows = await tx
      .selectFrom('scorm_modules')
      .leftJoin('scorm_packages', (join) =>
        join
          .onRef('scorm_packages.portal_id', '=', 'scorm_modules.portal_id')
          .onRef('scorm_packages.id', '=', 'scorm_modules.scorm_id'),
      )
      .select([
        'scorm_modules.id',
        'scorm_modules.title',
        'scorm_modules.slug',
        'scorm_modules.scorm_id',
        'scorm_packages.status',
        'scorm_packages.entry',
        'scorm_packages.error',
        'scorm_packages.version',
      ])
      .where('scorm_modules.portal_id', '=', portalId)
      .where('scorm_modules.id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  },
}

export const cloudScormContent: ContentOf<typeof cloudScormModules, typeof CloudScormModule> = {
  create: async (call, { title, scorm_id }) => {
    const row = await call.tx
      .insertInto('cloud_scorm_modules')
      .values({
        portal_id: call.course.portal_id,
        course_id: call.course.id,
        title,
        slug: await slugFor(call.tx, 'cloud_scorm_modules', call, title),
        scorm_id: scorm_id || null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },
  update: async ({ tx, course }, id, { title, scorm_id }) => {
    if (title === undefined && scorm_id === undefined) return
    await tx
      .updateTable('cloud_scorm_modules')
      .set({ ...(title !== undefined && { title }), ...(scorm_id !== undefined && { scorm_id: scorm_id || null }) })
      .where('portal_id', '=', course.portal_id)
      .where('id', '=', id)
      .execute()
  },
  load: async (tx, portalId, ids) => {
    if (ids.length === 0) return new Map()
    const rows = await tx
      .selectFrom('cloud_scorm_modules')
      .select(['id', 'title', 'slug', 'scorm_id'])
      .where('portal_id', '=', portalId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  },
}
