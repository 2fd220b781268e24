import { Course } from '#features/catalog/contract.ts'
import { ShippedProduct } from '#features/shipping/contract.ts'
import { endpoint, listQuery, money, one, page, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

const text = z.nullable(z.string())

/** A bundle on the storefront (CAT-014); if there is a `discount_price`, that is its price (CRT-014). */
export const Bundle = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  thumbnail: text,
  text,
  price: money,
  discount_price: z.nullable(money),
  /** False while one of its courses cannot be bought. */
  is_available: z.boolean(),
  courses: z.array(Course),
  seo_image: text,
  meta_title: text,
  meta_description: text,
  seo_keywords: text,
  updated_at: time,
})

/** A bundle on its own page. */
const BundleDetails = z.object({
  ...Bundle.shape,
  /** The products shipped to anyone who buys it (SHP-004). */
  shipping: z.array(ShippedProduct),
})

const sort = z._default(z.enum(['-id', 'id']), '-id')

export const listBundles = endpoint({
  method: 'GET',
  path: '/main/bundles',
  permission: 'public',
  summary: 'Published bundles with their courses, newest first',
  query: z.object({ ...listQuery(['id']), sort }),
  response: page(Bundle),
  errors: ['not_found'],
})

export const showBundle = endpoint({
  method: 'GET',
  path: '/main/bundles/:slug',
  permission: 'public',
  summary: 'One bundle with its courses; a former slug answers the bundle with its present one',
  params: z.object({ slug: z.string() }),
  response: one(BundleDetails),
  errors: ['not_found'],
})
