import { PersonField } from '#features/accounts/web/public.ts'
import { CourseField } from '#features/courses/web/public.ts'
import { timeZones } from '#features/portals/web/public.ts'
import { clockIn, isTimeZone, momentIn } from '#kernel/format/day.ts'
import type { ContentForm } from '#ui/app/content/content-form.tsx'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { NumberField, SelectField, TextField } from '#ui/app/form/fields.tsx'
import { type Schedule, schedules } from './schedules.tsx'

const DEFAULTS = {
  course_id: null as number | null,
  // By the clocks of the place: 9 o'clock stays 9 o'clock when another time zone is chosen.
  starts_at: '',
  ends_at: '',
  time_zone: '',
  place: '',
  instructor_id: '',
  seats: '' as number | '',
}

/** An instructor-led date of a course (CNT-014). */
export const scheduleForm: ContentForm<Schedule, typeof DEFAULTS> = {
  kind: schedules,
  nameOf: schedules.nameOf,
  defaults: ({ portal }) => ({ ...DEFAULTS, time_zone: portal.setting.time_zone }),
  read: ({ starts_at: start, ends_at: end, time_zone: zone, instructor_id: instructor }) => ({
    starts_at: clockIn(start, zone),
    ends_at: clockIn(end, zone),
    instructor_id: instructor === null ? '' : String(instructor),
  }),
  write: ({ starts_at: start, ends_at: end, instructor_id: instructor, ...payload }) => {
    const zone = payload.time_zone && isTimeZone(payload.time_zone) ? payload.time_zone : 'UTC'
    return {
      ...payload,
      ...(start && { starts_at: momentIn(start, zone).toISOString() }),
      ...(end && { ends_at: momentIn(end, zone).toISOString() }),
      ...(instructor !== undefined && { instructor_id: instructor === null ? null : Number(instructor) }),
    }
  },
  fields: (_, date) => (
    <FormSection title="Date" text="Shown in your store’s schedule until it ends.">
      <Wide>
        <CourseField
          name="course_id"
          label="Course"
          chosen={date ? [{ id: date.course_id, title: date.course_title }] : []}
        />
      </Wide>
      <TextField name="starts_at" label="Starts" type="datetime-local" required />
      <TextField name="ends_at" label="Ends" type="datetime-local" required />
      <SelectField
        name="time_zone"
        label="Time zone"
        description="Start and end are in this time zone."
        data={timeZones()}
        searchable
        required
        allowDeselect={false}
        nothingFoundMessage="No time zone has this name."
      />
      <NumberField
        name="seats"
        label="Seats"
        description="Leave empty if there is no limit."
        min={1}
        allowDecimal={false}
      />
      <Wide>
        <TextField name="place" label="Place" description="An address, or “Live online”." maxLength={200} />
      </Wide>
      <Wide>
        <PersonField name="instructor_id" label="Instructor" chosen={date?.instructor} />
      </Wide>
    </FormSection>
  ),
}
