import { IconField, PlaceField, TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import type { AnyContentKind } from '#ui/app/content/content-kind.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextAreaField } from '#ui/app/form/fields.tsx'
import { BlockIcon } from '#ui/public/parts/block-icon.tsx'
import { type Feature, features, partnerFeatures } from './features.tsx'

const DEFAULTS = { title: '', text: '', icon: '', sort_number: '' as number | '' }

const formOf = (kind: AnyContentKind, text: string): ContentForm<Feature, typeof DEFAULTS> => ({
  kind,
  nameOf: ({ title }) => title,
  defaults: DEFAULTS,
  fields: ({ values }) => (
    <FormSection title="Feature" text={text}>
      <TitleField />
      <Wide>
        <TextAreaField name="text" label="Text" maxLength={2000} />
      </Wide>
      <IconField leftSection={values.icon ? <BlockIcon name={values.icon} size={18} /> : undefined} />
      <PlaceField />
    </FormSection>
  ),
})

/** A feature of the portal (CNT-009). */
export const featureForm = formOf(features, 'Shown above the FAQ with the other features, in their order.')
/** A feature of the company (PAR-005, PAR-011). */
export const partnerFeatureForm = formOf(
  partnerFeatures,
  'Your company’s page shows features in this order, lowest first.',
)
