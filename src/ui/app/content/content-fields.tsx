import type { ReactNode } from 'react'
import { ICONS } from '#kernel/format/icon-names.ts'
import { FormSection, Wide } from '../form/detail-form.tsx'
import { NumberField, SelectField, TextAreaField, TextField } from '../form/fields.tsx'
import { wordOf } from '../status-badge.tsx'

// The fields that kinds of content share.

export const TitleField = ({ name = 'title', label = 'Title', maxLength = 200 }) => (
  <Wide>
    <TextField name={name} label={label} required maxLength={maxLength} />
  </Wide>
)

export const PlaceField = () => (
  <NumberField
    name="sort_number"
    label="Place"
    description="Lower numbers come first. Leave empty for the end of the list."
    placeholder="Last"
    min={0}
    max={100_000}
    allowDecimal={false}
  />
)

export const IconField = ({ leftSection }: { leftSection?: ReactNode }) => (
  <SelectField
    name="icon"
    label="Icon"
    placeholder="None"
    clearable
    searchable
    data={ICONS.map((icon) => ({ value: icon, label: wordOf(icon) }))}
    leftSection={leftSection}
  />
)

/** What search engines read of a page; the summary is left out where the form has it elsewhere. */
export const SearchSection = ({ hasSlug = true, hasSummary = true }) => (
  <FormSection title="In search engines" text="How search engines find and show the page.">
    <TextField name="meta_title" label="Title in search engines" maxLength={200} />
    {hasSlug && (
      <TextField
        name="slug"
        label="Address"
        description="The old address will redirect."
        maxLength={100}
        placeholder="From the title"
      />
    )}
    {hasSummary && (
      <Wide>
        <TextAreaField name="meta_description" label="Description" maxLength={500} />
      </Wide>
    )}
    <Wide>
      <TextField name="seo_keywords" label="Keywords" maxLength={500} />
    </Wide>
  </FormSection>
)
export const SEARCH_DEFAULTS = { meta_title: '', slug: '', meta_description: '', seo_keywords: '' }
