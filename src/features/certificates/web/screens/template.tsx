import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  createCertificateTemplate,
  showCertificateTemplate,
  showCourse,
  updateCertificateTemplate,
} from '#features/courses/contract.ts'
import { MaterialField } from '#features/media/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { stripEmpty } from '#kernel/schema.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { NumberField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { TemplatePreview } from '../components/template-preview.tsx'
import styles from '../template.module.css'

type Template = NonNullable<Wire<typeof showCertificateTemplate>['data']>

/** What a new template says, until somebody knows better. */
const START = {
  title: 'Certificate of Completion',
  text: 'Awarded by {portal_name} to {user_name} on {date}.',
  logo: '',
  background: '',
  signature_image: '',
  signer_name: '',
  signer_title: '',
  valid_months: '' as number | '',
}
type Values = typeof START

const EMPTY: Values = { ...START, title: '', text: '' }

const WORDS =
  'Replaced on each certificate: {user_name}, {course_title}, {date}, {portal_name}, {support_phone}, {support_email}.'

const PICTURES = [
  { name: 'logo', label: 'Logo', description: 'In place of the portal’s certificate logo.' },
  { name: 'background', label: 'Background', description: 'Covers the page, 11 by 8.5 inches, in place of our frame.' },
  { name: 'signature_image', label: 'Signature', description: 'Printed above the signature line.' },
] as const

const valuesOf = (template: Template): Partial<Values> => ({
  title: template.title,
  text: template.text,
  logo: template.logo ?? '',
  background: template.background ?? '',
  signature_image: template.signature_image ?? '',
  signer_name: template.signer_name ?? '',
  signer_title: template.signer_title ?? '',
  valid_months: template.valid_months ?? '',
})

/** What the certificates of a course say, and how they look with it (CER-010 to CER-012). */
export function CertificateTemplateScreen({ slug }: { slug: string }) {
  const api = useApi()
  const client = useQueryClient()
  const params = { slug }
  const query = api.query(showCertificateTemplate, { params })
  const { data: course } = useSuspenseQuery(api.query(showCourse, { params })).data
  const answer = useSuspenseQuery(query).data
  const { data: template } = answer
  const record = useMemo(() => template && { ...valuesOf(template), ...versioned(answer) }, [template, answer])
  if (!template && !course.abilities.update)
    return <Alert title="No certificate template">The author of the course has not made one yet.</Alert>
  return (
    <DetailForm<Values>
      // A new template is filled in beforehand; an emptied field of a kept one is empty.
      defaults={template ? EMPTY : START}
      keepAs={`course ${course.id} certificate template`}
      record={record}
      isReadOnly={!course.abilities.update}
      save={(payload, _, options) =>
        template
          ? api.call(updateCertificateTemplate, { params, body: payload as never }, options)
          : api.call(createCertificateTemplate, { params, body: payload as never })
      }
      onSaved={(answer) => {
        client.setQueryData(query.queryKey, answer as never)
        void client.invalidateQueries({ queryKey: [showCourse.path] })
      }}
    >
      {({ values }) => (
        <div className={styles.columns}>
          <TemplatePreview slug={slug} template={stripEmpty(values, { previous: null })} />
          <div className={styles.sections}>
            <FormSection title="Words">
              <Wide>
                <TextField name="title" label="Title" maxLength={200} required />
              </Wide>
              <Wide>
                <TextAreaField name="text" label="Text" description={WORDS} maxLength={2000} required />
              </Wide>
            </FormSection>
            <FormSection title="Signer" text="If you leave it empty, the provider’s name is used.">
              <TextField name="signer_name" label="Name" maxLength={120} />
              <TextField name="signer_title" label="Position" maxLength={120} />
            </FormSection>
            <FormSection title="Pictures">
              {PICTURES.map(({ name, label, description }) => (
                <Wide key={name}>
                  <MaterialField
                    name={name}
                    label={label}
                    description={description}
                    types={['img']}
                    current={template?.files.find(({ uuid }) => uuid === template[name]) ?? null}
                  />
                </Wide>
              ))}
            </FormSection>
            <FormSection title="Validity" text="Certificates already issued do not change.">
              <NumberField
                name="valid_months"
                label="Valid for months"
                description="Empty: for good."
                min={1}
                max={600}
                allowDecimal={false}
                clampBehavior="none"
              />
            </FormSection>
          </div>
        </div>
      )}
    </DetailForm>
  )
}
