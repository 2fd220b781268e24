import { CONTENT } from '#features/content/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { changedColumn } from '#ui/app/content/content-columns.tsx'
import { contentKind } from '#ui/app/content/content-kind.ts'
import * as contract from '../../contract-lists.ts'
import { dateWords } from '../../rules/dates.ts'

export type Schedule = Wire<typeof contract.schedules.show>['data']

const nameOf = (date: Schedule) => `${date.course_title}, ${dateWords(date).day_text}`

/** Instructor-led dates, the last first (CNT-014). */
export const schedules = contentKind<Schedule>({
  calls: contract.schedules,
  resource: 'bundles',
  above: CONTENT,
  path: '/portals/schedules',
  title: 'Schedule',
  text: 'Dates of classes with an instructor. Visitors see those to come, in the time of their place.',
  noun: 'date',
  nouns: 'dates',
  sorts: ['starts_at', 'updated_at'],
  sort: '-starts_at',
  filters: [
    {
      name: 'period',
      label: 'When',
      options: [
        { value: 'upcoming', label: 'To come' },
        { value: 'past', label: 'Past' },
      ],
    },
  ],
  nameOf,
  columns: [
    { key: 'course_title', title: 'Course', role: 'main', cell: ({ course_title: title }) => title },
    {
      key: 'starts_at',
      title: 'Date',
      isSortable: true,
      cell: (date) => {
        const { day_text: day, hours } = dateWords(date)
        return `${day}, ${hours}`
      },
    },
    { key: 'place', title: 'Place', role: 'secondary', cell: ({ place }) => place },
    { key: 'instructor', title: 'Instructor', role: 'secondary', cell: (date) => date.instructor?.display_name },
    { key: 'seats', title: 'Seats', align: 'right', width: 80, role: 'secondary', cell: ({ seats }) => seats },
    changedColumn,
  ],
  empty: 'Visitors find when and where they can meet an instructor.',
})
