import { TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import type { AnyContentKind } from '#ui/app/content/content-kind.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { type Author, authors, partnerAuthors } from './authors.tsx'

const DEFAULTS = { name: '', description: '' }

const formOf = (kind: AnyContentKind, text: string): ContentForm<Author, typeof DEFAULTS> => ({
  kind,
  nameOf: ({ name }) => name,
  defaults: DEFAULTS,
  pictures: [
    { name: 'avatar', label: 'Picture', text: 'Beside the name. A square works best.', rule: { types: ['img'] } },
  ],
  fields: () => (
    <FormSection title="Author" text={text}>
      <TitleField name="name" label="Name" />
      <Wide>
        <RichTextField name="description" label="About the author" mode="only-text" minRows={4} />
      </Wide>
    </FormSection>
  ),
})

/** An author of the portal (CNT-005). */
export const authorForm = formOf(authors, 'Shown below each article they wrote.')
/** An author of the company (PAR-005, PAR-010). */
export const partnerAuthorForm = formOf(partnerAuthors, 'Shown on your company’s page and on the author’s own page.')
