import type { HtmlMode } from '#kernel/html.ts'
import { isUrl, parseVideoLink, rule, z } from '#kernel/schema.ts'
import { ALIGNS, ICONS, LAYOUTS, TONES, VISIBILITIES } from '../rules/blocks.ts'

const words = (max: number) => z._default(rule.plainText(max), '')
const lines = (max: number) => z._default(rule.plainText(max, { has_lines: true }), '')
const isOwnAddress = (address: string) => /^(?:\/(?!\/)|#)[^\s<>]*$/.test(address)
const address = z.string().check(
  z.trim(),
  z.maxLength(2082),
  z.refine((value) => isOwnAddress(value) || isUrl(value)),
)
/** Without a picture, as without the address of a video, nothing is shown yet. */
const picture = z.union([z.literal(''), address])
const link = z.object({
  href: address,
  target: z._default(z.enum(['current', 'new']), 'current'),
  follow: z._default(z.enum(['dofollow', 'nofollow']), 'dofollow'),
})
const align = z._default(z.enum(ALIGNS), 'left')
const number = z._default(z.int().check(z.minimum(1), z.maximum(24)), 12)
const ids = z._default(z.array(z.int().check(z.positive())).check(z.maxLength(50)), [])
const HTML_SIZE = 200_000
const html = (mode: 'full' | 'heading') => z._default(rule.formattedText(mode, HTML_SIZE), '')
const common = {
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  visibility: z._default(z.enum(VISIBILITIES), 'all'),
}
const block = <const T extends string, S extends z.core.$ZodShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), props: z.object({ ...common, ...shape }) })

const editorProps = <const M extends HtmlMode>(mode: M) => {
  const html =
    mode === 'title-only' ? rule.plainText(HTML_SIZE, { has_lines: true }) : rule.formattedText(mode, HTML_SIZE)
  return z.object({ ...common, mode: z.literal(mode), html: z._default(html, ''), align })
}
/** Text of an editor, as its mode takes it; without a mode that of all formatting. */
const editorText = z.object({
  type: z.literal('EditorText'),
  props: z.pipe(
    z.transform((props) => (typeof props === 'object' && props !== null ? { mode: 'full', ...props } : props)),
    z.discriminatedUnion('mode', [
      editorProps('full'),
      editorProps('only-text'),
      editorProps('heading'),
      editorProps('title-only'),
    ]),
  ),
})

const content = [
  block('Heading', { html: html('heading'), align }),
  editorText,
  block('Image', {
    src: z._default(picture, ''),
    alt: words(300),
    width: z._default(z.int().check(z.minimum(1), z.maximum(4000)), 640),
    height: z._default(z.int().check(z.minimum(1), z.maximum(4000)), 360),
    link: z.optional(z.nullable(link)),
  }),
  block('Video', {
    video: z._default(z.string().check(z.refine((value) => value === '' || parseVideoLink(value) !== null)), ''),
    title: words(200),
  }),
  block('Alert', {
    tone: z._default(z.enum(['info', 'success', 'warning', 'danger']), 'info'),
    title: words(200),
    text: lines(2000),
  }),
  block('Carousel', {
    label: words(200),
    slides: z
      .array(
        z.object({
          title: words(200),
          text: lines(1000),
          src: z.optional(z.nullable(picture)),
          alt: words(300),
          link: z.optional(z.nullable(link)),
        }),
      )
      .check(z.maxLength(20)),
  }),
  block('PromoButtons', { promo_button_ids: ids, align }),
  block('Icon', {
    icon: z.enum(ICONS),
    size: z._default(z.enum(['sm', 'md', 'lg']), 'md'),
    color: z._default(z.enum(['primary', 'secondary', 'text']), 'primary'),
    align,
  }),
  block('Buttons', {
    items: z
      .array(
        z.object({
          label: rule.plainText(100, { is_required: true }),
          look: z._default(z.enum(['primary', 'outline', 'soft', 'ghost']), 'primary'),
          link,
        }),
      )
      .check(z.maxLength(10)),
    align,
  }),
  block('Chip', {
    items: z
      .array(
        z.object({
          label: rule.plainText(100, { is_required: true }),
          link: z.optional(z.nullable(link)),
        }),
      )
      .check(z.maxLength(40)),
    align,
  }),
  block('CoursesCollection', {
    title: words(200),
    text: lines(500),
    sort: z._default(z.enum(['-popularity', '-id', 'id', 'title', '-title', '-updated_at']), '-popularity'),
    number,
    filter: z._default(
      z.object({
        category: z.optional(z.nullable(z.string())),
        training_option: z.optional(z.nullable(z.string())),
        state: z.optional(z.nullable(z.string())),
        agency: z.optional(z.nullable(z.string())),
        organization: z.optional(z.nullable(z.string())),
        language: z.optional(z.nullable(z.string())),
        provider: z.optional(z.nullable(z.string())),
      }),
      {},
    ),
    layout: z._default(z.enum(['cards', 'list']), 'cards'),
  }),
  block('BundlesCollection', {
    title: words(200),
    text: lines(500),
    sort: z._default(z.enum(['-id', 'id']), '-id'),
    number: z._default(z.int().check(z.minimum(1), z.maximum(24)), 3),
  }),
  block('States', { title: words(200), text: lines(500) }),
  block('Faqs', {
    title: words(200),
    text: lines(500),
    question_category_id: z.optional(z.nullable(z.int().check(z.positive()))),
    number: z._default(z.int().check(z.minimum(1), z.maximum(24)), 6),
  }),
  block('BlogCollection', {
    title: words(200),
    text: lines(500),
    sort: z._default(z.enum(['-published_at', 'published_at', 'title', '-updated_at', '-word_count']), '-published_at'),
    number: z._default(z.int().check(z.minimum(1), z.maximum(24)), 3),
    category: z.optional(z.nullable(z.string())),
  }),
  block('Widget', { widget_id: z.optional(z.nullable(z.int().check(z.positive()))) }),
] as const

const slot = z._default(z.array(z.discriminatedUnion('type', content)).check(z.maxLength(50)), [])

const section = block('Section', {
  layout: z._default(z.enum(LAYOUTS), '1'),
  tone: z._default(z.enum(TONES), 'plain'),
  align: z._default(z.enum(['start', 'center']), 'start'),
  /** How much room stands above and below. */
  room: z._default(z.enum(['small', 'medium', 'large']), 'medium'),
  /** Columns as cards of their own. */
  has_cards: z._default(z.boolean(), false),
  /** A drawing behind the section. */
  pattern: z._default(z.enum(['none', 'glow', 'grid', 'stripes']), 'none'),
  /** The name by which a link leads to the section. */
  anchor: z._default(z.string().check(z.regex(/^[a-z0-9-]{0,60}$/)), ''),
  column_1: slot,
  column_2: slot,
  column_3: slot,
  column_4: slot,
})

/** The blocks of a page as they may be kept: known types, checked props, HTML cleaned by the mode of its editor (PGB-034). */
export const Blocks = z.array(z.discriminatedUnion('type', [...content, section])).check(z.maxLength(200))
