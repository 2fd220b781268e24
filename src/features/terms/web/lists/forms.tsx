import type { ReactNode } from 'react'
import { ContentSelect } from '#features/content/web/public.ts'
import { sitePictures } from '#features/media-library/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { storefrontOf } from '#kernel/product/portal-pages.ts'
import { IconField, PlaceField, SearchSection, TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import type { ContentKind } from '#ui/app/content/content-kind.ts'
import { SHARE_PICTURE } from '#ui/app/content/picture-section.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import type { RecordForm } from '#ui/app/form/use-record-form.ts'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { IconExternalLink } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import type * as contract from '../../contract-lists.ts'
import { type TermKind, termPath } from '../../rules/kinds.ts'
import * as kinds from './kinds.tsx'

type Term = Wire<typeof contract.agencies.show>['data']

const DEFAULTS = {
  title: '',
  slug: '',
  code: '',
  icon: '',
  parent_id: null as number | null,
  state_id: null as number | null,
  sort_number: '' as number | '',
  text: '',
  meta_title: '',
  meta_description: '',
  seo_keywords: '',
}
type Values = typeof DEFAULTS
type Field = keyof Values

type FieldProps = { form: RecordForm<Values>; record: Term | null }

/** The fields beside title and texts, each for the kinds that have it. */
const FIELDS: Partial<Record<Field, (props: FieldProps) => ReactNode>> = {
  code: () => <TextField name="code" label="Code" maxLength={50} />,
  parent_id: ({ record }) => (
    <ContentSelect list="categories" name="parent_id" label="Part of" placeholder="No category" exceptId={record?.id} />
  ),
  state_id: () => <ContentSelect list="states" name="state_id" label="State" placeholder="All states" />,
  icon: () => <IconField />,
  sort_number: PlaceField,
}

const TEXTS = ['text', 'meta_title', 'meta_description', 'seo_keywords'] as const satisfies readonly Field[]

const texts = (hasSlug: boolean) => (
  <>
    <FormSection title="Public page" text="What visitors read above the courses.">
      <Wide>
        <TextAreaField
          name="meta_description"
          label="Summary"
          description="Also shown by search engines."
          maxLength={500}
        />
      </Wide>
      <Wide>
        <RichTextField name="text" label="Text" minRows={8} pictures={sitePictures} />
      </Wide>
    </FormSection>
    <SearchSection hasSlug={hasSlug} hasSummary={false} />
  </>
)

/** The way to the page of a term, where visitors can open it. */
function PublicPage({ href }: { href: string }) {
  if (!storefrontOf(useSession()).catalog) return null
  return (
    <LinkButton variant="outline" icon={IconExternalLink} href={href}>
      Public page
    </LinkButton>
  )
}

type Options = {
  kind: ContentKind<kinds.TermRow>
  /** What the first section is called, and what it says. */
  section: { title: string; text: string }
  fields: readonly Field[]
  /** The kind as public pages have it; null for one without. */
  page: TermKind | null
  pictures?: ContentForm<Term, Partial<Values>>['pictures']
}

const PICTURES = [
  {
    name: 'logo',
    label: 'Logo',
    text: 'In lists and on its page. A square picture looks best.',
    rule: { types: ['img'] },
  },
  SHARE_PICTURE,
] as const

const termForm = ({
  kind,
  section,
  fields,
  page,
  pictures = [],
}: Options): ContentForm<Term, Partial<Values>> & Pick<Options, 'kind'> => {
  const names: Field[] = ['title', ...fields, ...(page ? TEXTS : [])]
  return {
    kind,
    nameOf: ({ title }) => title,
    defaults: Object.fromEntries(names.map((name) => [name, DEFAULTS[name]])),
    pictures,
    actions: (term) => page && <PublicPage href={termPath(page, term)} />,
    fields: (form, record) => (
      <>
        <FormSection {...section}>
          <TitleField />
          {fields.map((name) => {
            const Part = FIELDS[name]
            return Part && <Part key={name} form={form as RecordForm<Values>} record={record} />
          })}
        </FormSection>
        {page && texts(fields.includes('slug'))}
      </>
    ),
  }
}

export const agencies = termForm({
  kind: kinds.agencies,
  section: { title: 'Agency', text: 'Who asks for the training.' },
  fields: ['state_id', 'sort_number', 'slug'],
  page: 'agency',
  pictures: PICTURES,
})

export const topics = termForm({
  kind: kinds.topics,
  section: { title: 'Category', text: 'A subject of your catalog.' },
  fields: ['parent_id', 'sort_number', 'slug'],
  page: 'category',
})

export const languages = termForm({
  kind: kinds.languages,
  section: { title: 'Language', text: 'The code, such as es, is the address of its page.' },
  fields: ['code', 'sort_number'],
  page: 'language',
})

export const organizations = termForm({
  kind: kinds.organizations,
  section: { title: 'Organization', text: 'Who accepts the courses for credit.' },
  fields: ['sort_number', 'slug'],
  page: 'organization',
  pictures: PICTURES,
})

export const states = termForm({
  kind: kinds.states,
  section: { title: 'State', text: 'The code has two letters, such as OH.' },
  fields: ['code', 'slug'],
  page: 'state',
})

export const subtitles = termForm({
  kind: kinds.subtitles,
  section: { title: 'Subtitle language', text: 'Courses can name it as a language of their subtitles.' },
  fields: ['code'],
  page: null,
})

export const tags = termForm({
  kind: kinds.tags,
  section: { title: 'Tag', text: 'Courses, people and articles can have it.' },
  fields: [],
  page: null,
})

export const trainingOptions = termForm({
  kind: kinds.trainingOptions,
  section: { title: 'Training option', text: 'How courses are taught.' },
  fields: ['icon', 'sort_number', 'slug'],
  page: 'training_option',
})
