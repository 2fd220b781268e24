import { CONTENT, ContentSelect } from '#features/content/web/public.ts'
import { sitePictures } from '#features/media-library/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { changedColumn, placeColumn } from '#ui/app/content/content-columns.tsx'
import { PlaceField, TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { IconExternalLink } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import * as contract from '../../contract-lists.ts'
import { faqPath } from '../faq.ts'

type Question = Wire<typeof contract.faq.show>['data']

/** The portal's questions with their answers, in their order (CNT-007, CNT-008). */
export const questions = contentKind<Question>({
  calls: contract.faq,
  resource: 'site-content',
  above: CONTENT,
  path: '/portals/faq',
  title: 'FAQ',
  text: 'What people ask you, with your answers.',
  noun: 'question',
  nouns: 'questions',
  sorts: ['sort_number', 'question', 'updated_at'],
  nameOf: ({ question }) => question,
  columns: [
    { key: 'question', title: 'Question', role: 'main', isSortable: true, cell: ({ question }) => question },
    { key: 'category_title', title: 'Category', width: 200, cell: (row) => row.category_title },
    placeColumn,
    changedColumn,
  ],
  empty: 'Answer what people ask every day, once.',
})

const DEFAULTS = {
  question: '',
  answer: '',
  question_category_id: null as number | null,
  sort_number: '' as number | '',
  slug: '',
  seo_keywords: '',
}

export const questionForm: ContentForm<Question, typeof DEFAULTS> = {
  kind: questions,
  nameOf: ({ question }) => question,
  defaults: DEFAULTS,
  actions: ({ slug }) => (
    <LinkButton variant="outline" icon={IconExternalLink} href={faqPath(slug)}>
      Public page
    </LinkButton>
  ),
  fields: () => (
    <>
      <FormSection title="Question" text="Shown with the other questions, and on a page of its own.">
        <TitleField name="question" label="Question" maxLength={500} />
        <Wide>
          <RichTextField name="answer" label="Answer" isRequired minRows={5} pictures={sitePictures} />
        </Wide>
        <ContentSelect
          list="question-categories"
          name="question_category_id"
          label="Category"
          description="The heading it stands under."
          placeholder="No category"
        />
        <PlaceField />
      </FormSection>
      <FormSection title="In search engines" text="How search engines find and show the page.">
        <TextField
          name="slug"
          label="Address"
          description="The old address will redirect."
          maxLength={100}
          placeholder="From the question"
        />
        <Wide>
          <TextField name="seo_keywords" label="Keywords" maxLength={500} />
        </Wide>
      </FormSection>
    </>
  ),
}
