import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PeopleField } from '#features/accounts/web/public.ts'
import { showCourse } from '#features/courses/contract.ts'
import { besideField } from '#features/credits/web/public.ts'
import { createEnrollments } from '#features/enrollments/contract.ts'
import { tellEnrolled, useUnenroll } from '#features/enrollments/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { ListSpec } from '#ui/app/list/list-state.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { Person } from '#ui/app/person.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { IconPlus, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { showCourseManagers } from '../../contract.ts'

type Manager = Wire<typeof showCourseManagers>['data']['managers'][number]

const SPEC: ListSpec = {}
const REFUSALS = ['user_id', 'user_ids', 'role_not_held']

/** Who enrolls people in a course with credits of their own, and what they have left (BLD-063, CRD-004). */
export function CourseManagersScreen({ slug }: { slug: string }) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const address = useListState(SPEC)
  const { data: course } = useSuspenseQuery(api.query(showCourse, { params: { slug } })).data
  const { data, ...reading } = useQuery(api.query(showCourseManagers, { params: { courseId: course.id } }))
  const managers = data?.data.managers
  const unenroll = useUnenroll()
  const [isAdding, setAdding] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: [showCourseManagers.path] })
  const remove = async ({ enrollment_id: id }: Manager) => {
    if (id === null || !(await unenroll('manager', [id]))) return
    toast.success('The manager is removed from the course.')
    void refresh()
  }
  const add = can(session, 'users.create') && (
    <Button icon={IconPlus} aria-haspopup="dialog" onClick={() => setAdding(true)}>
      Assign managers
    </Button>
  )
  const mayRemove = can(session, 'users.delete')
  return (
    <>
      <ListScreen<Manager>
        label="Managers"
        address={address}
        result={{ ...reading, data: managers && { data: managers } }}
        toolbar={managers?.length ? add : undefined}
        searchLabel={null}
        rowKey={({ user }) => user.id}
        rowName={({ user }) => user.display_name}
        rowActions={
          mayRemove
            ? (manager) =>
                manager.enrollment_id === null
                  ? []
                  : [
                      {
                        label: 'Remove from the course',
                        icon: IconTrash,
                        isDanger: true,
                        run: () => void remove(manager),
                      },
                    ]
            : undefined
        }
        columns={[
          { key: 'user', title: 'Manager', role: 'main', cell: ({ user }) => <Person user={user} /> },
          { key: 'total', title: 'Credits', align: 'right', cell: ({ total }) => total },
          { key: 'remaining', title: 'Left', align: 'right', cell: ({ remaining }) => remaining },
          { key: 'used', title: 'Used', align: 'right', cell: ({ used }) => used },
          {
            key: 'enrollment_id',
            title: 'Part',
            role: 'secondary',
            cell: ({ enrollment_id: id }) => (id === null ? 'Holds credits only' : 'Manages the course'),
          },
        ]}
        empty={{
          title: 'No managers yet',
          text: 'Managers enroll their own people in this course and watch their progress.',
          action: add,
        }}
      />
      {isAdding && <AssignManagers course={course} onClose={() => setAdding(false)} onSaved={() => void refresh()} />}
    </>
  )
}

type AssignManagersProps = { course: { id: number; title: string }; onClose: () => void; onSaved: () => void }

function AssignManagers({ course, onClose, onSaved }: AssignManagersProps) {
  const api = useApi()
  const once = useOnce()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Assign managers"
      text={`To ${course.title}. They use no credit.`}
      saveLabel="Assign"
      savedText={false}
      defaults={{ user_ids: [] as string[] }}
      save={async (_, { user_ids: ids }) => {
        const body = { course_id: course.id, role_id: 'manager' as const, user_ids: ids.map(Number) }
        try {
          const { data } = await once(body, (options) => api.call(createEnrollments, { body }, options))
          tellEnrolled({ ...data, enrolled: [] })
          const count = data.enrolled.length
          if (count > 0) toast.success(count === 1 ? 'One manager is assigned.' : `${count} managers are assigned.`)
        } catch (error) {
          throw besideField(error, 'user_ids', REFUSALS)
        }
      }}
      onSaved={onSaved}
    >
      <Wide>
        <PeopleField name="user_ids" label="Managers" holds="manager" />
      </Wide>
    </FormDialog>
  )
}
