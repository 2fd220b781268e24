import { type Endpoint, endpoint, id, one, page, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { CAPTION_LANGUAGES, CAPTIONS_MAX_FILES, CAPTIONS_MAX_LENGTH } from '#kernel/uploads/captions.ts'
import {
  ITEM_PATHS,
  ITEM_TYPES,
  type ItemType,
  MODULE_ITEM_PATHS,
  MODULE_ITEM_TYPES,
  type ModuleItemType,
} from './rules/item-types.ts'

const text = z.nullable(z.string())
const course = z.object({ courseId: id })
const itemOfCourse = z.object({ courseId: id, id })

/** Where an item is to stand, from 1 on; beyond the end means last. */
export const place = { sort_number: z.optional(z.int().check(rule.minValue(1))) }
export const itemTitle = rule.plainText(200, { is_required: true })

type Shape = z.core.$ZodType
/** What an outline item is made of; every type of item has a title. */
type Titled = z.core.$ZodType<{ title: string }>

/** An outline item with its contents (BLD-010). `id` is that of its place, `itemable_id` that of the record. */
const courseItem = <I extends Shape>(type: ItemType, itemable: I) =>
  z.object({
    id: z.int(),
    course_id: z.int(),
    itemable_type: z.literal(type),
    itemable_id: z.int(),
    title: z.string(),
    sort_number: z.int(),
    itemable,
  })
type CourseItem<I extends Shape> = ReturnType<typeof courseItem<I>>

type Course = typeof course
type ItemOfCourse = typeof itemOfCourse
type Nothing = z.ZodMiniUndefined

export type ItemEndpoints<C extends Shape, U extends Shape, I extends Titled> = {
  type: ItemType
  list: Endpoint<Course, Nothing, Nothing, ReturnType<typeof page<CourseItem<I>>>>
  create: Endpoint<Course, Nothing, C, ReturnType<typeof one<CourseItem<I>>>>
  show: Endpoint<ItemOfCourse, Nothing, Nothing, ReturnType<typeof one<CourseItem<I>>>>
  update: Endpoint<ItemOfCourse, Nothing, U, ReturnType<typeof one<CourseItem<I>>>>
  remove: Endpoint<ItemOfCourse, Nothing, Nothing, Nothing>
}

/** The calls of one type of outline item: all types are the same resource with another body (BLD-037, BLD-038). */
export const itemEndpoints = <C extends Shape, U extends Shape, I extends Titled>(
  type: ItemType,
  { create, update, itemable }: { create: C; update: U; itemable: I },
): ItemEndpoints<C, U, I> => {
  const item = courseItem(type, itemable)
  const path = `/admin/courses/:courseId/items/${ITEM_PATHS[type]}`
  const words = ITEM_PATHS[type].replaceAll('-', ' ')
  return {
    type,
    list: endpoint({
      method: 'GET',
      path,
      permission: 'courses.view',
      summary: `List the ${words} of a course`,
      record: { kind: path, is_list: true },
      params: course,
      response: page(item),
      errors: ['not_found'],
    }),
    create: endpoint({
      method: 'POST',
      path,
      permission: 'courses.update',
      summary: `Add one of the ${words} to a course`,
      record: { kind: path },
      is_idempotent: true,
      params: course,
      body: create,
      response: one(item),
      errors: ['not_found', 'invalid'],
    }),
    show: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      permission: 'courses.view',
      summary: `Show one of the ${words} of a course`,
      record: { kind: path },
      params: itemOfCourse,
      response: one(item),
      errors: ['not_found'],
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      permission: 'courses.update',
      summary: `Change or move one of the ${words} of a course`,
      record: { kind: path },
      params: itemOfCourse,
      body: update,
      response: one(item),
      errors: ['not_found', 'invalid'],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      permission: 'courses.update',
      summary: `Take one of the ${words} out of a course; learners' records are kept`,
      params: itemOfCourse,
      errors: ['not_found'],
    }),
  }
}

const ModuleItemShown = z.object({
  id: z.int(),
  itemable_type: z.enum(MODULE_ITEM_TYPES),
  itemable_id: z.int(),
  title: z.string(),
  sort_number: z.int(),
  module_id: z.int(),
})

/** A module with its items in their order (LRN-002, BLD-011). */
export const Module = z.object({ id: z.int(), title: z.string(), module_items: z.array(ModuleItemShown) })

export const modules = itemEndpoints('Module', {
  create: z.object({ title: itemTitle, ...place }),
  update: z.object({ title: z.optional(itemTitle), ...place }),
  itemable: Module,
})

const packageId = z.optional(z.nullable(z.int().check(z.positive())))

/** A native SCORM module with what its package says of itself (SCO-001). */
export const ScormModule = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  scorm_id: z.nullable(z.int()),
  status: text,
  entry: text,
  error: text,
  version: text,
})

export const scormModules = itemEndpoints('ScormModule', {
  create: z.object({ title: itemTitle, scorm_id: packageId, ...place }),
  update: z.object({ title: z.optional(itemTitle), scorm_id: packageId, ...place }),
  itemable: ScormModule,
})

const cloudId = z.optional(z.nullable(rule.plainText(200)))

/** A module played by the cloud SCORM service, by the id of its course there (SCO-018). */
export const CloudScormModule = z.object({ id: z.int(), title: z.string(), slug: z.string(), scorm_id: text })

export const cloudScormModules = itemEndpoints('CloudScormModule', {
  create: z.object({ title: itemTitle, scorm_id: cloudId, ...place }),
  update: z.object({ title: z.optional(itemTitle), scorm_id: cloudId, ...place }),
  itemable: CloudScormModule,
})

/** All items of a course, in order, for the outline screen. */
export const listOutline = endpoint({
  method: 'GET',
  path: '/admin/courses/:courseId/items',
  permission: 'courses.view',
  summary: 'List the outline of a course with the items of its modules',
  params: course,
  response: page(
    z.object({
      id: z.int(),
      itemable_type: z.enum(ITEM_TYPES),
      itemable_id: z.int(),
      title: z.string(),
      sort_number: z.int(),
      module_items: z.array(ModuleItemShown),
    }),
  ),
  errors: ['not_found'],
})

/** All items with their new numbers; applied as a whole or not at all (BLD-013, BLD-039). */
export const sortItems = endpoint({
  method: 'PUT',
  path: '/admin/courses/:courseId/items/sort',
  permission: 'courses.update',
  summary: 'Put the outline of a course in order',
  params: course,
  body: z.object({ items: z.array(z.object({ id: z.int(), sort_number: z.int() })).check(z.maxLength(1000)) }),
  response: page(z.object({ id: z.int(), sort_number: z.int() })),
  errors: ['not_found', 'invalid'],
})

const moduleItem = <I extends Shape>(type: ModuleItemType, itemable: I) =>
  z.object({
    ...ModuleItemShown.shape,
    itemable_type: z.literal(type),
    course_id: z.int(),
    updated_at: time,
    itemable,
  })

/** What calls send together with caption files; each of them is at most `CAPTIONS_MAX_LENGTH` long. */
const CAPTIONS_BODY = 8 << 20

/** The calls of one type of module item (BLD-040, BLD-041). */
const moduleItemEndpoints = <C extends Shape, U extends Shape, I extends Shape>(
  type: ModuleItemType,
  { create, update, itemable }: { create: C; update: U; itemable: I },
) => {
  const item = moduleItem(type, itemable)
  const path = `/admin/module-items/${MODULE_ITEM_PATHS[type]}`
  const words = `${MODULE_ITEM_PATHS[type]} item`
  const params = z.object({ id })
  return {
    type,
    create: endpoint({
      method: 'POST',
      path,
      permission: 'courses.update',
      summary: `Add a ${words} to a module`,
      record: { kind: path },
      is_idempotent: true,
      body: create,
      body_limit: CAPTIONS_BODY,
      response: one(item),
      errors: ['not_found', 'invalid'],
    }),
    show: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      permission: 'courses.view',
      summary: `Show a ${words}`,
      record: { kind: path },
      params,
      response: one(item),
      errors: ['not_found'],
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      permission: 'courses.update',
      summary: `Change a ${words}, or move it within its course`,
      record: { kind: path },
      params,
      body: update,
      body_limit: CAPTIONS_BODY,
      response: one(item),
      errors: ['not_found', 'invalid'],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      permission: 'courses.update',
      summary: `Take a ${words} out of its module; learners' records are kept`,
      params,
      errors: ['not_found'],
    }),
  }
}

const moduleId = z.int().check(z.positive())
const into = { module_id: moduleId, ...place }
const move = { module_id: z.optional(moduleId), ...place }
/** Captions of an item: a new file as text, or one that the item has already by its uuid (BLD-070). */
const CaptionsSent = z.object({
  language: z.enum(CAPTION_LANGUAGES),
  label: rule.plainText(60, { is_required: true }),
  media_uuid: z.optional(z.uuid()),
  name: z.optional(rule.plainText(255)),
  file_text: z.optional(z.string().check(z.maxLength(CAPTIONS_MAX_LENGTH))),
})
export type CaptionsSent = z.output<typeof CaptionsSent>
const captionsSent = z.optional(z.nullable(z.array(CaptionsSent).check(z.maxLength(CAPTIONS_MAX_FILES))))

/** Captions as an item shows them; the address works only for this person and expires. */
export const CaptionsShown = z.object({
  language: z.string(),
  label: z.string(),
  media_uuid: z.string(),
  name: z.string(),
  url: z.string(),
})
const captionsShown = z.array(CaptionsShown)

const html = rule.formattedText('full', 500_000, { is_required: true })
const freeTitle = z.optional(z.nullable(rule.plainText(200)))

export const textItems = moduleItemEndpoints('Text', {
  create: z.object({ ...into, title: freeTitle, text: html }),
  update: z.object({ ...move, title: freeTitle, text: z.optional(html) }),
  itemable: z.object({ text: z.string() }),
})

/** A file of the materials library as an item shows it (BLD-018). */
export const ItemMedia = z.object({
  uuid: z.string(),
  name: z.string(),
  type: z.string(),
  mime_type: z.string(),
  size: z.int(),
})
const fileItem = {
  create: z.object({ ...into, title: itemTitle, media_uuid: z.uuid() }),
  update: z.object({ ...move, title: z.optional(itemTitle), media_uuid: z.optional(z.uuid()) }),
  itemable: z.object({ media_uuid: z.string(), media: ItemMedia }),
}

export const documentItems = moduleItemEndpoints('Document', fileItem)
export const audioItems = moduleItemEndpoints('Audio', {
  create: z.object({ ...fileItem.create.shape, captions: captionsSent }),
  update: z.object({ ...fileItem.update.shape, captions: captionsSent }),
  itemable: z.object({ ...fileItem.itemable.shape, captions: captionsShown }),
})

/** A link of a video host or a file of the library; the one that is sent takes the place of the other (BLD-074). */
const videoSource = {
  video: z.optional(z.nullable(rule.videoLink())),
  media_uuid: z.optional(z.nullable(z.uuid())),
  captions: captionsSent,
}
export const videoItems = moduleItemEndpoints('Video', {
  create: z.object({ ...into, title: itemTitle, ...videoSource }),
  update: z.object({ ...move, title: z.optional(itemTitle), ...videoSource }),
  itemable: z.object({
    /** The link as people share it, and the address to embed; null for a file. */
    video: text,
    video_provider: z.nullable(z.enum(['youtube', 'vimeo'])),
    video_id: text,
    embed_url: text,
    /** Null for a link. */
    media_uuid: text,
    media: z.nullable(ItemMedia),
    captions: captionsShown,
  }),
})
