import { useMemo } from 'react'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { MultiSelectField, SelectField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { createReportSchedule, updateReportSchedule } from '../../contract.ts'
import { COVERS, COVERS_NAMES, type Covers } from '../../rules/covers.ts'
import { hourName, type SchedulePeriod, weekdayName } from '../../rules/schedule.ts'
import type { Narrowing, ReportFigures, ScheduleShown, Schedules } from '../queries.ts'
import styles from './schedule.module.css'

const PERIOD_OPTIONS = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
]
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: weekdayName(day) }))
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: index === 30 ? '31, or the last day' : String(index + 1),
}))
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourName(hour) }))
const COVERS_OPTIONS = COVERS.map((value) => ({ value, label: COVERS_NAMES[value] }))
const FORMATS = [
  { value: 'csv', label: 'Figures and a CSV file' },
  { value: 'link', label: 'Figures and a link' },
]

type Values = {
  period: SchedulePeriod
  weekday: string
  month_day: string
  hour: string
  covers: Covers
  user_ids: string[]
  format: 'csv' | 'link'
}

const DEFAULTS: Values = {
  period: 'weekly',
  weekday: '1',
  month_day: '1',
  hour: '7',
  covers: 'last_7_days',
  user_ids: [],
  format: 'csv',
}

type Option = { value: string; label: string }
const labelIn = (options: readonly Option[]) => (value: string) =>
  options.find((option) => option.value === value)?.label ?? value

/** What the fields show for their values, for those whose save came after somebody else's. */
const wordsFor = (people: readonly Option[]) => ({
  period: labelIn(PERIOD_OPTIONS),
  weekday: labelIn(WEEKDAYS),
  month_day: labelIn(MONTH_DAYS),
  hour: labelIn(HOURS),
  covers: labelIn(COVERS_OPTIONS),
  format: labelIn(FORMATS),
  user_ids: (ids: readonly string[]) => ids.map(labelIn(people)).join(', '),
})

/** The schedule as the form holds it; who may not get the report any more is left out. */
const valuesOf = (schedule: ScheduleShown, known: ReadonlySet<number>): Partial<Values> => ({
  period: schedule.period,
  hour: String(schedule.hour),
  covers: schedule.covers,
  format: schedule.format,
  user_ids: schedule.people.flatMap(({ id }) => (known.has(id) ? [String(id)] : [])),
  ...(schedule.weekday !== null && { weekday: String(schedule.weekday) }),
  ...(schedule.month_day !== null && { month_day: String(schedule.month_day) }),
})

const bodyOf = ({ period, weekday, month_day, hour, user_ids, covers, format }: Values) => ({
  period,
  covers,
  format,
  hour: Number(hour),
  weekday: period === 'weekly' ? Number(weekday) : null,
  month_day: period === 'monthly' ? Number(month_day) : null,
  user_ids: user_ids.map(Number),
})

type ScheduleFormProps = {
  report: ReportFigures['report']
  narrowing: Narrowing
  /** Null for a new one. */
  schedule: ScheduleShown | null
  people: Schedules['people']
  ownId: number
  onSaved: () => void
  onClose: () => void
}

/**
 * When a report is sent, to whom and what of it (REP-021). A new one takes the filters of the list behind it; a save that
 * came too late says so (REP-033).
 */
export function ScheduleForm({ report, narrowing, schedule, people, ownId, onSaved, onClose }: ScheduleFormProps) {
  const api = useApi()
  const { portal } = useSession()
  const start = useMemo(
    () => schedule && { ...valuesOf(schedule, new Set(people.map(({ id }) => id))), ...versioned(schedule) },
    [schedule, people],
  )
  const recipients = useMemo(() => people.map(({ id, name }) => ({ value: String(id), label: name })), [people])
  const words = useMemo(() => wordsFor(recipients), [recipients])
  const filters = schedule
    ? { course_id: schedule.course_id, manager_id: schedule.manager_id, state: schedule.state }
    : narrowing
  const record = useRecordForm<Values>({
    defaults: { ...DEFAULTS, user_ids: [String(ownId)], ...(report.name === 'overdue' && { covers: 'all' }) },
    record: start,
    savedText: 'The schedule is saved.',
    save: (_, values, options): Promise<unknown> => {
      const body = { ...bodyOf(values), ...filters }
      if (!schedule) return api.call(createReportSchedule, { body: { ...body, report: report.name } })
      const changed = { ...body, is_paused: schedule.is_paused }
      return api.call(updateReportSchedule, { params: { id: schedule.id }, body: changed }, options)
    },
    onSaved,
    onUnchanged: onClose,
    words,
  })
  const { period, user_ids: chosen } = record.values
  const isNarrowed = Object.values(filters).some((value) => value !== null)
  return (
    <RecordFields record={record} className={styles.parts}>
      <div className={styles.pair}>
        <SelectField name="period" label="How often" data={PERIOD_OPTIONS} allowDeselect={false} />
        {period === 'weekly' && (
          <SelectField name="weekday" label="Day of the week" data={WEEKDAYS} allowDeselect={false} />
        )}
        {period === 'monthly' && (
          <SelectField name="month_day" label="Day of the month" data={MONTH_DAYS} allowDeselect={false} />
        )}
        <SelectField name="hour" label="Time" data={HOURS} allowDeselect={false} />
      </div>
      {report.date && (
        <SelectField
          name="covers"
          label={`Days (${report.date.toLowerCase()})`}
          data={COVERS_OPTIONS}
          allowDeselect={false}
        />
      )}
      <MultiSelectField
        name="user_ids"
        label="Send to"
        data={recipients}
        searchable
        maxValues={20}
        nothingFoundMessage="Nothing found"
        hidePickedOptions
      />
      <SelectField name="format" label="What the mail has" data={FORMATS} allowDeselect={false} />
      <p className={styles.note}>
        Times are those of {portal.name} ({portal.setting.time_zone.replaceAll('_', ' ')}). Each person gets what they
        may see themselves.{isNarrowed && ' The filters of the list are kept.'}
      </p>
      <DialogButtons>
        <Button variant="outline" onClick={onClose}>
          Back
        </Button>
        <Button type="submit" isLoading={record.isSaving} disabled={!record.canSave || chosen.length === 0}>
          Save schedule
        </Button>
      </DialogButtons>
    </RecordFields>
  )
}
