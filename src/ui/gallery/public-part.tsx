import { useState } from 'react'
import { IconPlus, IconSearch, IconTrash } from '../icons.tsx'
import { celebrate } from '../public/dialogs/confetti.ts'
import { confirm, notify } from '../public/dialogs/confirm.tsx'
import { Dialog } from '../public/dialogs/dialog.tsx'
import { toast } from '../public/dialogs/toasts.tsx'
import { EmptyState } from '../public/lists/empty-state.tsx'
import { ErrorView } from '../public/lists/error-view.tsx'
import { LoadMore, Pager } from '../public/lists/pagination.tsx'
import { SkeletonText } from '../public/lists/skeleton.tsx'
import { Alert } from '../public/parts/alert.tsx'
import { Badge } from '../public/parts/badge.tsx'
import { Breadcrumbs } from '../public/parts/breadcrumbs.tsx'
import { Button, IconButton, LinkButton } from '../public/parts/button.tsx'
import { Checkbox, Field, Input, RadioGroup, Select, Textarea } from '../public/parts/field.tsx'
import { Container, Section } from '../public/parts/layout.tsx'
import { DateText, TimeText } from '../public/parts/time.tsx'
import { BundleCard } from '../public/products/bundle-card.tsx'
import { Card, CardGrid } from '../public/products/card.tsx'
import { CourseCard } from '../public/products/course-card.tsx'
import { CourseCardSkeleton } from '../public/products/course-card-skeleton.tsx'
import { Money, Price } from '../public/products/price.tsx'
import { Rating } from '../public/products/rating.tsx'
import styles from './gallery.module.css'
import { BUNDLES, COURSES } from './sample.ts'

/** Everything public pages are made of. */
export function PublicPart() {
  return (
    <>
      <Container className={styles.hero}>
        <h1>Training your people will finish</h1>
        <p>Courses accepted in all fifty states, for one person or a thousand. Start in a minute, keep every record.</p>
        <div className={styles.row}>
          <LinkButton size="lg" href="/course-catalog">
            Browse courses
          </LinkButton>
          <LinkButton size="lg" variant="outline" href="/bundles">
            See bundles
          </LinkButton>
        </div>
      </Container>
      <Section
        title="Most popular"
        text="What other companies took this month."
        more={{ label: 'All courses', href: '/course-catalog' }}
      >
        <CardGrid label="Most popular courses">
          {COURSES.map((course, at) => (
            <CourseCard key={course.slug} course={course} isFirst={at < 4} />
          ))}
          <CourseCardSkeleton />
        </CardGrid>
        <LoadMore hasMore onMore={() => toast.info('The next courses would come here.')} count="9 of 128 courses" />
      </Section>
      <Section title="Bundles">
        <CardGrid>
          {BUNDLES.map((bundle) => (
            <BundleCard key={bundle.slug} bundle={bundle} />
          ))}
        </CardGrid>
      </Section>
      <Buttons />
      <Words />
      <Fields />
      <Overlays />
      <States />
    </>
  )
}

function Buttons() {
  const [isBusy, setBusy] = useState(true)
  return (
    <Section title="Buttons">
      <div className={styles.stack}>
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <div key={size} className={styles.row}>
            <Button size={size}>Give credits</Button>
            <Button size={size} variant="soft" icon={IconPlus}>
              Add course
            </Button>
            <Button size={size} variant="outline">
              Preview
            </Button>
            <Button size={size} variant="ghost">
              Cancel
            </Button>
            <Button size={size} variant="danger" icon={IconTrash}>
              Delete
            </Button>
            <Button size={size} variant="danger-outline">
              Unenroll
            </Button>
            <Button size={size} disabled>
              Save
            </Button>
            <IconButton size={size} icon={IconSearch} label="Search" />
          </div>
        ))}
        <div className={styles.row}>
          <Button isLoading={isBusy} onClick={() => setBusy(true)}>
            Pay now
          </Button>
          <Button variant="ghost" onClick={() => setBusy(!isBusy)}>
            {isBusy ? 'Stop' : 'Start'} loading
          </Button>
        </div>
      </div>
    </Section>
  )
}

function Words() {
  return (
    <Section title="Words and figures">
      <div className={styles.stack}>
        <Breadcrumbs
          items={[
            { label: 'Home', href: '/' },
            { label: 'Catalog', href: '/course-catalog' },
            { label: 'Construction Safety Basics' },
          ]}
        />
        <div className={styles.row}>
          <Badge>Draft</Badge>
          <Badge tone="primary">New</Badge>
          <Badge tone="secondary">Save 20%</Badge>
          <Badge tone="success">Published</Badge>
          <Badge tone="warning">Due in 3 days</Badge>
          <Badge tone="danger">Overdue</Badge>
          <Badge tone="info">Coming soon</Badge>
        </div>
        <div className={styles.row}>
          <Price amount={389} old={480} size="lg" />
          <Price amount={29.5} isFrom per="per person" />
          <Price amount={0} />
          <Money amount={1234.5} />
        </div>
        <div className={styles.row}>
          <Rating value={4.63} count={1540} />
          <Rating value={3.1} count={2} size="lg" />
          <Rating value={0.4} />
        </div>
        <div className={styles.row}>
          <DateText value="2026-03-09T23:30:00Z" />
          <DateText value="2026-03-09T23:30:00Z" format="numeric" />
          <TimeText value="2026-03-09T23:30:00Z" />
        </div>
        <Alert title="Your company name is missing">Upload a logo and enter a company name to get started.</Alert>
        <Alert tone="success">The course is published.</Alert>
        <Alert
          tone="warning"
          action={
            <Button size="sm" variant="outline">
              Renew now
            </Button>
          }
        >
          Your certificate expires in 12 days.
        </Alert>
        <Alert tone="danger">The payment was declined. Nothing was charged.</Alert>
      </div>
    </Section>
  )
}

function Fields() {
  return (
    <Section title="Fields">
      <div className={styles.columns}>
        <Card>
          <div className={styles.stack}>
            <Field label="E-mail" isRequired error="Please enter a valid email address.">
              <Input type="email" defaultValue="maria@example" autoComplete="email" />
            </Field>
            <Field label="Company" hint="As it should stand on the invoice.">
              <Input placeholder="Harbor Logistics" autoComplete="organization" />
            </Field>
            <Field label="State">
              <Select
                placeholder="Choose a state"
                options={[
                  { value: 'OR', label: 'Oregon' },
                  { value: 'WA', label: 'Washington' },
                ]}
              />
            </Field>
            <Field label="Account number">
              <Input defaultValue="PC-20-114" disabled />
            </Field>
          </div>
        </Card>
        <Card>
          <div className={styles.stack}>
            <Field label="Message" hint="At most 500 characters.">
              <Textarea rows={4} />
            </Field>
            <Checkbox label="I accept the Terms of Use" isRequired error="This field is required." />
            <Checkbox label="Send me the receipt" hint="To the e-mail above." defaultChecked />
            <Checkbox label="Switched off" disabled />
            <RadioGroup
              legend="Billing"
              name="billing"
              defaultValue="annual"
              options={[
                { value: 'monthly', label: 'Monthly', hint: '$49.00 per month' },
                { value: 'annual', label: 'Annual', hint: '$490.00 per year' },
              ]}
            />
          </div>
        </Card>
      </div>
    </Section>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null)
  return (
    <Section title="Messages and dialogs">
      <div className={styles.row}>
        <Button variant="outline" onClick={() => toast.success('Save Successful')}>
          Success toast
        </Button>
        <Button variant="outline" onClick={() => toast.error('Credits are not enough in the portal')}>
          Error toast
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            toast.info('3 people were invited.', { title: 'Invitations', action: { label: 'Undo', run: () => {} } })
          }
        >
          Toast with action
        </Button>
        <Button variant="outline" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button variant="outline" onClick={() => setOpen('drawer')}>
          Drawer
        </Button>
        <Button variant="outline" onClick={() => void confirm('delete')}>
          Delete
        </Button>
        <Button variant="outline" onClick={() => void confirm('unsaved_changes')}>
          Leave
        </Button>
        <Button
          variant="outline"
          onClick={() => void notify({ title: 'Course coming soon', text: 'You can buy this course in April.' })}
        >
          Notice
        </Button>
        <Button variant="outline" onClick={() => void celebrate()}>
          Confetti
        </Button>
      </div>
      <Dialog
        isOpen={open !== null}
        onClose={() => setOpen(null)}
        side={open === 'drawer' ? 'right' : undefined}
        title="Send invoice"
        footer={
          <>
            <Button variant="outline" onClick={() => setOpen(null)}>
              Cancel
            </Button>
            <Button onClick={() => toast.success('The invoice was sent.')}>Send invoice</Button>
          </>
        }
      >
        <Field label="E-mail" isRequired>
          <Input type="email" />
        </Field>
        <p className={styles.note}>The invoice goes out as a PDF.</p>
      </Dialog>
    </Section>
  )
}

function States() {
  return (
    <Section title="States">
      <div className={styles.columns}>
        <Card>
          <EmptyState
            title="No courses yet"
            text="Courses you buy stand here, ready to start."
            action={<LinkButton href="/course-catalog">Browse courses</LinkButton>}
          />
        </Card>
        <Card>
          <SkeletonText lines={6} />
        </Card>
      </div>
      <Pager meta={{ next_cursor: 'n', prev_cursor: null }} note="Rows 1 to 20" onCursor={() => {}} />
      <ErrorView
        code={404}
        message="This page could not be found"
        text="The address may have changed."
        button={<LinkButton href="/">Back to the start page</LinkButton>}
      />
    </Section>
  )
}
