import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PersonField } from '#features/accounts/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { ListSpec } from '#ui/app/list/list-state.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { Person } from '#ui/app/person.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconPlus, IconStar, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import * as contract from '../../contract.ts'

type Instructor = Wire<typeof contract.listInstructors>['data'][number]

const SPEC: ListSpec = {}

/** Who teaches a course: added, removed, and one of them made primary (BLD-021). */
export function CourseInstructorsScreen({ slug }: { slug: string }) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const address = useListState(SPEC)
  const query = api.query(contract.listInstructors, { params: { slug } })
  const result = useQuery(query)
  const [isAdding, setAdding] = useState(false)
  const mayEdit = can(session, 'courses.update')
  const show = (answer: unknown, text: string) => {
    client.setQueryData(query.queryKey, answer as never)
    void client.invalidateQueries({ queryKey: [contract.showCourse.path] })
    toast.success(text)
  }
  const onError = (error: { errors: Record<string, string[]> }) =>
    // A published course keeps one; the list has no field to say so at.
    void toast.error(
      error.errors.instructors ? 'A published course needs an instructor. Add another one first.' : error,
    )
  const remove = useCall(contract.removeInstructor, {
    onSuccess: (answer) => show(answer, 'The instructor is removed.'),
    onError,
  })
  const makePrimary = useCall(contract.makePrimaryInstructor, {
    onSuccess: (answer) => show(answer, 'The primary instructor is changed.'),
    onError,
  })
  const askRemove = async ({ id, display_name: name }: Instructor) => {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      text: 'They no longer teach this course or grade in it. What they graded stays.',
      yes: 'Remove',
      isDanger: true,
    })
    if (isSure) remove.mutate({ params: { slug, userId: id } })
  }
  const add = mayEdit && (
    <Button icon={IconPlus} aria-haspopup="dialog" onClick={() => setAdding(true)}>
      Add an instructor
    </Button>
  )
  return (
    <>
      <ListScreen<Instructor>
        label="Instructors"
        address={address}
        result={result}
        toolbar={result.data?.data.length ? add : undefined}
        searchLabel={null}
        rowKey={({ id }) => id}
        rowName={(person) => person.display_name}
        rowActions={
          mayEdit
            ? (person) => [
                ...(person.is_primary
                  ? []
                  : [
                      {
                        label: 'Make primary',
                        icon: IconStar,
                        run: () => makePrimary.mutate({ params: { slug, userId: person.id } }),
                      },
                    ]),
                { label: 'Remove', icon: IconTrash, isDanger: true, run: () => void askRemove(person) },
              ]
            : undefined
        }
        columns={[
          { key: 'name', title: 'Instructor', role: 'main', cell: (person) => <Person user={person} /> },
          {
            key: 'is_primary',
            title: 'Part',
            cell: (person) => (person.is_primary ? <Badge tone="info">Primary</Badge> : 'Instructor'),
          },
        ]}
        empty={{
          title: 'No instructor yet',
          text: 'Instructors teach, answer and grade. A course needs one before you can publish it.',
          action: add,
        }}
      />
      {isAdding && (
        <FormDialog
          isOpen
          onClose={() => setAdding(false)}
          title="Add an instructor"
          text="The first one is the primary instructor, whom buyers see first."
          saveLabel="Add"
          savedText={false}
          defaults={{ user_id: '' }}
          save={(_, { user_id: id }) =>
            api.call(contract.addInstructor, {
              params: { slug },
              body: { user_id: id ? Number(id) : (undefined as never) },
            })
          }
          onSaved={(answer) => show(answer, 'The instructor is added.')}
        >
          <Wide>
            <PersonField name="user_id" label="Instructor" holds="instructor" required />
          </Wide>
        </FormDialog>
      )}
    </>
  )
}
