import type { Wire } from '#kernel/endpoint.ts'
import type { ContentForm } from '#ui/app/form/content-form.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import type { partnerAuthors } from '../../contract-content.ts'
import { authors } from './authors.tsx'

type Author = Wire<typeof partnerAuthors.show>['data']

const DEFAULTS = { name: '', description: '' }

/** An author of the company (PAR-005, PAR-010). */
export const authorForm: ContentForm<Author, typeof DEFAULTS> = {
  kind: authors,
  nameOf: ({ name }) => name,
  defaults: DEFAULTS,
  fields: () => (
    <FormSection title="Author" text="Shown on your company’s page and on the author’s own page.">
      <Wide>
        <TextField name="name" label="Name" required maxLength={200} />
      </Wide>
      <Wide>
        <RichTextField name="description" label="About the author" mode="only-text" minRows={4} />
      </Wide>
    </FormSection>
  ),
}
