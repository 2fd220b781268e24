import { CONTENT } from '#features/content/web/public.ts'
import { type AnyBlock, BlocksField, mayKeepBlocks, OnPages, packComponents } from '#features/pages/web/public.ts'
import { HistoryButton } from '#features/site-history/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { changedColumn, titleColumn, usesColumn } from '#ui/app/content/content-columns.tsx'
import { TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import * as contract from '../../contract.ts'
import { widgetHistory } from './widget-history.tsx'

type Row = Wire<typeof contract.widgets.list>['data'][number]
type Widget = Wire<typeof contract.widgets.show>['data']

/** Widgets: blocks that several pages show (CNT-021). */
export const widgets = contentKind<Row>({
  calls: contract.widgets,
  resource: 'site-content',
  above: CONTENT,
  path: '/portals/widgets',
  title: 'Widgets',
  text: 'Parts that several pages show. A change shows on all of them.',
  noun: 'widget',
  nouns: 'widgets',
  sorts: ['title', 'updated_at'],
  columns: [titleColumn, usesColumn('pages', 'Pages'), changedColumn],
  empty: 'Write a part once, such as your opening hours, and show it on as many pages as you like.',
})

const DEFAULTS = { title: '', components: [] as readonly AnyBlock[] }
/** A widget within a widget is not followed. */
const PLACE = { ...OnPages, without: ['Widget'] }

/** A widget: its title, and its blocks in the page builder (PGB-035, PGB-060). */
export const widgetForm: ContentForm<Widget, typeof DEFAULTS> = {
  kind: widgets,
  actions: ({ id, title }, refresh) => (
    <HistoryButton view={widgetHistory} id={id} title={title} onRestored={refresh} />
  ),
  nameOf: ({ title }) => title,
  defaults: DEFAULTS,
  maySave: mayKeepBlocks,
  read: ({ components }) => ({ components }),
  write: ({ components, ...payload }) => ({
    ...payload,
    ...(components !== undefined && { components: packComponents(components ?? []) }),
  }),
  fields: (record) => (
    <>
      <FormSection title="Widget" text="The title is for you. Pages show the blocks below.">
        <Wide>
          <TitleField />
        </Wide>
      </FormSection>
      <BlocksField record={record} place={PLACE} resource="site-content" />
    </>
  ),
}
