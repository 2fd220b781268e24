import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { IconPencil, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { IconButton } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { sectionTemplates } from '../../contract-templates.ts'
import type { AnyBlock } from '../../rules/blocks.ts'
import { RenameTemplateDialog } from './rename-template-dialog.tsx'
import { isOfTemplates, type TemplateRow } from './template-queries.ts'
import styles from './templates.module.css'

const ON_PAGE = 12

type OwnTemplatesProps = {
  /** Kinds of blocks that the place does not take. */
  without: readonly string[]
  onAdd: (blocks: readonly AnyBlock[]) => void
}

/** The templates that the editors of the portal have saved: put on the page, renamed, deleted (PGB-062). */
export function OwnTemplates({ without, onAdd }: OwnTemplatesProps) {
  const api = useApi()
  const session = useSession()
  const client = useQueryClient()
  const [cursor, setCursor] = useState<string | undefined>()
  const [words, setWords] = useState('')
  const [search, setSearch] = useState('')
  const [renamed, setRenamed] = useState<TemplateRow | null>(null)
  const [opening, setOpening] = useState<number | null>(null)
  const { call: find } = useDebounced((text: string) => {
    setCursor(undefined)
    setSearch(text)
  }, 300)
  const query = { per_page: ON_PAGE, ...(search && { search }), ...(cursor !== undefined && { cursor }) }
  const result = useQuery({
    ...api.query(sectionTemplates.list, { query }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const remove = useCall(sectionTemplates.remove, {
    onSuccess: () => client.invalidateQueries({ predicate: isOfTemplates }),
    onError: (error) => void toast.error(error),
  })
  const add = async ({ id }: TemplateRow) => {
    setOpening(id)
    try {
      const { data } = await api.call(sectionTemplates.show, { params: { id } })
      onAdd(data.components as AnyBlock[])
    } catch (error) {
      toast.error(error)
    } finally {
      setOpening(null)
    }
  }
  const ask = async ({ id, title }: TemplateRow) => {
    const isSure = await confirm({
      title: `Delete “${title}”?`,
      text: 'Pages that were built with it keep their blocks.',
      yes: 'Delete',
    })
    if (isSure) remove.mutate({ params: { id } })
  }
  const { data: rows, meta } = result.data ?? {}
  const hasSearch = words !== '' || cursor !== undefined || Boolean(meta?.next_cursor)
  if (!rows || (rows.length === 0 && !hasSearch)) return null
  return (
    <section className={styles.own} aria-labelledby="own-templates">
      <h3 id="own-templates">Your templates</h3>
      {hasSearch && (
        <Field label="Search your templates">
          <Input
            type="search"
            value={words}
            onChange={(event) => {
              setWords(event.target.value)
              find(event.target.value.trim())
            }}
          />
        </Field>
      )}
      {rows.length === 0 && <p>No template with these words.</p>}
      <ul aria-busy={result.isFetching}>
        {rows.map((row) => {
          const isTaken = row.types.every((type) => !without.includes(type))
          return (
            <li key={row.id}>
              <button type="button" disabled={!isTaken || opening !== null} onClick={() => void add(row)}>
                <strong>{row.title}</strong>
                <span>
                  {isTaken ? (row.blocks_count === 1 ? '1 block' : `${row.blocks_count} blocks`) : 'Not possible here'}
                </span>
              </button>
              {can(session, 'site-content.update') && (
                <IconButton icon={IconPencil} size="sm" label={`Rename ${row.title}`} onClick={() => setRenamed(row)} />
              )}
              {can(session, 'site-content.delete') && (
                <IconButton icon={IconTrash} size="sm" label={`Delete ${row.title}`} onClick={() => void ask(row)} />
              )}
            </li>
          )
        })}
      </ul>
      <Pager meta={meta} isLoading={result.isFetching} onCursor={setCursor} />
      {renamed && <RenameTemplateDialog template={renamed} onClose={() => setRenamed(null)} />}
    </section>
  )
}
