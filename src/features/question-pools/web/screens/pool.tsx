import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { TextField } from '#ui/app/form/fields.tsx'
import { ActionsMenu } from '#ui/app/list/list-table.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconDownload, IconPencil, IconTrash, IconUpload } from '#ui/icons.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { listQuestionPools, updateQuestionPool } from '../../contract.ts'
import { Questions } from '../components/questions.tsx'
import { poolQueries } from '../queries.ts'
import { useDeletePool } from '../use-delete-pool.ts'

/** The formats of a saved pool, as authors know them (QPL-020). */
const EXPORTS = [
  { format: 'csv', label: 'Spreadsheet (CSV)' },
  { format: 'gift', label: 'GIFT' },
  { format: 'qti', label: 'QTI 2.1 package' },
]

/** A pool with its questions in order, read-only for people who may not change it (QPL-001, QPL-003, QPL-013). */
export function PoolScreen({ id }: { id: number }) {
  const api = useApi()
  const router = useRouter()
  const client = useQueryClient()
  const query = poolQueries(api).one(id)
  const { data: pool } = useSuspenseQuery(query).data
  const remove = useDeletePool()
  const [isRenaming, setRenaming] = useState(false)
  const leave = async () => {
    if (await remove(pool)) await router.navigate({ href: '/question-pools' })
  }
  return (
    <>
      <PageHeader
        title={pool.title}
        badge={<Badge>{pool.questions_count === 1 ? '1 question' : `${pool.questions_count} questions`}</Badge>}
        text={pool.abilities.update ? undefined : 'You can read this pool. Only its author can change it.'}
        crumbs={[{ label: 'Question pools', href: '/question-pools' }, { label: pool.title }]}
        actions={
          <>
            {pool.abilities.update && (
              <LinkButton variant="outline" icon={IconUpload} href={`/question-pools/${id}/import`}>
                Import questions
              </LinkButton>
            )}
            {pool.questions_count > 0 && (
              <ActionsMenu
                label="Export"
                button={{ icon: IconDownload }}
                actions={EXPORTS.map(({ format, label }) => ({
                  label,
                  href: `/api/v1/question-pools/${id}/export?format=${format}`,
                }))}
              />
            )}
            {pool.abilities.update && (
              <Button variant="outline" icon={IconPencil} onClick={() => setRenaming(true)}>
                Rename
              </Button>
            )}
            {pool.abilities.delete && (
              <Button variant="danger-outline" icon={IconTrash} onClick={() => void leave()}>
                Delete pool
              </Button>
            )}
          </>
        }
      />
      <Questions pool={pool} />
      <FormDialog
        isOpen={isRenaming}
        onClose={() => setRenaming(false)}
        title="Rename the question pool"
        size="sm"
        keepAs={`question pool ${id}`}
        defaults={{ title: '' }}
        record={{ title: pool.title, ...versioned(pool) }}
        save={(_, { title }, options) => api.call(updateQuestionPool, { params: { id }, body: { title } }, options)}
        onSaved={(answer) => {
          client.setQueryData(query.queryKey, answer as never)
          void client.invalidateQueries({ queryKey: [listQuestionPools.path] })
        }}
      >
        <TextField name="title" label="Title" maxLength={200} required />
      </FormDialog>
    </>
  )
}
