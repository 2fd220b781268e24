import { contentCalls, contentFields } from '#kernel/content.ts'
import { time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

const row = z.object({
  id: z.int(),
  title: z.string(),
  blocks_count: z.int(),
  /** The kinds of its blocks, because not every place takes every kind. */
  types: z.array(z.string()),
  updated_at: time,
})

/** They are deleted one by one, in the dialog that adds blocks. */
const { remove_many: _, ...calls } = contentCalls({
  path: '/portal/section-templates',
  resource: 'site-content',
  words: { one: 'a template of blocks', many: 'the templates of blocks' },
  query: {},
  record: z.object({ ...row.shape, components: z.array(z.any()) }),
  row,
  sorts: ['title', 'updated_at'],
  fields: {
    title: contentFields.title(80),
    /** Blocks, or their deflated JSON as base64 text (PGB-002, PGB-003). */
    components: z.union([z.string(), z.array(z.any())]),
  },
  example: {
    title: 'Our offices',
    components: [{ type: 'Heading', props: { id: 'a', html: '<h2>Our offices</h2>' } }],
  },
})

/** Blocks that the editors of a portal keep to put them on any of its pages (PGB-062). */
export const sectionTemplates = calls
