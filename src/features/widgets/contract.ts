import { contentCalls, contentFields, used_by } from '#kernel/content.ts'
import { time } from '#kernel/endpoint.ts'
import { isUrl, rule, z } from '#kernel/schema.ts'

const text = z.nullable(z.string())

const isOwnAddress = (address: string) => /^(?:\/(?!\/)|#)[^\s<>]*$/.test(address)

/** Where a link leads: a page of this site, or an address with a scheme (VAL-017). */
const link = rule.valueText(
  z.string().check(
    z.trim(),
    rule.required(),
    rule.maxCharacters(2082),
    z.refine(
      (address) => address === '' || isOwnAddress(address) || isUrl(address),
      'Please enter an address, such as /courses or https://example.com.',
    ),
  ),
)

/** A button that several pages show (CNT-012, PGB-023, PGB-025). */
export const PromoButton = z.object({
  id: z.int(),
  title: z.string(),
  link: z.string(),
  link_target: z.enum(['current', 'new']),
  follow: z.enum(['dofollow', 'nofollow']),
  color: text,
  icon: text,
  updated_at: time,
  used_by,
})

export const promoButtons = contentCalls({
  path: '/portal/promo-buttons',
  resource: 'site-content',
  words: { one: 'a promo button', many: 'promo buttons' },
  query: {},
  record: PromoButton,
  row: PromoButton,
  sorts: ['title', 'updated_at'],
  fields: {
    title: contentFields.title(100),
    link,
    link_target: z.optional(z.enum(['current', 'new'])),
    follow: z.optional(z.enum(['dofollow', 'nofollow'])),
    color: z.optional(z.nullable(rule.color())),
    icon: contentFields.name(50),
  },
})

const row = z.object({ id: z.int(), title: z.string(), blocks_count: z.int(), updated_at: time, used_by })
/** Blocks that several pages show (CNT-021). */
export const Widget = z.object({ ...row.shape, components: z.array(z.any()) })

export const widgets = contentCalls({
  path: '/portal/widgets',
  resource: 'site-content',
  words: { one: 'a widget', many: 'widgets' },
  query: {},
  record: Widget,
  row,
  sorts: ['title', 'updated_at'],
  fields: {
    title: contentFields.title(),
    /** Blocks, or their deflated JSON as base64 text (PGB-002, PGB-003). */
    components: z.optional(z.union([z.string(), z.array(z.any())])),
  },
})
