import { CONTENT } from '#features/content/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { placeColumn, titleColumn, usesColumn } from '#ui/app/content/content-columns.tsx'
import { PlaceField, TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { FormSection } from '#ui/app/form/detail-form.tsx'
import * as contract from '../../contract-lists.ts'

type Category = Wire<typeof contract.questionCategories.show>['data']

/** Categories of questions (CNT-013). */
export const questionCategories = contentKind<Category>({
  calls: contract.questionCategories,
  resource: 'catalog-terms',
  above: CONTENT,
  path: '/portals/question-categories',
  title: 'Question categories',
  text: 'The headings of the FAQ. Learners also choose one when they ask a question in a course.',
  noun: 'question category',
  nouns: 'question categories',
  sorts: ['sort_number', 'title'],
  columns: [titleColumn, usesColumn('questions', 'Questions'), placeColumn],
  empty: 'Categories group the FAQ, and sort what learners ask in courses.',
})

const DEFAULTS = { title: '', sort_number: '' as number | '' }

export const questionCategoryForm: ContentForm<Category, typeof DEFAULTS> = {
  kind: questionCategories,
  nameOf: ({ title }) => title,
  defaults: DEFAULTS,
  fields: () => (
    <FormSection title="Category" text="Groups questions in the FAQ. Learners choose one when they ask.">
      <TitleField />
      <PlaceField />
    </FormSection>
  ),
}
