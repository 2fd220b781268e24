import { DetailForm, FormSection, Wide } from '../app/form/detail-form.tsx'
import {
  CheckboxField,
  ColorField,
  DateField,
  IdSelectField,
  MomentField,
  MoneyField,
  MultiSelectField,
  NumberField,
  PasswordField,
  SelectField,
  SwitchField,
  TagsField,
  TextAreaField,
  TextField,
} from '../app/form/fields.tsx'
import { StatusBadge } from '../app/status-badge.tsx'
import { IconMail, IconTrash } from '../icons.tsx'
import { confirm } from '../public/dialogs/confirm.tsx'
import { Button } from '../public/parts/button.tsx'
import styles from './gallery.module.css'
import { optionsOf, partHref } from './options.ts'

const DEFAULTS = {
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  about: '',
  portal_id: null as number | null,
  role: null as string | null,
  tags: [] as string[],
  languages: [] as string[],
  price: '' as number | '',
  seats: '' as number | '',
  starts_on: '',
  due_at: '',
  primary_color: '#1b56b3',
  is_active: true,
  accepts_mail: false,
}

/** Refuses what a server would refuse, so that every way of an error can be seen. */
const refuseOrSave = async (payload: Partial<typeof DEFAULTS>) => {
  if (payload.email?.includes('taken')) {
    throw Object.assign(new Error('The data is not valid'), {
      status: 422,
      code: 'invalid',
      errors: { email: ['Please enter a valid email address.'], company_id: ['This company no longer exists.'] },
    })
  }
}

/** A form screen; it refuses what a server would refuse. */
export function FormPart() {
  return (
    <DetailForm
      crumbs={[{ label: 'Users', href: partHref('list') }, { label: 'Maria Santos' }]}
      title="Maria Santos"
      badge={<StatusBadge status="active" />}
      text="Member since March 2024"
      actions={
        <Button variant="outline" icon={IconMail}>
          Send message
        </Button>
      }
      defaults={DEFAULTS}
      record={{
        first_name: 'Maria',
        last_name: 'Santos',
        email: 'maria.santos@example.com',
        portal_id: 1,
        role: 'manager',
        tags: ['night shift', 'forklift'],
        price: 89,
        seats: 25,
        starts_on: '2026-03-09',
        due_at: '2026-04-01T15:30:00.000Z',
      }}
      save={refuseOrSave}
      danger={
        <FormSection isDanger title="Delete this person" text="Certificates and payments are kept.">
          <div>
            <Button variant="danger-outline" icon={IconTrash} onClick={() => void confirm('delete')}>
              Delete
            </Button>
          </div>
        </FormSection>
      }
    >
      {({ values }) => (
        <>
          <FormSection title="Person" text="Certificates show the name exactly as you write it here.">
            <TextField name="first_name" label="First name" required />
            <TextField name="last_name" label="Last name" required />
            <TextField
              name="email"
              type="email"
              label="E-mail"
              required
              description="An address with “taken” in it is refused, as an example."
            />
            <PasswordField name="password" label="New password" autoComplete="new-password" />
            <Wide>
              <TextAreaField name="about" label="About" />
            </Wide>
          </FormSection>
          <FormSection title="Work" text="Where this person belongs, and what they may do.">
            <IdSelectField
              name="portal_id"
              label="Portal"
              data={[
                { value: 1, label: 'Harbor Safety' },
                { value: 2, label: 'Northwind Training' },
              ]}
            />
            <SelectField name="role" label="Role" data={optionsOf(['learner', 'manager', 'instructor'])} clearable />
            <TagsField name="tags" label="Tags" />
            <MultiSelectField name="languages" label="Languages" data={['English', 'Spanish', 'French']} />
          </FormSection>
          <FormSection title="Offer" text="Prices are in USD.">
            <MoneyField name="price" label="Price" />
            <NumberField name="seats" label="Seats" min={1} allowDecimal={false} />
            <DateField name="starts_on" label="Starts on" />
            <MomentField name="due_at" label="Due" />
            <ColorField name="primary_color" label="Color" />
            <div className={styles.stack}>
              <SwitchField name="is_active" label="Active" />
              <CheckboxField name="accepts_mail" label={`Send news to ${values.email || 'this person'}`} />
            </div>
          </FormSection>
        </>
      )}
    </DetailForm>
  )
}
