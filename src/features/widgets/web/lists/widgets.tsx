import { CONTENT } from '#features/content/web/public.ts'
import { blocksOf, textOf } from '#features/pages/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { changedColumn, titleColumn, usesColumn } from '#ui/app/content/content-columns.tsx'
import { TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import * as contract from '../../contract.ts'

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

const DEFAULTS = { title: '', html: '' }

export const widgetForm: ContentForm<Widget, typeof DEFAULTS> = {
  kind: widgets,
  nameOf: ({ title }) => title,
  defaults: DEFAULTS,
  read: ({ components }) => ({ html: textOf(components) ?? '' }),
  write: ({ html, ...payload }, widget) => ({
    ...payload,
    ...(html !== undefined && textOf(widget?.components ?? []) !== null && { components: blocksOf(html ?? '') }),
  }),
  fields: (_, widget) => (
    <FormSection title="Widget" text="Its title is for you; pages show the text.">
      <TitleField />
      <Wide>
        {textOf(widget?.components ?? []) === null ? (
          <p>This widget is made of blocks. Saving does not change them.</p>
        ) : (
          <RichTextField name="html" label="Text" minRows={8} />
        )}
      </Wide>
    </FormSection>
  ),
}
