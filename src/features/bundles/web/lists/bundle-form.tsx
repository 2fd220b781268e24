import { bundlePrice } from '#features/cart/web/public.ts'
import { CoursesField } from '#features/courses/web/public.ts'
import { sitePictures } from '#features/media-library/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { SEARCH_DEFAULTS, SearchSection, TitleField } from '#ui/app/content/content-fields.tsx'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { SHARE_PICTURE } from '#ui/app/content/picture-section.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { MoneyField, SelectField, TextAreaField } from '#ui/app/form/fields.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { IconExternalLink, IconTruck } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Price } from '#ui/public/products/price.tsx'
import type * as contract from '../../contract-lists.ts'
import { BundleStatus, bundlePath, bundles, STATUSES } from './bundles.tsx'

type Bundle = Wire<typeof contract.bundles.show>['data']

const DEFAULTS = {
  title: '',
  text: '',
  course_ids: [] as number[],
  price: '' as number | '',
  discount_price: '' as number | '',
  publication_status: String(PUBLICATION.draft),
  ...SEARCH_DEFAULTS,
}
type Values = typeof DEFAULTS

/** The price as the buyer will see it, while it is typed. */
function BuyerPrice({ price, discount_price: discount }: Pick<Values, 'price' | 'discount_price'>) {
  if (price === '') return null
  const isBelow = discount !== '' && discount < price
  const { total_cents, old_unit_cents: old } = bundlePrice({ price, discount_price: isBelow ? discount : null }, 1)
  return (
    <Wide>
      <p>
        Buyers see: <Price amount={total_cents / 100} old={old === null ? null : old / 100} />
      </p>
    </Wide>
  )
}

/** Says which courses keep a bundle from being sold. */
function Unsold({ bundle }: { bundle: Bundle | null }) {
  const open = bundle?.courses.filter(({ publication_status: status }) => status !== PUBLICATION.published) ?? []
  if (bundle?.publication_status !== PUBLICATION.published || open.length === 0) return null
  return (
    <Wide>
      <Alert tone="warning" title="Nobody can buy this bundle right now">
        {open.map(({ title }) => title).join(', ')}: publish {open.length === 1 ? 'this course' : 'these courses'} to
        sell it.
      </Alert>
    </Wide>
  )
}

/** A bundle with its courses and price (CNT-006, CNT-037). */
export const bundleForm: ContentForm<Bundle, Values> = {
  kind: bundles,
  nameOf: ({ title }) => title,
  defaults: DEFAULTS,
  read: ({ publication_status: status }) => ({ publication_status: String(status) }),
  write: ({ publication_status: status, ...payload }) => ({
    ...payload,
    course_ids: payload.course_ids ?? [],
    ...(status && { publication_status: Number(status) }),
  }),
  badge: (bundle) => <BundleStatus {...bundle} />,
  actions: ({ id, slug, publication_status: status }) => (
    <>
      <LinkButton variant="outline" icon={IconTruck} href={`/portals/bundles/${id}/shipping`}>
        Shipping
      </LinkButton>
      {status === PUBLICATION.published && (
        <LinkButton variant="outline" icon={IconExternalLink} href={bundlePath(slug)}>
          Public page
        </LinkButton>
      )}
    </>
  ),
  pictures: [
    { name: 'thumbnail', label: 'Cover', text: 'On cards and on its page, 16 to 9.', rule: { types: ['img'] } },
    SHARE_PICTURE,
  ],
  fields: ({ values }, bundle) => (
    <>
      <FormSection title="Bundle" text="At least two courses. Their page lists them in this order.">
        <Unsold bundle={bundle} />
        <TitleField />
        <Wide>
          <CoursesField name="course_ids" label="Courses" chosen={bundle?.courses ?? []} />
        </Wide>
        <Wide>
          <TextAreaField name="meta_description" label="Summary" maxLength={500} />
        </Wide>
        <Wide>
          <RichTextField name="text" label="Text" minRows={6} pictures={sitePictures} />
        </Wide>
      </FormSection>
      <FormSection title="Price" text="For one person. A discount shows the price struck through.">
        <MoneyField name="price" label="Price" required />
        <MoneyField
          name="discount_price"
          label="Discount price"
          description="Must be below the price. Leave empty for none."
        />
        <BuyerPrice {...values} />
        <SelectField name="publication_status" label="Status" allowDeselect={false} data={STATUSES} />
      </FormSection>
      <SearchSection hasSummary={false} />
    </>
  ),
}
