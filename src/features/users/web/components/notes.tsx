import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { TextAreaField } from '#ui/app/form/fields.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconPencil, IconPlus, IconTrash } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { createNote, deleteNote, type listNotes, updateNote } from '../../contract.ts'
import { NOTES_SPEC, personQueries } from '../queries.ts'
import styles from '../users.module.css'

type Note = Wire<typeof listNotes>['data'][number]

/** What those who look after the portal's people wrote down about somebody, who never sees it (USR-027, USR-041). */
export function Notes({ userId, mayWrite }: { userId: number; mayWrite: boolean }) {
  const api = useApi()
  const client = useQueryClient()
  const address = useListState(NOTES_SPEC)
  const query = personQueries(api).notes(userId, address.query)
  const result = useQuery({ ...query, placeholderData: keepPreviousData })
  // A note, or a new one, that is being written.
  const [written, setWritten] = useState<Note | 'new' | null>(null)
  const read = () => void client.invalidateQueries({ queryKey: query.queryKey })
  const remove = useCall(deleteNote, { onSuccess: read, onError: (error) => void toast.error(error) })
  const ask = async ({ id }: Note) => {
    if (await confirm('delete')) remove.mutate({ params: { id: userId, noteId: id } })
  }
  const write = mayWrite && (
    <Button variant="outline" icon={IconPlus} onClick={() => setWritten('new')}>
      Write a note
    </Button>
  )
  return (
    <div className={styles.part}>
      <h2>Notes</h2>
      <ListScreen<Note>
        label="Notes"
        address={address}
        result={result}
        rowKey={(note) => note.id}
        rowName={(note) => `the note of ${note.author.display_name}`}
        rowActions={(note) =>
          mayWrite
            ? [
                { label: 'Edit', icon: IconPencil, run: () => setWritten(note) },
                { label: 'Delete', icon: IconTrash, isDanger: true, run: () => void ask(note) },
              ]
            : []
        }
        searchLabel="Search notes"
        toolbar={write}
        columns={[
          {
            key: 'text',
            title: 'Note',
            role: 'main',
            cell: (note) => <span className={styles.note}>{note.text}</span>,
          },
          { key: 'author', title: 'By', cell: (note) => note.author.display_name },
          { key: 'updated_at', title: 'Changed', cell: (note) => <DateText value={note.updated_at} /> },
        ]}
        empty={{
          title: 'No notes yet',
          text: 'What colleagues should know about this person. The person never sees it.',
        }}
      />
      {written && (
        <FormDialog
          isOpen
          title={written === 'new' ? 'Write a note' : 'Edit the note'}
          onClose={() => setWritten(null)}
          defaults={{ text: '' }}
          record={written === 'new' ? null : written}
          save={(_, { text }, options) =>
            written === 'new'
              ? api.call(createNote, { params: { id: userId }, body: { text } })
              : api.call(updateNote, { params: { id: userId, noteId: written.id }, body: { text } }, options)
          }
          onSaved={read}
        >
          <Wide>
            <TextAreaField name="text" label="Note" required maxLength={5000} />
          </Wide>
        </FormDialog>
      )}
    </div>
  )
}
