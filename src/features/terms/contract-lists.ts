import { contentCalls, contentFields, used_by } from '#kernel/content.ts'
import { time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { TermBody } from './contract.ts'
import type { TermList } from './rules/lists.ts'

const text = z.nullable(z.string())

const row = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  code: text,
  logo: text,
  icon: text,
  parent_id: z.nullable(z.int()),
  parent_title: text,
  state_id: z.nullable(z.int()),
  sort_number: z.int(),
  updated_at: time,
  used_by,
})

/** A term as its editors see it (CNT-003, CNT-010, CNT-011, CNT-016 to CNT-020). */
export const TermRecord = z.object({
  ...row.shape,
  text,
  meta_title: text,
  meta_description: text,
  seo_keywords: text,
  seo_image: text,
})

const { title, slug, code, icon, parent_id, state_id, ...written } = TermBody.shape
const sort_number = contentFields.place
const texts = {
  text: written.text,
  meta_title: written.meta_title,
  meta_description: written.meta_description,
  seo_keywords: written.seo_keywords,
}

type Options<Fields, Picture> = {
  one: string
  many: string
  fields: Fields
  creates?: 'portals.create'
  pictures?: readonly Picture[]
}

const terms = <Fields extends z.core.$ZodLooseShape, const Picture extends string = never>(
  list: TermList,
  { one, many, fields, ...rest }: Options<Fields, Picture>,
) =>
  contentCalls({
    path: `/portal/${list}`,
    resource: 'catalog-terms',
    words: { one, many },
    query: {},
    record: TermRecord,
    row,
    sorts: ['title', 'sort_number', 'updated_at'],
    fields,
    ...rest,
  })

const PICTURES = ['logo', 'seo_image'] as const

export const agencies = terms('agencies', {
  one: 'a regulating agency',
  many: 'regulating agencies',
  fields: { title, slug, state_id, sort_number, ...texts },
  pictures: PICTURES,
})
export const categories = terms('categories', {
  one: 'a course category',
  many: 'course categories',
  fields: { title, slug, parent_id, sort_number, ...texts },
})
export const languages = terms('languages', {
  one: 'a language of courses',
  many: 'languages of courses',
  fields: { title, code, sort_number, ...texts },
})
export const organizations = terms('organizations', {
  one: 'an accrediting organization',
  many: 'accrediting organizations',
  fields: { title, slug, sort_number, ...texts },
  pictures: PICTURES,
})
export const subtitles = terms('subtitles', {
  one: 'a language of subtitles',
  many: 'languages of subtitles',
  fields: { title, code },
})
export const tags = terms('tags', { one: 'a tag', many: 'tags', fields: { title } })
export const trainingOptions = terms('training-options', {
  one: 'a training option',
  many: 'training options',
  fields: { title, slug, icon, sort_number, ...texts },
})

/** States are edited; only super admins add one, and nobody deletes one (CNT-016). */
const {
  remove: _,
  remove_many: __,
  ...stateCalls
} = terms('states', {
  one: 'a state',
  many: 'states of the USA',
  fields: { title, slug, code, ...texts },
  creates: 'portals.create',
})
export const states = stateCalls
