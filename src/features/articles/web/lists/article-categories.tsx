import { CONTENT } from '#features/content/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { placeColumn, titleColumn, usesColumn } from '#ui/app/content/content-columns.tsx'
import { PlaceField, TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { FormSection } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import * as contract from '../../contract-lists.ts'

type Category = Wire<typeof contract.articleCategories.show>['data']

/** Categories of the blog (CNT-004). */
export const articleCategories = contentKind<Category>({
  calls: contract.articleCategories,
  resource: 'catalog-terms',
  above: CONTENT,
  path: '/portals/article-categories',
  title: 'Article categories',
  text: 'The subjects of your articles. Readers filter by them.',
  noun: 'article category',
  nouns: 'article categories',
  sorts: ['sort_number', 'title'],
  columns: [titleColumn, usesColumn('articles', 'Articles'), placeColumn],
  empty: 'Readers choose the articles of a category above the list.',
})

const DEFAULTS = { title: '', sort_number: '' as number | '', slug: '' }

export const articleCategoryForm: ContentForm<Category, typeof DEFAULTS> = {
  kind: articleCategories,
  nameOf: ({ title }) => title,
  defaults: DEFAULTS,
  fields: () => (
    <FormSection title="Category" text="Readers see it once a published article has it.">
      <TitleField />
      <PlaceField />
      <TextField
        name="slug"
        label="Address"
        description="Used in web addresses."
        maxLength={100}
        placeholder="From the title"
      />
    </FormSection>
  ),
}
