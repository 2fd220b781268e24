import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '#kernel/client.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { IdSelectField, NumberField, SelectField, TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { createShipment, listShipments, shippableProducts } from '../../contract.ts'
import { AddressFields, addressOf, NO_ADDRESS } from '../components/address-fields.tsx'
import { ChoiceField } from '../components/choice-field.tsx'
import { SENT_OPTIONS, type Shipment } from '../words.ts'

const DEFAULTS = {
  email: '',
  order_number: '',
  shippable_product_id: null as number | null,
  quantity: 1,
  option: 'delivery',
  carrier: null as string | null,
  address: NO_ADDRESS,
}

/** A badge number is typed where the e-mail is, so what is wrong with it stands there. */
const besideRecipient = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || !error.errors.badge_number) return error
  const { badge_number, ...errors } = error.errors
  return new ApiError(error.status, {
    code: error.code,
    message: error.message,
    errors: { ...errors, email: badge_number },
  })
}

/** Creates a shipment manually, such as a replacement for a lost one (SHP-009). */
export function CreateShipmentScreen() {
  const api = useApi()
  const router = useRouter()
  const client = useQueryClient()
  const products = useQuery(api.query(shippableProducts.list, { query: { per_page: 100 } }))
  return (
    <DetailForm
      title="New shipment"
      text="Create a shipment manually. Orders create their own."
      crumbs={[{ label: 'Shipments', href: '/shipments' }, { label: 'New shipment' }]}
      defaults={DEFAULTS}
      saveLabel="Send"
      savedText="The shipment is on its way to the carrier."
      save={async ({ email: typed, ...payload }, values) => {
        const known = typed?.includes('@') ? { email: typed } : { ...(typed?.trim() && { badge_number: typed }) }
        try {
          return await api.call(createShipment, {
            body: { ...payload, ...known, address: addressOf(values.address) } as never,
          })
        } catch (error) {
          throw besideRecipient(error)
        }
      }}
      onSaved={(answer) => {
        void client.invalidateQueries({ queryKey: [listShipments.path] })
        void router.navigate({ href: `/shipments/${(answer as { data: Shipment }).data.id}` })
      }}
    >
      {({ values }) => (
        <>
          <FormSection title="Contents" text="What is in the package.">
            <IdSelectField
              name="shippable_product_id"
              label="Product"
              withAsterisk
              searchable
              placeholder="Choose one"
              data={(products.data?.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
            />
            <NumberField name="quantity" label="Quantity" min={1} max={9999} allowDecimal={false} required />
          </FormSection>
          <FormSection title="Recipient" text="A person in this portal.">
            <TextField name="email" label="E-mail or badge number of the recipient" required maxLength={254} />
            <TextField name="order_number" label="Order number" description="If it is for an order." maxLength={40} />
            <AddressFields />
          </FormSection>
          <FormSection title="Delivery" text="How it is sent.">
            <SelectField name="option" label="Option" allowDeselect={false} data={SENT_OPTIONS} />
            <Wide>
              <ChoiceField
                kind="carriers"
                name="carrier"
                label="Carrier"
                description="If you choose nothing, we pick the best value."
                value={values.carrier}
              />
            </Wide>
          </FormSection>
        </>
      )}
    </DetailForm>
  )
}
