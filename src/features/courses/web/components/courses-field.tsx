import type { Wire } from '#kernel/endpoint.ts'
import { IdMultiSelectField, IdSelectField } from '#ui/app/form/fields.tsx'
import { useServerSelect } from '#ui/app/form/use-server-select.ts'
import { useApi } from '#ui/calls/api.tsx'
import { selectCourses } from '../../contract-selects.ts'

type NamedCourse = { id: number; title: string }

/** Courses of the portal, found by title while one types. */
const useCourses = (chosen: readonly NamedCourse[], isMultiple: boolean) => {
  const api = useApi()
  const { data, ...search } = useServerSelect<Wire<typeof selectCourses>>({
    queryFor: (words) => api.query(selectCourses, { query: words ? { search: words } : {} }),
    optionsOf: (answer) => answer.data.map(({ id, title }) => ({ value: String(id), label: title })),
    nothing: 'No course has this title.',
    known: chosen.map(({ id, title }) => ({ value: String(id), label: title })),
    isMultiple,
  })
  return { ...search, data: data.map(({ value, label }) => ({ value: Number(value), label })) }
}

type FieldProps = { name: string; label: string; description?: string; chosen: readonly NamedCourse[] }

/** One course of the portal; the form holds its id. */
export function CourseField({ chosen, ...rest }: FieldProps) {
  return <IdSelectField searchable required placeholder="Search by title" {...useCourses(chosen, false)} {...rest} />
}

/** Several courses in the order in which they are chosen; the form holds their ids. */
export function CoursesField({ chosen, ...rest }: FieldProps) {
  return (
    <IdMultiSelectField
      searchable
      required
      hidePickedOptions
      placeholder="Search by title"
      {...useCourses(chosen, true)}
      {...rest}
    />
  )
}
