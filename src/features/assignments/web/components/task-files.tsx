import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MediaPicker, useUploads } from '#features/media/web/public.ts'
import { urlOf } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatFileSize } from '#kernel/format.ts'
import { FileDrop } from '#ui/app/form/file-drop.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconFile, IconTrash } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { addAttachment, assignmentItems, removeAttachment } from '../../contract.ts'
import styles from '../assignments.module.css'

type Item = Wire<typeof assignmentItems.show>['data']
type Props = { course: { id: number; abilities: { update_content: boolean } }; item: Item }

/** The further files of a task: each is saved when it is added, and taken out at once (ASG-021, ASG-022). */
export function TaskFiles({ course, item }: Props) {
  const api = useApi()
  const client = useQueryClient()
  const [isPicking, setPicking] = useState(false)
  const { materials } = item.itemable
  const assignment = { assignmentId: item.itemable_id }
  const place = { courseId: course.id, id: item.id }
  const read = () => client.invalidateQueries({ queryKey: api.query(assignmentItems.show, { params: place }).queryKey })
  const onError = (error: unknown) => void toast.error(error)

  const address = `/api/v1${urlOf(addAttachment, { params: assignment })}`
  const uploads = useUploads<Wire<typeof addAttachment>['data']>(() => void read(), address)
  const add = useCall(assignmentItems.update, { onSuccess: read, onError })
  const uuids = materials.map((file) => file.uuid)
  const save = (material_uuids: string[]) => add.mutate({ params: place, body: { material_uuids } })
  const pick = ({ uuid }: { uuid: string }) => {
    if (!uuids.includes(uuid)) save([...uuids, uuid])
  }
  const remove = useCall(removeAttachment, {
    onSuccess: async (_, { params }) => {
      const name = materials.find((file) => file.id === params.id)?.name
      await read()
      // It stays in the library, so that it can come back.
      toast.success(`${name} was removed.`, { action: { label: 'Undo', run: () => save(uuids) } })
    },
    onError,
  })
  return (
    <div className={styles.taskFiles}>
      {materials.length > 0 && (
        <ul aria-label="Further files">
          {materials.map((file) => (
            <li key={file.id}>
              <IconFile size={18} />
              <span>
                {file.name} <small>{formatFileSize(file.size)}</small>
              </span>
              {course.abilities.update_content && (
                <IconButton
                  icon={IconTrash}
                  size="sm"
                  label={`Remove ${file.name}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ params: { ...assignment, id: file.id } })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {materials.length === 0 && !course.abilities.update_content && <p>No further files.</p>}
      {course.abilities.update_content && (
        <>
          <FileDrop
            label="Add files from your computer"
            isMultiple
            files={uploads.files}
            onFiles={uploads.add}
            onRemove={uploads.remove}
            onRetry={uploads.retry}
          />
          <Button variant="outline" size="sm" isLoading={add.isPending} onClick={() => setPicking(true)}>
            Choose from the library
          </Button>
          <MediaPicker isOpen={isPicking} onClose={() => setPicking(false)} onPick={pick} />
        </>
      )}
    </div>
  )
}
