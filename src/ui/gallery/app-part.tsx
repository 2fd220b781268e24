import { useState } from 'react'
import { AppShell } from '../app/app-shell.tsx'
import { ImpersonationBanner, OfflineBanner } from '../app/banners.tsx'
import { CopyField } from '../app/form/copy-field.tsx'
import { FormDialog } from '../app/form/detail-form.tsx'
import { NumberField, TextField } from '../app/form/fields.tsx'
import { FileDrop } from '../app/form/file-drop.tsx'
import { SaveMark } from '../app/form/save-mark.tsx'
import { DataList, Stats } from '../app/list/data-list.tsx'
import { PageHeader } from '../app/page-header.tsx'
import { Progress, ProgressRing } from '../app/progress.tsx'
import { AppProvider } from '../app/provider.tsx'
import { StatusBadge, wordOf } from '../app/status-badge.tsx'
import { Tabs } from '../app/tabs.tsx'
import {
  IconBell,
  IconBook,
  IconBuilding,
  IconCertificate,
  IconChartBar,
  IconCoin,
  IconLayoutDashboard,
  IconPencil,
  IconReceipt,
  IconSettings,
  IconTruck,
  IconUser,
  IconUsers,
} from '../icons.tsx'
import { toast } from '../public/dialogs/toasts.tsx'
import { Button, IconButton } from '../public/parts/button.tsx'
import { TimeText } from '../public/parts/time.tsx'
import { Card } from '../public/products/card.tsx'
import type { Branding } from '../theme/brand.ts'
import { FormPart } from './form-part.tsx'
import styles from './gallery.module.css'
import { ListPart } from './list-part.tsx'

import { partHref } from './options.ts'
import { PEOPLE } from './people.ts'
import { PORTAL } from './sample.ts'

const GROUPS = [
  {
    label: 'Gallery',
    items: [
      { label: 'List screen', href: partHref('list'), icon: IconUsers, count: 3 },
      { label: 'Detail form', href: partHref('form'), icon: IconPencil },
      { label: 'Parts', href: partHref('parts'), icon: IconLayoutDashboard },
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
                  <Progress value={62} label="Hazard communication" isLabeled />
                  <Progress value={100} label="Fire extinguishers" isLabeled />
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
