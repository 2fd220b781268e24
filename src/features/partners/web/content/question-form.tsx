import type { Wire } from '#kernel/endpoint.ts'
import { PlaceField, TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import type { partnerQuestions } from '../../contract-content.ts'
import { questions } from './questions.tsx'

type Question = Wire<typeof partnerQuestions.show>['data']

const DEFAULTS = { question: '', answer: '', sort_number: '' as number | '' }

/** A question of the company with its answer (PAR-005, PAR-012). */
export const questionForm: ContentForm<Question, typeof DEFAULTS> = {
  kind: questions,
  nameOf: ({ question }) => question,
  defaults: DEFAULTS,
  fields: () => (
    <FormSection title="Question" text="Your company’s page shows questions in this order, lowest first.">
      <TitleField name="question" label="Question" maxLength={500} />
      <Wide>
        <RichTextField name="answer" label="Answer" isRequired minRows={4} />
      </Wide>
      <PlaceField />
    </FormSection>
  ),
}
