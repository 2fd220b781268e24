import { FormSection } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'

export const COMPANY = {
  name: '',
  website: '',
  support_phone: '',
  support_email: '',
  fax: '',
  address: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  po_inbox: '',
  address_link: '',
}

/** The company behind a portal (PRT-018, PRT-019). */
export function CompanyFields() {
  return (
    <FormSection title="Company" text="Shown on invoices, in the footer and where people look for help.">
      <TextField name="name" label="Company name" maxLength={200} autoComplete="organization" />
      <TextField name="website" label="Website" type="url" maxLength={500} />
      <TextField name="support_phone" label="Support phone" type="tel" maxLength={30} />
      <TextField name="support_email" label="Support e-mail" type="email" />
      <TextField name="fax" label="Fax" type="tel" maxLength={30} />
      <TextField name="po_inbox" label="PO box" maxLength={100} />
      <TextField name="address" label="Address" maxLength={200} />
      <TextField name="city" label="City" maxLength={100} />
      <TextField name="state" label="State" maxLength={100} />
      <TextField name="postal_code" label="ZIP code" maxLength={20} />
      <TextField name="country" label="Country" maxLength={100} />
      <TextField name="address_link" label="Link to a map" type="url" maxLength={500} />
    </FormSection>
  )
}
