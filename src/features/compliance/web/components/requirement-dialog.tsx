import { Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLE_NAMES, roleName } from '#kernel/access/roles.ts'
import { dayOf } from '#kernel/format/day.ts'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import {
  DateField,
  MultiSelectField,
  NumberField,
  SelectField,
  TagsField,
  TextAreaField,
  TextField,
} from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { addTerms, createRequirement } from '../../contract.ts'
import { dryRunRequirement } from '../../contract-terms.ts'
import { complianceQueries, type Options, type RequirementShown, type TermsShown } from '../queries.ts'
import styles from '../screens/compliance.module.css'
import { RequirementDryRun } from './requirement-dry-run.tsx'

type Values = {
  kind: RequirementShown['kind']
  course_id: string
  title: string
  source: string
  from_day: string
  roles: string[]
  team_ids: string[]
  sites: string[]
  jobs: string[]
  states: string[]
  valid_months: number | ''
  grace_days: number | ''
  asks: string[]
  hint: string
  refresher_course_ids: string[]
  renews_from: TermsShown['renews_from']
}

const KINDS = [
  { value: 'certificate', label: 'Holding the certificate' },
  { value: 'course', label: 'Completing the course' },
  { value: 'license', label: 'Uploading a license' },
  { value: 'document', label: 'Uploading a document' },
]
const ASKS = [
  { value: 'issuer', label: 'Issued by' },
  { value: 'number', label: 'Number' },
  { value: 'expiry', label: 'Expiry date' },
  { value: 'file', label: 'File or photo' },
]
const RENEWS_FROM = [
  { value: 'completion', label: 'The day the refresher is completed' },
  { value: 'last_day', label: 'The day the training expires' },
]
const isUploaded = (kind: Values['kind']) => kind === 'license' || kind === 'document'
const ROLES = ROLE_NAMES.filter((role) => !role.includes('super')).map((role) => ({
  value: role,
  label: roleName(role),
}))

type DialogProps = { requirement: RequirementShown | null; onClose: () => void }

/** Makes a requirement, or gives one other terms from a day on (CMP-011). */
export function RequirementDialog({ requirement, onClose }: DialogProps) {
  const { data } = useQuery(complianceQueries(useApi()).options())
  return (
    <Dialog isOpen onClose={onClose} title={requirement ? `Change ${requirement.title}` : 'Add requirement'} size="lg">
      {data ? (
        <RequirementForm requirement={requirement} options={data.data} onClose={onClose} />
      ) : (
        <LoadingNote text="Loading the form" />
      )}
    </Dialog>
  )
}

const startOf = (terms: TermsShown | undefined) =>
  terms && {
    title: terms.title,
    source: terms.source ?? '',
    roles: terms.roles,
    team_ids: terms.team_ids.map(String),
    sites: terms.sites,
    jobs: terms.jobs,
    states: terms.states,
    valid_months: terms.valid_months ?? ('' as const),
    grace_days: terms.grace_days,
    asks: terms.asks,
    hint: terms.hint ?? '',
    refresher_course_ids: terms.refreshers.map(({ id }) => String(id)),
    renews_from: terms.renews_from,
  }

const termsOf = (values: Values) => ({
  title: values.title,
  source: values.source || null,
  from_day: values.from_day,
  roles: values.roles as never[],
  team_ids: values.team_ids.map(Number),
  sites: values.sites,
  jobs: values.jobs,
  states: values.states,
  valid_months: values.valid_months === '' ? null : values.valid_months,
  grace_days: values.grace_days === '' ? 0 : values.grace_days,
  asks: values.asks as never[],
  hint: values.hint || null,
  refresher_course_ids: isUploaded(values.kind) ? [] : values.refresher_course_ids.map(Number),
  renews_from: values.renews_from,
})

const subjectOf = ({ kind, course_id: id }: Values) => ({
  kind,
  course_id: isUploaded(kind) ? null : Number(id) || null,
})

function RequirementForm({ requirement, options, onClose }: DialogProps & { options: Options }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const once = useOnce()
  const { portal } = useSession()
  const today = dayOf(useNow(), portal.setting.time_zone)
  const shown = requirement?.terms.find(({ id }) => id === requirement.current_id) ?? requirement?.terms.at(-1)
  const send = (values: Values, is_retired: boolean): Promise<unknown> => {
    const body = { ...termsOf(values), is_retired }
    if (requirement)
      return once(body, (options) => api.call(addTerms, { params: { id: requirement.id }, body }, options))
    const made = { ...termsOf(values), ...subjectOf(values) }
    return once(made, (options) => api.call(createRequirement, { body: made }, options))
  }
  const done = () => queryClient.invalidateQueries().then(onClose)
  const record = useRecordForm<Values>({
    defaults: {
      kind: requirement?.kind ?? 'certificate',
      course_id: '',
      title: '',
      source: '',
      from_day: today,
      roles: [],
      team_ids: [],
      sites: [],
      jobs: [],
      states: [],
      valid_months: '',
      grace_days: '',
      asks: ['number', 'expiry', 'file'],
      hint: '',
      refresher_course_ids: [],
      renews_from: 'completion',
      ...startOf(shown),
    },
    savedText: 'The requirement is saved.',
    save: (_, values) => send(values, false),
    onSaved: () => void done(),
  })
  const { form, values } = record
  const run = useCall(dryRunRequirement, { onError: (error) => void toast.error(error) })
  const entered = { ...termsOf(values), ...subjectOf(values), requirement_id: requirement?.id ?? null }
  // What a dry run says holds for the values that it was made with.
  const [runFor, setRunFor] = useState<string | null>(null)
  const isCurrent = runFor === JSON.stringify(entered)
  const dryRun = () => {
    setRunFor(JSON.stringify(entered))
    run.mutate({ body: entered })
  }
  const isReady = values.title !== '' && (requirement !== null || isUploaded(values.kind) || values.course_id !== '')
  const chooseCourse = (id: string | null) => {
    const known = options.courses.find(({ value }) => value === id)
    const former = options.courses.find(({ value }) => value === values.course_id)
    form.setFieldValue('course_id', id ?? '')
    if (known && (values.title === '' || values.title === former?.label)) form.setFieldValue('title', known.label)
  }
  // Courses that these terms name already stay in sight, whatever has become of them.
  const named = (shown?.refreshers ?? []).map(({ id, title }) => ({ value: String(id), label: title }))
  const initial = requirement ? String(requirement.course?.id) : values.course_id
  const refreshers = [...new Map([...named, ...options.courses].map((each) => [each.value, each])).values()].filter(
    ({ value }) => value !== initial,
  )
  const retire = async () => {
    const isSure = await confirm({
      title: `Retire ${values.title}?`,
      text: 'From that date on, nobody needs it. Earlier dates still show it.',
      yes: 'Retire',
      no: 'Keep',
    })
    if (isSure) await send(values, true).then(done)
  }
  return (
    <RecordFields record={record} className={styles.form}>
      {!requirement && (
        <>
          <SelectField name="kind" label="Met by" data={KINDS} allowDeselect={false} />
          {!isUploaded(values.kind) && (
            <Select
              {...form.getInputProps('course_id')}
              label="Course"
              data-path="course_id"
              data={options.courses}
              value={values.course_id || null}
              onChange={chooseCourse}
              openOnFocus={false}
              searchable
              nothingFoundMessage="Nothing found"
            />
          )}
        </>
      )}
      <TextField name="title" label="Name" maxLength={120} />
      <TextField name="source" label="Source" description="Optional. Statute, letter, or contract." maxLength={300} />
      <DateField
        name="from_day"
        label={requirement ? 'New terms apply from' : 'Required from'}
        description={requirement ? 'Earlier dates keep their terms.' : 'You can choose a past date.'}
      />
      {isUploaded(values.kind) && (
        <>
          <MultiSelectField
            name="asks"
            label="People provide"
            description="The issue date is always asked for."
            data={ASKS}
          />
          <TextAreaField
            name="hint"
            label="Hint for the upload"
            description="For example where to get it, and what has to be legible."
            maxLength={500}
            autosize
            minRows={2}
          />
        </>
      )}
      <fieldset className={styles.fieldset}>
        <legend>Who needs it</legend>
        <p className={styles.note}>
          Leave everything empty to require it of everyone. Each list you fill in narrows it.
        </p>
        <div className={styles.pair}>
          <MultiSelectField name="roles" label="Roles" data={ROLES} searchable clearable />
          <MultiSelectField name="team_ids" label="Teams" data={options.teams} searchable clearable />
          <TagsField name="sites" label="Sites" data={options.sites} splitChars={[',', ';']} clearable />
          <TagsField name="jobs" label="Jobs" data={options.jobs} splitChars={[',', ';']} clearable />
          <TagsField name="states" label="States" data={options.states} splitChars={[',', ';']} clearable />
        </div>
      </fieldset>
      <div className={styles.pair}>
        <NumberField
          name="valid_months"
          label="Valid for (months)"
          description={
            values.kind === 'certificate'
              ? 'Leave empty to follow the certificate.'
              : isUploaded(values.kind)
                ? 'Leave empty to follow the expiry date.'
                : 'Leave empty if it never expires.'
          }
          min={1}
          max={240}
          allowDecimal={false}
        />
        <NumberField
          name="grace_days"
          label="Grace (days)"
          description="Extra days after it expires, and for new people."
          min={0}
          max={730}
          allowDecimal={false}
        />
      </div>
      {!isUploaded(values.kind) && (
        <div className={styles.pair}>
          <MultiSelectField
            name="refresher_course_ids"
            label="Refresher courses"
            description="Optional. Shorter courses that renew this training before it expires or during the grace. People are enrolled in the first one."
            data={refreshers}
            searchable
            clearable
          />
          {values.refresher_course_ids.length > 0 && (
            <SelectField
              name="renews_from"
              label="New period starts on"
              description="After the days of grace, people need the full course again."
              data={RENEWS_FROM}
              allowDeselect={false}
            />
          )}
        </div>
      )}
      {isCurrent && run.isSuccess && <RequirementDryRun run={run.data.data} />}
      <DialogButtons>
        {requirement?.current_id && (
          <Button variant="danger-outline" onClick={() => void retire()}>
            Retire
          </Button>
        )}
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="outline" isLoading={run.isPending} disabled={!isReady} onClick={dryRun}>
          Dry run
        </Button>
        <Button type="submit" isLoading={record.isSaving} disabled={!record.canSave}>
          Save requirement
        </Button>
      </DialogButtons>
    </RecordFields>
  )
}
