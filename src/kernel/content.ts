import type { Permission, Resource } from './access/permissions.ts'
import { endpoint, id, listQuery, one, page } from './endpoint.ts'
import { MOST_AT_ONCE } from './records/most-at-once.ts'
import { rule, z } from './schema.ts'

/** How many records of one sort use a record; they stay when it is deleted, without their link to it (CNT-022). */
export const Use = z.object({
  by: z.enum(['courses', 'people', 'articles', 'agencies', 'categories', 'questions', 'templates', 'pages']),
  count: z.int(),
})
export type Use = z.output<typeof Use>
export const used_by = z.array(Use)

export const manyIds = z.array(id).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))

/**
 * What became of each record of a call about several (CNT-044). `unchanged` were as they should be already; `refused` stay
 * as they were, each with the error of a call about it alone. `title` is null for one that is not there.
 */
export const ManyResults = z.object({
  changed: z.array(z.int()),
  unchanged: z.array(z.int()),
  refused: z.array(z.object({ id: z.int(), title: z.nullable(z.string()), code: z.string(), message: z.string() })),
})
export type ManyResults = z.output<typeof ManyResults>

const orNothing = <S extends Schema>(schema: S) => z.optional(z.nullable(schema))

/** The fields that records of several lists have. */
export const contentFields = {
  title: (most = 200) => rule.plainText(most, { is_required: true }),
  line: (most: number) => orNothing(rule.plainText(most)),
  lines: (most: number) => orNothing(rule.plainText(most, { has_lines: true })),
  /** An address, an icon or another word of the program. */
  name: (most: number) => orNothing(z.string().check(rule.maxCharacters(most))),
  html: (most: number, mode: 'full' | 'only-text' = 'full') => orNothing(rule.formattedText(mode, most)),
  link: orNothing(id),
  /** The number by which a list is ordered; without one a record goes to the end. */
  place: orNothing(z.int().check(rule.minValue(0), rule.maxValue(100_000))),
}

/** What search engines read of a record with a public page. */
export const searchFields = {
  slug: contentFields.name(100),
  meta_title: contentFields.line(200),
  meta_description: contentFields.line(500),
  seo_keywords: contentFields.line(500),
}

type Shape = z.core.$ZodLooseShape
type Schema = z.core.$ZodType

type ContentList<
  Record extends Schema,
  Row extends Schema,
  Fields extends Shape,
  Query extends Shape,
  Filters extends Shape,
  Sorts extends readonly [string, ...string[]],
  Picture extends string,
> = {
  /** The list's address below `/api/v1`; a record stands at `path/:id`. */
  path: string
  /** The screen group whose permissions the calls ask for. */
  resource: Resource
  /** The permission to add a record, if it is not that of the screen group. */
  creates?: Permission
  /** How the documentation names one record and all of them: `an author`, `authors`. */
  words: { one: string; many: string }
  /** Further query values of every call, such as whose records it is about. */
  query: Query
  /** What the list can be narrowed down by. */
  filters?: Filters
  record: Record
  /** What the list answers of each record. */
  row: Row
  /** What the list can be sorted by, its own order first. */
  sorts: Sorts
  /** The list's own order, if it is not upwards by the first of them. */
  sort?: Sorts[number] | `-${Sorts[number]}`
  /** The fields of a new record; a change may leave out any of them. */
  fields: Fields
  /** A body that the documentation shows, if the fields alone do not make one. */
  example?: object
  /** The columns with a picture that is uploaded and removed by calls of its own. */
  pictures?: readonly Picture[]
  /** True where several records are published or hidden again in one call. */
  publishes?: true
  /** The last part of the address of a picture's calls, if it is not the column's name: `seo-image` for `seo_image`. */
  picture_paths?: Partial<{ [Name in Picture]: string }>
}

/** A call that takes a picture: a file, or in its place one of the library by its id (UPL-057). */
export const takesPicture = {
  takes: 'multipart',
  body: z.object({ library_id: z.optional(id) }),
  errors: ['not_found', 'upload_no_file', 'file_wrong_format', 'file_wrong_size'],
} as const

type PictureOptions<Record extends Schema, Query extends Shape> = {
  path: string
  part: string
  resource: Resource
  one: string
  query: z.ZodMiniObject<Query>
  record: Record
}

/** The two calls of one picture: POST takes one file, DELETE takes the picture away. */
const pictureCalls = <Record extends Schema, Query extends Shape>(
  picture: string,
  { path, part, resource, one: noun, query, record }: PictureOptions<Record, Query>,
) => {
  const common = {
    path: `${path}/:id/${part}`,
    permission: `${resource}.update`,
    params: z.object({ id }),
    query,
    response: one(record),
  } as const
  const words = picture.replace('_', ' ')
  return {
    upload: endpoint({
      ...common,
      method: 'POST',
      summary: `Upload the ${words} of ${noun}, as the field \`file\` of multipart form data, or choose one of the library by its id`,
      ...takesPicture,
    }),
    remove: endpoint({
      ...common,
      method: 'DELETE',
      summary: `Remove the ${words} of ${noun}`,
      errors: ['not_found'],
    }),
  }
}
export type PictureCall = ReturnType<typeof pictureCalls>['upload' | 'remove']

/** The calls of a list of content: list, create, show, update, delete (CNT-035), those for several records, and two for each picture. */
export const contentCalls = <
  Record extends Schema,
  Row extends Schema,
  Fields extends Shape,
  Query extends Shape,
  const Sorts extends readonly [string, ...string[]],
  Filters extends Shape = object,
  const Picture extends string = never,
>({
  path,
  resource,
  creates = `${resource}.create`,
  words,
  query: queryFields,
  filters,
  record,
  row,
  sorts,
  sort,
  fields,
  example,
  pictures = [],
  picture_paths: parts = {},
  publishes,
}: ContentList<Record, Row, Fields, Query, Filters, Sorts, Picture>) => {
  const params = z.object({ id })
  const query = z.object(queryFields)
  const body = z.object(fields)
  const ofPictures = pictures.flatMap((picture) => {
    const part = parts[picture] ?? picture.replace('_', '-')
    const { upload, remove } = pictureCalls(picture, { path, part, resource, one: words.one, query, record })
    return [
      [`upload_${picture}`, upload],
      [`remove_${picture}`, remove],
    ] as const
  })
  return {
    list: endpoint({
      method: 'GET',
      path,
      permission: `${resource}.view` as const,
      summary: `List ${words.many}`,
      query: z.object({ ...queryFields, ...(filters as Filters), ...listQuery(sorts, 20, sort) }),
      response: page(row),
      errors: ['not_found'],
    }),
    create: endpoint({
      method: 'POST',
      path,
      permission: creates,
      summary: `Add ${words.one}`,
      record: { kind: path },
      query,
      body,
      ...(example && { example: example as never }),
      response: one(record),
      errors: ['not_found', 'invalid'],
    }),
    show: endpoint({
      method: 'GET',
      path: `${path}/:id`,
      permission: `${resource}.view` as const,
      summary: `Show ${words.one}`,
      record: { kind: path },
      params,
      query,
      response: one(record),
      errors: ['not_found'],
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      permission: `${resource}.update` as const,
      summary: `Change ${words.one}`,
      record: { kind: path },
      params,
      query,
      body: z.partial(body),
      response: one(record),
      errors: ['not_found', 'invalid'],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      permission: `${resource}.delete` as const,
      summary: `Delete ${words.one}`,
      params,
      query,
      errors: ['not_found'],
    }),
    remove_many: endpoint({
      method: 'POST',
      path: `${path}/delete`,
      permission: `${resource}.delete` as const,
      summary: `Delete several of ${words.many}; what is in use stays`,
      query,
      body: z.object({ ids: manyIds }),
      response: one(ManyResults),
      errors: ['not_found'],
    }),
    ...(publishes && {
      publish_many: endpoint({
        method: 'PUT',
        path: `${path}/publication`,
        permission: `${resource}.update` as const,
        summary: `Publish several of ${words.many}, or make drafts of them`,
        query,
        body: z.object({ ids: manyIds, is_published: z.boolean() }),
        response: one(ManyResults),
        errors: ['not_found'],
      }),
    }),
    ...(Object.fromEntries(ofPictures) as unknown as {
      [Call in `upload_${Picture}` | `remove_${Picture}`]: PictureCall
    }),
  }
}
