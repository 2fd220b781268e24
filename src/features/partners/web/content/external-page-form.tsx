import { blocksOf, textOf } from '#features/pages/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { IconExternalLink } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import type { partnerPages } from '../../contract-content.ts'
import { providerPath } from '../partners.ts'
import { APPROVAL, externalPages } from './external-pages.tsx'

type ExternalPage = Wire<typeof partnerPages.show>['data']

const DEFAULTS = {
  title: '',
  html: '',
  approval_status: '2',
  slug: '',
  meta_title: '',
  meta_description: '',
  seo_keywords: '',
}

/** An external page of the company (PAR-005, PAR-006, PAR-013). */
export const externalPageForm: ContentForm<ExternalPage, typeof DEFAULTS> = {
  kind: externalPages,
  nameOf: ({ title }) => title,
  defaults: DEFAULTS,
  read: ({ components, approval_status: approval }) => ({
    html: textOf(components) ?? '',
    approval_status: String(approval),
  }),
  write: ({ html, approval_status: approval, ...payload }) => ({
    ...payload,
    ...(approval && { approval_status: Number(approval) }),
    ...(html !== undefined && { components: blocksOf(html) }),
  }),
  badge: ({ approval_status: approval }) => <StatusBadge {...APPROVAL[approval]} />,
  actions: ({ approval_status: approval, slug }) =>
    approval === 3 && (
      <LinkButton variant="outline" icon={IconExternalLink} href={providerPath(slug)}>
        Public page
      </LinkButton>
    ),
  fields: (_, record) => (
    <>
      <FormSection title="Page" text="What visitors read. Changes to an approved page need approval again.">
        <Wide>
          <TextField name="title" label="Title" required maxLength={200} />
        </Wide>
        <Wide>
          {textOf(record?.components ?? []) === null ? (
            <p>This page is made of blocks. Saving does not change them.</p>
          ) : (
            <RichTextField name="html" label="Text" minRows={10} />
          )}
        </Wide>
        <ApprovalField now={record?.approval_status ?? 2} />
      </FormSection>
      <FormSection title="In search engines" text="How search engines find and show the page.">
        <TextField name="meta_title" label="Title in search engines" maxLength={200} />
        <TextField name="slug" label="Address" maxLength={100} placeholder="From the title" />
        <Wide>
          <TextAreaField name="meta_description" label="Description" maxLength={500} />
        </Wide>
        <Wide>
          <TextField name="seo_keywords" label="Keywords" maxLength={500} />
        </Wide>
      </FormSection>
    </>
  ),
}

/** Partners save drafts and request approval; people who look after all partners approve or refuse. */
function ApprovalField({ now }: { now: keyof typeof APPROVAL }) {
  const isPartner = useSession().viewer?.current_role === 'partner'
  const choices = ([4, 2, 3, 1] as const).filter((approval) => !isPartner || approval % 2 === 0 || approval === now)
  return (
    <SelectField
      name="approval_status"
      label="Status"
      allowDeselect={false}
      data={choices.map((approval) => ({ value: String(approval), label: APPROVAL[approval].label }))}
    />
  )
}
