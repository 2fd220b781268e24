import type { Wire } from '#kernel/endpoint.ts'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { MoneyField, NumberField, TextField } from '#ui/app/form/fields.tsx'
import type { shippableProducts } from '../../contract.ts'
import { ChoiceField } from '../components/choice-field.tsx'
import { products } from './products.tsx'

type Product = Wire<typeof shippableProducts.show>['data']

const DEFAULTS = {
  title: '',
  weight: '' as number | '',
  length: '' as number | '',
  width: '' as number | '',
  height: '' as number | '',
  value: '' as number | '',
  category: '',
}
const SIZES = [
  ['length', 'Length'],
  ['width', 'Width'],
  ['height', 'Height'],
] as const

/** A thing that can be sent (CNT-015). */
export const productForm: ContentForm<Product, typeof DEFAULTS> = {
  kind: products,
  nameOf: ({ title }) => title,
  defaults: DEFAULTS,
  fields: ({ values }) => (
    <>
      <FormSection title="Product" text="The carrier and the customs forms name it like this.">
        <Wide>
          <TextField name="title" label="Title" required maxLength={200} />
        </Wide>
        <ChoiceField
          kind="categories"
          name="category"
          label="Category"
          description="The category the shipping service uses."
          value={values.category}
          isRequired
        />
        <MoneyField name="value" label="Value" description="The value of one piece." required min={0} />
      </FormSection>
      <FormSection title="Weight and size" text="One piece, packed for shipping.">
        <NumberField name="weight" label="Weight" suffix=" lb" required min={0.01} max={1000} decimalScale={2} />
        {SIZES.map(([name, label]) => (
          <NumberField
            key={name}
            name={name}
            label={label}
            suffix=" in"
            required
            min={0.01}
            max={1000}
            decimalScale={2}
          />
        ))}
      </FormSection>
    </>
  ),
}
