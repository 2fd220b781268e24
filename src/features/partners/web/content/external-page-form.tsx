import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  type AnyBlock,
  BlocksField,
  mayKeepBlocks,
  packComponents,
  unpackComponents,
} from '#features/pages/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import type { RecordForm } from '#ui/app/form/use-record-form.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { IconExternalLink } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import type { partnerPages } from '../../contract-content.ts'
import { ownerOf } from '../of-partner.ts'
import { providerPath } from '../partners.ts'
import { APPROVAL, externalPages } from './external-pages.tsx'
import { partnerPlace } from './own-content.tsx'

type ExternalPage = Wire<typeof partnerPages.show>['data']

const DEFAULTS = {
  title: '',
  components: [] as readonly AnyBlock[],
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
  maySave: mayKeepBlocks,
  read: ({ components, approval_status: approval }) => ({
    components: unpackComponents(components),
    approval_status: String(approval),
  }),
  write: ({ components, approval_status: approval, ...payload }) => ({
    ...payload,
    ...(approval && { approval_status: Number(approval) }),
    ...(components !== undefined && { components: packComponents(components ?? []) }),
  }),
  badge: ({ approval_status: approval }) => <StatusBadge {...APPROVAL[approval]} />,
  actions: ({ approval_status: approval, slug }) =>
    approval === 3 && (
      <LinkButton variant="outline" icon={IconExternalLink} href={providerPath(slug)}>
        Public page
      </LinkButton>
    ),
  fields: (form, record) => (
    <>
      <FormSection title="Page" text="What visitors read. Changes to an approved page need approval again.">
        <Wide>
          <TextField name="title" label="Title" required maxLength={200} />
        </Wide>
        <ApprovalField now={record?.approval_status ?? 2} />
      </FormSection>
      <PageBlocks form={form} />
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

function PageBlocks({ form }: { form: RecordForm<typeof DEFAULTS> }) {
  const search = useSearch({ strict: false })
  const { user_id } = ownerOf(search)
  const place = useMemo(() => partnerPlace(user_id), [user_id])
  return (
    <BlocksField
      record={form}
      place={place}
      resource="partner-content"
      top={<PageTop title={form.values.title || 'Your page'} />}
    />
  )
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
