import { CONTENT } from '#features/content/web/public.ts'
import { HistoryButton } from '#features/site-history/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { changedColumn, titleColumn, usesColumn } from '#ui/app/content/content-columns.tsx'
import { IconField, TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { ColorField, SelectField, TextField } from '#ui/app/form/fields.tsx'
import { BlockIcon } from '#ui/public/parts/block-icon.tsx'
import * as contract from '../../contract.ts'
import { promoButtonHistory } from './promo-button-history.tsx'

type PromoButton = Wire<typeof contract.promoButtons.show>['data']

/** Promo buttons (CNT-012, ROU-011). */
export const promoButtons = contentKind<PromoButton>({
  calls: contract.promoButtons,
  resource: 'site-content',
  above: CONTENT,
  path: '/portals/promo-buttons',
  title: 'Promo buttons',
  text: 'Buttons that several pages show. A change shows on all of them.',
  noun: 'promo button',
  nouns: 'promo buttons',
  sorts: ['title', 'updated_at'],
  columns: [
    titleColumn,
    { key: 'link', title: 'Link', role: 'secondary', cell: ({ link }) => link },
    usesColumn('pages', 'Pages'),
    changedColumn,
  ],
  empty: 'Make a button once, and put it on as many pages as you like.',
})

const DEFAULTS = { title: '', link: '', link_target: 'current', follow: 'dofollow', color: '', icon: '' }

export const promoButtonForm: ContentForm<PromoButton, typeof DEFAULTS> = {
  kind: promoButtons,
  actions: ({ id, title }, refresh) => (
    <HistoryButton view={promoButtonHistory} id={id} title={title} onRestored={refresh} />
  ),
  nameOf: ({ title }) => title,
  defaults: DEFAULTS,
  fields: ({ values }) => (
    <>
      <FormSection title="Button" text="What it says, and where it leads.">
        <TitleField label="Button label" maxLength={100} />
        <Wide>
          <TextField
            name="link"
            label="Link"
            description="A page of this site, such as /courses, a web address, mailto: or tel:"
            required
            maxLength={2082}
          />
        </Wide>
        <SelectField
          name="link_target"
          label="Opens in"
          allowDeselect={false}
          data={[
            { value: 'current', label: 'The same window' },
            { value: 'new', label: 'A new window' },
          ]}
        />
        <SelectField
          name="follow"
          label="Search engines"
          allowDeselect={false}
          data={[
            { value: 'dofollow', label: 'Follow the link' },
            { value: 'nofollow', label: 'Do not follow it' },
          ]}
        />
      </FormSection>
      <FormSection title="Look" text="Text contrast adjusts automatically.">
        <ColorField name="color" label="Color" placeholder="The portal’s second color" />
        <IconField leftSection={values.icon ? <BlockIcon name={values.icon} size={18} /> : undefined} />
      </FormSection>
    </>
  ),
}
