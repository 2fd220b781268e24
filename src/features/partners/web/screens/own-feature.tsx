import { BlockIcon, ICON_NAMES } from '#features/pages/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/detail-form.tsx'
import { NumberField, SelectField, TextAreaField, TextField } from '#ui/app/fields.tsx'
import { wordOf } from '#ui/app/status-badge.tsx'
import { IconTrash } from '#ui/icons.tsx'
import { Button } from '#ui/public/button.tsx'
import {
  createPartnerFeature,
  deletePartnerFeature,
  listPartnerFeatures,
  type showPartnerFeature,
  updatePartnerFeature,
} from '../../contract-content.ts'
import { useContent } from '../use-content.ts'

type Row = Wire<typeof showPartnerFeature>['data']

const DEFAULTS = { title: '', text: '', icon: '', sort_number: 0 }

/** A feature of the company (PAR-005, PAR-011). */
export function OwnFeatureScreen({ record }: { record: Row | null }) {
  const { api, owner, eraseAndLeave, saved } = useContent({
    list: listPartnerFeatures,
    remove: deletePartnerFeature,
    path: '/partner/features',
  })
  const title = record?.title ?? 'New feature'
  return (
    <DetailForm
      title={title}
      crumbs={[{ label: 'Features', href: owner.at('/partner/features') }, { label: title }]}
      actions={
        record && (
          <Button variant="danger-outline" icon={IconTrash} onClick={() => void eraseAndLeave(record.id)}>
            Delete
          </Button>
        )
      }
      defaults={DEFAULTS}
      record={record as Partial<typeof DEFAULTS> | null}
      save={(payload) => {
        const call = { query: owner.query, body: payload as never }
        return record
          ? api.call(updatePartnerFeature, { ...call, params: { id: record.id } })
          : api.call(createPartnerFeature, call)
      }}
      onSaved={saved}
    >
      {({ values }) => (
        <FormSection title="Feature" text="Features stand on the page of your company from the smallest place on.">
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
          <NumberField name="sort_number" label="Place" min={0} max={100_000} allowDecimal={false} />
        </FormSection>
      )}
    </DetailForm>
  )
}
