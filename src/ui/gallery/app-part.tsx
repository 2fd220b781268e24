import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { AppShell } from '../app/app-shell.tsx'
import { ImpersonationBanner, OfflineBanner } from '../app/banners.tsx'
import { CopyField } from '../app/copy-field.tsx'
import { DataList, Stats } from '../app/data-list.tsx'
import { DetailForm, FormDialog, FormSection, Wide } from '../app/detail-form.tsx'
import {
  CheckboxField,
  ColourField,
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
} from '../app/fields.tsx'
import { FileDrop } from '../app/file-drop.tsx'
import { ListScreen } from '../app/list-screen.tsx'
import type { ListSpec } from '../app/list-state.ts'
import { PageHeader } from '../app/page-header.tsx'
import { Progress, ProgressRing } from '../app/progress.tsx'
import { AppProvider } from '../app/provider.tsx'
import { SaveMark } from '../app/save-mark.tsx'
import { StatusBadge, wordOf } from '../app/status-badge.tsx'
import { Tabs } from '../app/tabs.tsx'
import { useListState } from '../app/use-list-state.ts'
import {
  IconBell,
  IconBook,
  IconBuilding,
  IconCertificate,
  IconChartBar,
  IconCoin,
  IconDownload,
  IconLayoutDashboard,
  IconMail,
  IconPencil,
  IconPlus,
  IconReceipt,
  IconSettings,
  IconTrash,
  IconTruck,
  IconUser,
  IconUsers,
} from '../icons.tsx'
import { Button, IconButton, LinkButton } from '../public/button.tsx'
import { Card } from '../public/card.tsx'
import { confirm } from '../public/confirm.tsx'
import { DateText, TimeText } from '../public/time.tsx'
import { toast } from '../public/toasts.tsx'
import type { Branding } from '../theme/brand.ts'
import styles from './gallery.module.css'
import { answerOf, PEOPLE, type Person } from './people.ts'
import { PORTAL } from './sample.ts'

const at = (part: string) => `/dev/gallery?part=${part}`

const GROUPS = [
  {
    label: 'Gallery',
    items: [
      { label: 'List screen', href: at('list'), icon: IconUsers, count: 3 },
      { label: 'Detail form', href: at('form'), icon: IconPencil },
      { label: 'Parts', href: at('parts'), icon: IconLayoutDashboard },
    ],
  },
  {
    label: 'Learning',
    items: [
      { label: 'Courses', href: '/courses/admin', icon: IconBook },
      { label: 'Certificates', href: '/profile/certificates', icon: IconCertificate },
    ],
  },
  {
    label: 'Money',
    items: [
      { label: 'Payments', href: '/payments', icon: IconReceipt },
      { label: 'Portal credits', href: '/admin/portal/credits', icon: IconCoin },
      { label: 'Shipments', href: '/shipments', icon: IconTruck },
      { label: 'Reports', href: '/reports', icon: IconChartBar },
    ],
  },
  {
    label: 'Portal',
    items: [
      { label: 'Portal settings', href: '/admin/portal/settings', icon: IconSettings },
      { label: 'Portals', href: '/portals', icon: IconBuilding },
    ],
  },
]

/** Everything screens of signed-in people are made of. */
export function AppPart({ part, branding }: { part: string; branding: Branding | null }) {
  const [role, setRole] = useState('portal_admin')
  const [portal, setPortal] = useState('1')
  return (
    <AppProvider branding={branding}>
      <AppShell
        portal={PORTAL}
        groups={GROUPS}
        homeHref="/dev/gallery"
        person={{ name: 'Maria Santos', email: 'maria.santos@example.com', avatar: null }}
        personLinks={[
          { label: 'Profile', href: '/profile/settings', icon: IconUser },
          { label: 'Public pages', href: '/dev/gallery', icon: IconBook },
        ]}
        onSignOut={() => toast.info('You would be signed out now.')}
        roles={{
          current: role,
          onChange: setRole,
          options: ['portal_admin', 'manager', 'learner'].map((value) => ({ value, label: wordOf(value) })),
        }}
        portals={{
          current: portal,
          onChange: setPortal,
          options: [
            { value: '1', label: 'Harbor Safety' },
            { value: '2', label: 'Northwind Training' },
          ],
        }}
        findRecords={async (words) =>
          PEOPLE.filter((person) => person.name.toLowerCase().includes(words.toLowerCase()))
            .slice(0, 5)
            .map((person) => ({
              label: person.name,
              text: person.email,
              href: `/users/${person.id}`,
              group: 'People',
              icon: IconUser,
            }))
        }
        bell={<IconButton icon={IconBell} label="Notifications" />}
        banners={
          <>
            <OfflineBanner />
            {part === 'parts' && (
              <ImpersonationBanner name="Chen Wei" onReturn={() => toast.info('You would return now.')} />
            )}
          </>
        }
      >
        {part === 'list' ? <ListPart /> : part === 'form' ? <FormPart /> : <Parts />}
      </AppShell>
    </AppProvider>
  )
}

const SPEC: ListSpec = { filters: ['role', 'status'], sorts: ['name', 'courses', 'last_seen_at'], sort: 'name' }
const options = (values: string[]) => values.map((value) => ({ value, label: wordOf(value) }))

function ListPart() {
  const address = useListState(SPEC)
  const { state } = useSearch({ strict: false }) as { state?: string }
  const data =
    state === 'loading' || state === 'error' ? undefined : state === 'empty' ? { data: [] } : answerOf(address.query)
  return (
    <ListScreen<Person>
      title="Users"
      text="Everybody who learns, teaches or manages in this portal."
      label="Users"
      actions={
        <LinkButton href="/users/create" icon={IconPlus}>
          Add user
        </LinkButton>
      }
      address={address}
      result={{
        data,
        error: state === 'error' ? new Error('x') : null,
        isPending: state === 'loading',
        isFetching: state === 'loading',
        refetch: () => toast.info('The list would be read again.'),
      }}
      columns={[
        { key: 'name', title: 'Name', role: 'main', isSortable: true, cell: (person) => person.name },
        { key: 'email', title: 'E-mail', role: 'secondary', cell: (person) => person.email },
        { key: 'role', title: 'Role', cell: (person) => wordOf(person.role) },
        { key: 'status', title: 'Status', cell: (person) => <StatusBadge status={person.status} /> },
        { key: 'courses', title: 'Courses', align: 'right', isSortable: true, cell: (person) => person.courses },
        {
          key: 'last_seen_at',
          title: 'Last seen',
          isSortable: true,
          cell: (person) => <DateText value={person.last_seen_at} />,
        },
      ]}
      rowKey={(person) => person.id}
      rowName={(person) => person.name}
      rowHref={(person) => `/users/${person.id}`}
      rowActions={(person) => [
        { label: 'Edit', icon: IconPencil, href: `/users/${person.id}` },
        { label: 'Send invitation', icon: IconMail, run: () => toast.success(`Invites for ${person.name} were sent!`) },
        { label: 'Delete', icon: IconTrash, isDanger: true, run: () => void confirm('delete') },
      ]}
      bulkActions={[
        {
          label: 'Send invitation',
          icon: IconMail,
          run: (people) => toast.success(`${people.length} invitations were sent.`),
        },
        { label: 'Delete', icon: IconTrash, isDanger: true, run: () => confirm('delete') },
      ]}
      filters={[
        { name: 'role', label: 'Role', options: options(['learner', 'manager', 'instructor']) },
        {
          name: 'status',
          label: 'Status',
          options: options(['active', 'in_progress', 'pending', 'overdue', 'blocked', 'completed']),
        },
      ]}
      searchLabel="Search name or e-mail"
      toolbar={
        <Button variant="outline" icon={IconDownload}>
          Export
        </Button>
      }
      empty={{
        title: 'No users yet',
        text: 'People you invite or enrol stand here.',
        action: <LinkButton href="/users/create">Add user</LinkButton>,
      }}
    />
  )
}

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

function FormPart() {
  return (
    <DetailForm
      crumbs={[{ label: 'Users', href: at('list') }, { label: 'Maria Santos' }]}
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
          <FormSection title="Person" text="The name stands on certificates exactly as it is written here.">
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
            <SelectField name="role" label="Role" data={options(['learner', 'manager', 'instructor'])} clearable />
            <TagsField name="tags" label="Tags" />
            <MultiSelectField name="languages" label="Languages" data={['English', 'Spanish', 'French']} />
          </FormSection>
          <FormSection title="Offer" text="Prices are in USD.">
            <MoneyField name="price" label="Price" />
            <NumberField name="seats" label="Seats" min={1} allowDecimal={false} />
            <DateField name="starts_on" label="Starts on" />
            <MomentField name="due_at" label="Due" />
            <ColourField name="primary_color" label="Colour" />
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

function Parts() {
  const [isOpen, setOpen] = useState(false)
  const [files, setFiles] = useState([
    { id: 1, name: 'site-plan.pdf', size: 482_133 },
    { id: 2, name: 'respirator-fit-test.mp3', size: 9_120_000, progress: 62 },
    { id: 3, name: 'old-policy.docx', size: 44_120, error: 'The connection was lost.' },
  ])
  return (
    <div className={styles.stack}>
      <PageHeader
        title="Parts"
        text="Small things that screens are put together from."
        actions={<Button onClick={() => setOpen(true)}>Give credits</Button>}
      />
      <Stats
        items={[
          {
            label: 'Credits left',
            value: '1,240',
            note: '260 given this month',
            trend: [1500, 1480, 1420, 1390, 1300, 1240],
          },
          { label: 'Completions', value: '318', note: '+12% since February', trend: [20, 24, 22, 31, 38, 44, 52] },
          { label: 'Overdue', value: '7', note: '3 people' },
        ]}
      />
      <Tabs
        label="Course"
        items={[
          {
            key: 'progress',
            label: 'Progress',
            content: (
              <Card>
                <div className={styles.stack}>
                  <Progress value={62} label="Hazard communication" isLabelled />
                  <Progress value={100} label="Fire extinguishers" isLabelled />
                  <div className={styles.row}>
                    <ProgressRing value={0} label="Not started" />
                    <ProgressRing value={45} label="Module 2" />
                    <ProgressRing value={100} label="Module 1" />
                  </div>
                  <div className={styles.row}>
                    {(['ready', 'saved', 'unsaved', 'saving', 'offline', 'failed'] as const).map((state) => (
                      <SaveMark key={state} state={state} />
                    ))}
                  </div>
                  <div className={styles.row}>
                    {[
                      'draft',
                      'published',
                      'coming_soon',
                      'archived',
                      'pending',
                      'processing',
                      'not_started',
                      'in_progress',
                      'passed',
                      'failed',
                      'overdue',
                      'expiring',
                      'refunded',
                    ].map((status) => (
                      <StatusBadge key={status} status={status} />
                    ))}
                  </div>
                </div>
              </Card>
            ),
          },
          {
            key: 'data',
            label: 'Data',
            count: 4,
            content: (
              <Card>
                <DataList
                  items={[
                    { label: 'Order', value: '#10432' },
                    { label: 'Placed', value: <TimeText value="2026-03-09T23:30:00Z" /> },
                    { label: 'Status', value: <StatusBadge status="paid" /> },
                    { label: 'Purchase order', value: null },
                  ]}
                />
              </Card>
            ),
          },
        ]}
      />
      <div className={styles.columns}>
        <Card>
          <div className={styles.stack}>
            <CopyField
              label="Callback address"
              value="https://harbor.example.com/api/v1/integrations/callback"
              hint="Paste it into the other system."
            />
            <CopyField label="API token" value="1|kT7xYb2mQ9" hint="It is shown only once." />
          </div>
        </Card>
        <div>
          <FileDrop
            label="Drop documents here"
            rule={{ types: ['docs', 'pdf', 'audio'] }}
            isMultiple
            files={files}
            onRemove={(gone) => setFiles(files.filter((file) => file.id !== gone.id))}
            onFiles={(added) =>
              setFiles([
                ...files,
                ...added.map((file, at) => ({ id: files.length + at + 10, name: file.name, size: file.size })),
              ])
            }
          />
        </div>
      </div>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Give credits"
        text="Credits can be used for every course of this portal."
        saveLabel="Give credits"
        savedText="The credits were given."
        defaults={{ amount: '' as number | '', note: '' }}
        save={async ({ amount }) => {
          if (!amount)
            throw Object.assign(new Error(), { status: 422, errors: { amount: ['This field is required.'] } })
        }}
      >
        <NumberField name="amount" label="Credits" required min={1} allowDecimal={false} />
        <TextField name="note" label="Note" />
      </FormDialog>
    </div>
  )
}
