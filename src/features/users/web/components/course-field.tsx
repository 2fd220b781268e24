import { selectCourses } from '#features/courses/contract-selects.ts'
import { listManagerCourses } from '#features/managers/contract.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { SelectField } from '#ui/app/form/fields.tsx'
import { useServerSelect } from '#ui/app/form/use-server-select.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'

type Listed = { data: readonly { id: number; title: string }[] }

/** A published course of the portal, for a manager one of theirs; the form holds the id as text. */
export function CourseField({ name, label = 'Course' }: { name: string; label?: string }) {
  const api = useApi()
  const isManager = useSession().viewer?.current_role === 'manager'
  const courses = useServerSelect<Listed>({
    queryFor: (search) => {
      const query = search ? { search } : {}
      return isManager
        ? api.query(listManagerCourses, { query: { ...query, sort: 'title' } as never })
        : api.query(selectCourses, { query: { ...query, publication_status: PUBLICATION.published } as never })
    },
    optionsOf: ({ data }) => data.map(({ id, title }) => ({ value: String(id), label: title })),
    nothing: 'No published course found',
  })
  return (
    <SelectField name={name} label={label} searchable clearable required placeholder="Search by title" {...courses} />
  )
}
