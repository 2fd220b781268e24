import { MultiSelect, Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { createReportSchedule, updateReportSchedule } from '../../contract.ts'
import { COVERS, COVERS_NAMES, type Covers } from '../../rules/covers.ts'
import { hourName, type SchedulePeriod, weekdayName } from '../../rules/schedule.ts'
import { type Narrowing, type ReportFigures, reportQueries, type ScheduleShown, type Schedules } from '../queries.ts'
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

type ScheduleFormProps = {
  report: ReportFigures['report']
  narrowing: Narrowing
  /** Null for a new one. */
  schedule: ScheduleShown | null
  people: Schedules['people']
  ownId: number
  onDone: () => void
}

/** When a report is sent, to whom and what of it (REP-021). A new one takes the filters of the list behind it. */
export function ScheduleForm({ report, narrowing, schedule, people, ownId, onDone }: ScheduleFormProps) {
  const api = useApi()
  const { portal } = useSession()
  const queryClient = useQueryClient()
  const [period, setPeriod] = useState<SchedulePeriod>(schedule?.period ?? 'weekly')
  const [weekday, setWeekday] = useState(String(schedule?.weekday ?? 1))
  const [monthDay, setMonthDay] = useState(String(schedule?.month_day ?? 1))
  const [hour, setHour] = useState(String(schedule?.hour ?? 7))
  const [covers, setCovers] = useState<Covers>(schedule?.covers ?? (report.name === 'overdue' ? 'all' : 'last_7_days'))
  const [format, setFormat] = useState<'csv' | 'link'>(schedule?.format ?? 'csv')
  const known = new Set(people.map(({ id }) => id))
  const [chosen, setChosen] = useState<string[]>(() =>
    (schedule ? schedule.people.map(({ id }) => id) : [ownId]).filter((id) => known.has(id)).map(String),
  )
  const onSuccess = async () => {
    await queryClient.invalidateQueries({ queryKey: reportQueries(api).schedules(report.name).queryKey })
    toast.success('The schedule is saved.')
    onDone()
  }
  const create = useCall(createReportSchedule, { onSuccess })
  const update = useCall(updateReportSchedule, { onSuccess })
  const error = create.error ?? update.error
  const filters = schedule
    ? { course_id: schedule.course_id, manager_id: schedule.manager_id, state: schedule.state }
    : narrowing
  const save = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      covers,
      period,
      hour: Number(hour),
      weekday: period === 'weekly' ? Number(weekday) : null,
      month_day: period === 'monthly' ? Number(monthDay) : null,
      format,
      is_paused: schedule?.is_paused ?? false,
      user_ids: chosen.map(Number),
      ...filters,
    }
    if (schedule) update.mutate({ params: { id: schedule.id }, body })
    else create.mutate({ body: { ...body, report: report.name } })
  }
  const isNarrowed = Object.values(filters).some((value) => value !== null)
  return (
    <form className={styles.parts} onSubmit={save} noValidate>
      {error !== null && (
        <Alert tone="danger" isLive>
          {textOfError(error)}
        </Alert>
      )}
      <div className={styles.pair}>
        <Select
          label="How often"
          data={PERIOD_OPTIONS}
          value={period}
          allowDeselect={false}
          onChange={(value) => setPeriod(value as SchedulePeriod)}
        />
        {period === 'weekly' && (
          <Select
            label="Day of the week"
            data={WEEKDAYS}
            value={weekday}
            allowDeselect={false}
            onChange={(value) => setWeekday(value ?? '1')}
          />
        )}
        {period === 'monthly' && (
          <Select
            label="Day of the month"
            data={MONTH_DAYS}
            value={monthDay}
            allowDeselect={false}
            onChange={(value) => setMonthDay(value ?? '1')}
          />
        )}
        <Select
          label="Time"
          data={HOURS}
          value={hour}
          allowDeselect={false}
          onChange={(value) => setHour(value ?? '7')}
        />
      </div>
      {report.date && (
        <Select
          label={`Days (${report.date.toLowerCase()})`}
          data={COVERS_OPTIONS}
          value={covers}
          allowDeselect={false}
          onChange={(value) => setCovers(value as Covers)}
        />
      )}
      <MultiSelect
        label="Send to"
        data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen}
        onChange={setChosen}
        searchable
        maxValues={20}
        nothingFoundMessage="Nothing found"
        hidePickedOptions
      />
      <Select
        label="What the mail has"
        data={FORMATS}
        value={format}
        allowDeselect={false}
        onChange={(value) => setFormat(value as 'csv' | 'link')}
      />
      <p className={styles.note}>
        Times are those of {portal.name} ({portal.setting.time_zone.replaceAll('_', ' ')}). Each person gets what they
        may see themselves.{isNarrowed && ' The filters of the list are kept.'}
      </p>
      <div className={styles.buttons}>
        <Button variant="outline" onClick={onDone}>
          Back
        </Button>
        <Button type="submit" isLoading={create.isPending || update.isPending} disabled={chosen.length === 0}>
          Save schedule
        </Button>
      </div>
    </form>
  )
}
