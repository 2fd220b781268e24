import { BlockIcon, ICON_NAMES } from '#features/pages/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import type { ContentForm } from '#ui/app/form/content-form.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { wordOf } from '#ui/app/status-badge.tsx'
import type { partnerFeatures } from '../../contract-content.ts'
import { features } from './features.tsx'
import { PlaceField } from './place.tsx'

type Feature = Wire<typeof partnerFeatures.show>['data']

const DEFAULTS = { title: '', text: '', icon: '', sort_number: 0 }

/** A feature of the company (PAR-005, PAR-011). */
export const featureForm: ContentForm<Feature, typeof DEFAULTS> = {
  kind: features,
  nameOf: ({ title }) => title,
  defaults: DEFAULTS,
  fields: ({ values }) => (
    <FormSection title="Feature" text="Your company’s page shows features in this order, lowest first.">
      <Wide>
        <TextField name="title" label="Title" required maxLength={200} />
      </Wide>
      <Wide>
        <TextAreaField name="text" label="Text" maxLength={2000} />
      </Wide>
      <SelectField
        name="icon"
        label="Icon"
        placeholder="None"
        clearable
        searchable
        data={ICON_NAMES.map((icon) => ({ value: icon, label: wordOf(icon) }))}
        leftSection={values.icon ? <BlockIcon name={values.icon} size={18} /> : undefined}
      />
      <PlaceField />
    </FormSection>
  ),
}
