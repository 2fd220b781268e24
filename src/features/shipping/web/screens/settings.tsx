import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { IdSelectField, MoneyField, SelectField } from '#ui/app/form/fields.tsx'
import type { SaveOptions } from '#ui/app/form/use-record-form.ts'
import type { PageHeaderProps } from '#ui/app/page-header.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPlus } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { type showCourseShipping, updateBundleShipping, updateCourseShipping } from '../../contract.ts'
import { SHIPPING_OPTIONS } from '../../rules/options.ts'
import { ChoiceField } from '../components/choice-field.tsx'
import { shippingQueries } from '../queries.ts'
import { OPTION_WORDS } from '../words.ts'

type Settings = Wire<typeof showCourseShipping>['data']
const DEFAULTS = {
  option: 'none' as Settings['option'],
  shippable_product_id: null as number | null,
  category: null as string | null,
  carrier: null as string | null,
  price: '' as number | '',
}
type Values = typeof DEFAULTS
const OPTIONS = SHIPPING_OPTIONS.map((value) => ({ value, label: OPTION_WORDS[value] }))

/** What is sent with a course, in its builder (SHP-003, SHP-004, BLD-019). */
export function CourseShippingScreen({ slug }: { slug: string }) {
  const api = useApi()
  const query = shippingQueries(api).ofCourse(slug)
  const { data } = useSuspenseQuery(query).data
  return (
    <SettingsForm
      settings={data}
      queryKey={query.queryKey}
      isReadOnly={!can(useSession(), 'pricing.update')}
      save={(body, options) => api.call(updateCourseShipping, { params: { slug }, body }, options)}
    />
  )
}

/** What is sent with a bundle (SHP-003, SHP-004, CNT-037). */
export function BundleShippingScreen({ id }: { id: number }) {
  const api = useApi()
  const query = shippingQueries(api).ofBundle(id)
  const { data } = useSuspenseQuery(query).data
  return (
    <SettingsForm
      title={`Shipping of ${data.title}`}
      crumbs={[{ label: 'Bundles', href: '/portals/bundles' }, { label: data.title }]}
      text="Until you save something here, we ship what its courses include."
      settings={data}
      queryKey={query.queryKey}
      isReadOnly={!can(useSession(), 'bundles.update')}
      save={(body, options) => api.call(updateBundleShipping, { params: { id }, body }, options)}
    />
  )
}

type SettingsFormProps = Partial<PageHeaderProps> & {
  settings: Settings
  queryKey: readonly unknown[]
  isReadOnly: boolean
  save: (body: never, options: SaveOptions) => Promise<unknown>
}

function SettingsForm({ settings, queryKey, isReadOnly, save, ...header }: SettingsFormProps) {
  const client = useQueryClient()
  const mayAdd = can(useSession(), 'bundles.create')
  return (
    <DetailForm<Values>
      {...header}
      isReadOnly={isReadOnly}
      defaults={DEFAULTS}
      record={settings}
      // The settings are saved as a whole.
      save={(_, { price, ...values }, options) => save({ ...values, ...(price !== '' && { price }) } as never, options)}
      onSaved={(answer) => client.setQueryData(queryKey, answer)}
    >
      {({ values }) => (
        <FormSection title="Shipping" text="What we ship to buyers: one for each seat.">
          <Wide>
            <SelectField name="option" label="Option" allowDeselect={false} data={OPTIONS} />
          </Wide>
          {values.option !== 'none' && (
            <>
              <IdSelectField
                name="shippable_product_id"
                label="Product"
                withAsterisk
                searchable
                placeholder="Choose one"
                data={settings.products.map(({ id, title }) => ({ value: id, label: title }))}
              />
              <MoneyField
                name="price"
                label="Price"
                description="What the buyer pays to ship one. Leave empty for free shipping."
                min={0}
              />
              <ChoiceField
                kind="categories"
                name="category"
                label="Shipping category"
                description="If you choose nothing, we use the product’s own."
                value={values.category}
              />
              <ChoiceField
                kind="carriers"
                name="carrier"
                label="Carrier"
                description="If you choose nothing, we pick the best value."
                value={values.carrier}
              />
              {mayAdd && settings.products.length === 0 && (
                <Wide>
                  <LinkButton variant="outline" icon={IconPlus} href="/portals/shippable-products/create">
                    Add a product to send
                  </LinkButton>
                </Wide>
              )}
            </>
          )}
        </FormSection>
      )}
    </DetailForm>
  )
}
