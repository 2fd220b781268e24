import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { SwitchField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { updateCourseCallbacks } from '../../contract.ts'
import { courseCallbacksQuery } from '../queries.ts'

type Values = { on: Record<string, boolean> }
const keyOf = (id: number) => `callback_${id}`

/** Which of the portal's callbacks are called about a course (BLD-036). */
export function CourseCallbacksScreen({ slug }: { slug: string }) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const query = courseCallbacksQuery(api, slug)
  const answer = useSuspenseQuery(query).data
  const own = answer.data.filter((callback) => !callback.is_for_all_courses)
  const general = answer.data.filter((callback) => callback.is_for_all_courses)
  const record = useMemo(
    () => ({
      on: Object.fromEntries(answer.data.map(({ id, is_used: isUsed }) => [keyOf(id), isUsed])),
      ...versioned(answer),
    }),
    [answer],
  )
  const defaults = useMemo(
    () => ({ on: Object.fromEntries(answer.data.map(({ id }) => [keyOf(id), false])) }),
    [answer],
  )
  if (answer.data.length === 0)
    return (
      <EmptyState
        title="No callbacks yet"
        text="A callback sends events of this course to one of your systems. Callbacks belong to the portal."
        action={<LinkButton href="/admin/callbacks">Open callbacks</LinkButton>}
      />
    )
  return (
    <DetailForm<Values>
      defaults={defaults}
      record={record}
      isReadOnly={!can(session, 'callbacks.update') || own.length === 0}
      save={(_, values, options) => {
        const callback_ids = own.filter(({ id }) => values.on[keyOf(id)]).map(({ id }) => id)
        return api.call(updateCourseCallbacks, { params: { slug }, body: { callback_ids } }, options)
      }}
      onSaved={(saved) => client.setQueryData(query.queryKey, saved as never)}
    >
      {own.length > 0 && (
        <FormSection title="Callbacks for chosen courses" text="Turn on the ones that get events of this course.">
          {own.map((callback) => (
            <Wide key={callback.id}>
              <SwitchField
                name={`on.${keyOf(callback.id)}`}
                label={callback.name}
                description={callback.is_active ? callback.url : `${callback.url} (sends nothing at the moment)`}
              />
            </Wide>
          ))}
        </FormSection>
      )}
      {general.length > 0 && (
        <FormSection title="Callbacks for all courses" text="These get events of this course too.">
          <Wide>
            <ul>
              {general.map((callback) => (
                <li key={callback.id}>
                  <Anchor href={`/admin/callbacks/${callback.id}`}>{callback.name}</Anchor>
                  {!callback.is_active && ' (sends nothing at the moment)'}
                </li>
              ))}
            </ul>
          </Wide>
        </FormSection>
      )}
    </DetailForm>
  )
}
