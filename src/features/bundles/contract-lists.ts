import { contentCalls, contentFields, searchFields } from '#kernel/content.ts'
import { id, money, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())
const publication = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

const row = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  thumbnail: text,
  price: money,
  discount_price: z.nullable(money),
  publication_status: z.int(),
  courses_count: z.int(),
  created_at: time,
  updated_at: time,
})

/** A bundle in the administration (CNT-006). */
export const BundleRecord = z.object({
  ...row.shape,
  text,
  course_ids: z.array(z.int()),
  courses: z.array(z.object({ id: z.int(), title: z.string(), publication_status: z.int() })),
  seo_image: text,
  meta_title: text,
  meta_description: text,
  seo_keywords: text,
})

/** An amount of a bundle; one that could not be charged is refused. */
const amount = money.check(rule.minValue(0), rule.maxValue(99_999_999))

export const bundles = contentCalls({
  path: '/portal/bundles',
  resource: 'bundles',
  words: { one: 'a bundle', many: 'the bundles of the portal, published or not' },
  query: {},
  filters: {
    publication_status: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(4))),
  },
  record: BundleRecord,
  row,
  sorts: ['id', 'title', 'updated_at'],
  sort: '-id',
  publishes: true,
  fields: {
    title: contentFields.title(),
    text: contentFields.html(200_000),
    price: amount,
    discount_price: z.optional(z.nullable(amount)),
    publication_status: z.optional(publication),
    course_ids: z.array(id).check(z.maxLength(50)),
    ...searchFields,
  },
  pictures: ['thumbnail', 'seo_image'],
})
