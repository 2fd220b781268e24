import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { createQuestionPool, listQuestionPools } from '../../contract.ts'
import { poolQueries } from '../queries.ts'

/** The title of a new pool; its questions follow on its own page (QPL-010). */
export function CreatePoolScreen() {
  const api = useApi()
  const router = useRouter()
  const client = useQueryClient()
  return (
    <DetailForm
      title="New question pool"
      crumbs={[{ label: 'Question pools', href: '/question-pools' }, { label: 'New question pool' }]}
      defaults={{ title: '' }}
      keepAs="new question pool"
      saveLabel="Create and add questions"
      save={(_, { title }) => api.call(createQuestionPool, { body: { title } })}
      onSaved={(answer) => {
        const pool = answer as Wire<typeof createQuestionPool>
        client.setQueryData(poolQueries(api).one(pool.data.id).queryKey, pool as never)
        void client.invalidateQueries({ queryKey: [listQuestionPools.path] })
        void router.navigate({ href: `/question-pools/${pool.data.id}` })
      }}
    >
      <FormSection title="Pool" text="Authors find the pool by its title; learners never see it.">
        <Wide>
          <TextField name="title" label="Title" maxLength={200} required data-autofocus />
        </Wide>
      </FormSection>
    </DetailForm>
  )
}
