import { Select } from '@mantine/core'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { listUsers } from '#features/accounts/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { SwitchField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconExternalLink } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Card } from '#ui/public/products/card.tsx'
import { saveOwnCompany as save, type saveOwnCompany, type showOwnCompany } from '../../contract-partner.ts'
import { ownCompanyQuery } from '../company-guard.ts'
import { LogoField } from '../components/logo-field.tsx'
import { SocialLinksField } from '../components/social-links-field.tsx'
import { companyPath } from '../partners.ts'

type Company = NonNullable<Wire<typeof showOwnCompany>['data']>

const DEFAULTS = {
  name: '',
  slug: '',
  about_us: '',
  url: '',
  phone: '',
  address: '',
  address_2: '',
  city: '',
  state: '',
  zip_code: '',
  country: '',
  disable_address: false,
  social_links: [] as { name: string; address: string }[],
  meta_title: '',
  meta_description: '',
}

/** The profile of a partner company; the first save makes it (PAR-001, PAR-002, PAR-004, PAR-009). */
export function OwnCompanyScreen({ userId }: { userId: number | undefined }) {
  const { viewer } = useSession()
  const { data: company } = useSuspenseQuery(ownCompanyQuery(useApi(), userId)).data
  const isPartner = viewer?.current_role === 'partner'
  if (!isPartner && userId === undefined && company === null) return <ChoosePartner />
  return <CompanyForm company={company} userId={userId} />
}

function CompanyForm({ company, userId }: { company: Company | null; userId: number | undefined }) {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  const { portal } = useSession()
  const query = ownCompanyQuery(api, userId)
  const show = (answer: Wire<typeof saveOwnCompany>) => {
    client.setQueryData(query.queryKey, answer as never)
    void router.invalidate()
  }
  const isPublic = company && portal.setting.has_course_catalog
  return (
    <DetailForm
      title={company?.name ?? 'Your company'}
      text="Visitors see it on your company’s page and next to your courses."
      actions={
        <>
          {company && userId !== undefined && <ContentLinks userId={userId} />}
          {isPublic && (
            <LinkButton variant="outline" iconAfter={IconExternalLink} href={companyPath(company.slug)} isNewTab>
              Public page
            </LinkButton>
          )}
        </>
      }
      defaults={DEFAULTS}
      record={company as Partial<typeof DEFAULTS> | null}
      saveLabel={company ? 'Save' : 'Create the company'}
      save={(payload, _, options) =>
        api.call(save, { query: userId === undefined ? {} : { user_id: userId }, body: payload as never }, options)
      }
      onSaved={(answer) => show(answer as Wire<typeof saveOwnCompany>)}
    >
      {!company && (
        <Alert tone="info" title="Your company comes first">
          Enter the name of your company to get started. Everything else can follow later.
        </Alert>
      )}
      <FormSection title="Company" text="Name, logo and what you stand for.">
        <TextField name="name" label="Name" required maxLength={200} autoComplete="organization" />
        <TextField
          name="slug"
          label="Address of the page"
          description={`${companyPath('')}…; leave it empty to use the company name.`}
          maxLength={100}
        />
        {company && (
          <Wide>
            <LogoField company={company} userId={userId} onChange={show} />
          </Wide>
        )}
        <Wide>
          <RichTextField name="about_us" label="About us" minRows={5} />
        </Wide>
      </FormSection>
      <FormSection title="Contact" text="How visitors reach you.">
        <TextField name="url" type="url" label="Website" placeholder="https://example.com" maxLength={500} />
        <TextField name="phone" type="tel" label="Phone" placeholder="+1 212 555 0147" maxLength={30} />
        <Wide>
          <SocialLinksField />
        </Wide>
      </FormSection>
      <FormSection title="Address">
        <TextField name="address" label="Street" maxLength={200} />
        <TextField name="address_2" label="Apartment, suite" maxLength={200} />
        <TextField name="city" label="City" maxLength={100} />
        <TextField name="state" label="State" maxLength={100} />
        <TextField name="zip_code" label="ZIP code" maxLength={20} />
        <TextField name="country" label="Country" maxLength={100} />
        <Wide>
          <SwitchField name="disable_address" label="Hide the address on the public page" />
        </Wide>
      </FormSection>
      <FormSection title="Search engines" text="How search results show the page.">
        <Wide>
          <TextField name="meta_title" label="Title" maxLength={200} />
        </Wide>
        <Wide>
          <TextAreaField name="meta_description" label="Description" maxLength={500} />
        </Wide>
      </FormSection>
    </DetailForm>
  )
}

/** Links to the records of the chosen partner's company. */
function ContentLinks({ userId }: { userId: number }) {
  const lists = { authors: 'Authors', features: 'Features', faq: 'FAQ' }
  return Object.entries(lists).map(([path, label]) => (
    <LinkButton key={path} variant="ghost" href={`/partner/${path}?user_id=${userId}`}>
      {label}
    </LinkButton>
  ))
}

/** Whose company it is about, for those who reach every partner (ROL-061). */
function ChoosePartner() {
  const api = useApi()
  const router = useRouter()
  const { data, isPending } = useQuery(api.query(listUsers, { query: { role: 'partner', per_page: 100 } as never }))
  const partners = data?.data ?? []
  return (
    <>
      <PageHeader title="Companies of partners" text="Choose a partner to open their company." />
      <Card>
        <Select
          label="Partner"
          placeholder={isPending ? 'Loading…' : partners.length > 0 ? 'Choose a person' : 'There are no partners yet'}
          data={partners.map(({ id, display_name }) => ({ value: String(id), label: display_name }))}
          searchable
          nothingFoundMessage="Nothing found"
          onChange={(id) => id && void router.navigate({ href: `/partner/company?user_id=${id}` })}
        />
      </Card>
    </>
  )
}
