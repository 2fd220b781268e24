import { useState } from 'react'
import { besideField } from '#features/credits/web/public.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { NumberField } from '#ui/app/form/fields.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { ListSpec } from '#ui/app/list/list-state.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { Person } from '#ui/app/person.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { Button } from '#ui/public/parts/button.tsx'
import { takeCourseCredits } from '../../contract.ts'
import { type ManagedCourse, useCourse, useRefresh } from '../use-course.ts'

type Holder = ManagedCourse['handed_out'][number]

const SPEC: ListSpec = {}
const REFUSALS = ['amount', 'user_has_progress', 'max_value']

/** Who has credits of the course from the signed-in person, and taking back what is not used (CRD-020, CRD-022). */
export function TakeCreditsScreen({ slug }: { slug: string }) {
  const course = useCourse(slug)
  const address = useListState(SPEC)
  const [chosen, setChosen] = useState<Holder | null>(null)
  return (
    <>
      <ListScreen<Holder>
        label="Credits handed out"
        address={address}
        result={{
          data: { data: course.handed_out },
          error: null,
          isPending: false,
          isFetching: false,
          refetch: () => undefined,
        }}
        searchLabel={null}
        rowKey={({ user }) => user.id}
        rowName={({ user }) => user.display_name}
        columns={[
          { key: 'user', title: 'Person', role: 'main', cell: ({ user }) => <Person user={user} /> },
          { key: 'amount', title: 'Given', align: 'right', cell: ({ amount }) => amount },
          { key: 'used', title: 'Used', align: 'right', cell: ({ amount, takeable }) => amount - takeable },
          { key: 'takeable', title: 'Not used', align: 'right', cell: ({ takeable }) => takeable },
          {
            key: 'take',
            title: 'Take back',
            align: 'right',
            cell: (holder) => (
              <Button
                size="sm"
                variant="outline"
                disabled={holder.takeable === 0}
                aria-label={`Take back credits from ${holder.user.display_name}`}
                onClick={() => setChosen(holder)}
              >
                Take back
              </Button>
            ),
          },
        ]}
        empty={{
          title: 'No credits handed out',
          text: 'Credits you give to other managers will be listed here. You can take back what they have not used.',
        }}
      />
      {chosen && <TakeBack slug={slug} holder={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function TakeBack({ slug, holder, onClose }: { slug: string; holder: Holder; onClose: () => void }) {
  const api = useApi()
  const refresh = useRefresh()
  const once = useOnce()
  const { user, takeable } = holder
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      size="sm"
      title="Take credits back"
      text={`${user.display_name} has ${takeable} that ${takeable === 1 ? 'is' : 'are'} not used.`}
      saveLabel="Take back"
      savedText="The credits are back."
      defaults={{ amount: takeable as number | '' }}
      sendsUnchanged
      save={async (_, { amount }) => {
        const body = { user_id: user.id, amount: Number(amount) }
        try {
          await once(body, (options) => api.call(takeCourseCredits, { params: { slug }, body }, options))
        } catch (error) {
          throw besideField(error, 'amount', REFUSALS)
        }
      }}
      onSaved={() => void refresh()}
    >
      <NumberField name="amount" label="Credits" min={1} allowDecimal={false} clampBehavior="none" required />
    </FormDialog>
  )
}
