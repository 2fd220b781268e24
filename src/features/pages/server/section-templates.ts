import { sql } from 'kysely'
import type { Input } from '#kernel/endpoint.ts'
import { errorText, fail } from '#kernel/errors.ts'
import type { ContentKind } from '#platform/http/content/kind.ts'
import type { sectionTemplates } from '../contract-templates.ts'
import { readComponents } from './blocks.ts'

type Body = Input<typeof sectionTemplates.create>['body']

const NAME_TAKEN = 'Another template has this name. Choose a different one.'

const blocksOf = (sent: Body['components']): string => {
  const { components } = readComponents(sent)
  if (components === '[]') throw fail('invalid', { fields: { components: [errorText('required')] } })
  return components
}

/** Templates of blocks; no page shows them, so none is dropped when they change (PGB-062). */
export const sectionTemplateKind: ContentKind<Body> = {
  subject: 'section_template',
  table: 'section_templates',
  columns: ['id', 'title', 'components', 'updated_at'],
  listed: ['id', 'title', 'updated_at'],
  computed: {
    blocks_count: sql`jsonb_array_length(components)`,
    types: sql`(select coalesce(jsonb_agg(distinct kind), '[]')
      from jsonb_path_query(components, '$.**.type ? (@.type() == "string")') kind)`,
  },
  search: 'title',
  sorts: {
    title: { name: 'title', type: 'text', expression: 'title collate "C"' },
    updated_at: { name: 'updated_at', type: 'timestamptz' },
  },
  slug_from: null,
  unique: { section_templates_portal_id_title_key: { field: 'title', text: NAME_TAKEN } },
  keep: ({ components, ...body }, { now }) => ({
    ...body,
    ...(components !== undefined && { components: blocksOf(components) }),
    updated_at: now,
  }),
  tags: [],
}
