import { useRef } from 'react'
import type { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { acceptAttribute, checkUploads } from '#kernel/uploads.ts'
import { useCall } from '#ui/api.tsx'
import { FormSection, Wide } from '#ui/app/detail-form.tsx'
import { IconTrash, IconUpload } from '#ui/icons.tsx'
import { Avatar } from '#ui/public/avatar.tsx'
import { Button } from '#ui/public/button.tsx'
import { toast } from '#ui/public/toasts.tsx'
import { removeAvatar, uploadAvatar } from '../../contract.ts'
import styles from '../accounts.module.css'

const RULE = { types: ['img'] } as const
type Person = Wire<typeof uploadAvatar>['data']

/** The own picture: shown, replaced, taken away (USR-005, USR-026). */
export function AvatarSection({ person, onChange }: { person: Person; onChange: (person: Person) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const handlers = {
    onSuccess: ({ data }: { data: Person }) => onChange(data),
    onError: (error: ApiError) => void toast.error(error),
  }
  const upload = useCall(uploadAvatar, handlers)
  const remove = useCall(removeAvatar, handlers)
  const params = { id: person.id }
  const send = (file: File) => {
    const { shown } = checkUploads([{ name: file.name, size: file.size }], RULE)
    if (shown[0]) return void toast.error(shown[0].message)
    const form = new FormData()
    form.append('_method', 'PUT')
    form.append('avatar', file)
    upload.mutate({ params, body: {}, options: { files: form } })
  }
  return (
    <FormSection title="Picture" text="Seen beside your name by those who learn, teach and work with you.">
      <Wide>
        <div className={styles.avatar}>
          <Avatar name={person.display_name} src={person.avatar} size="lg" />
          <div className={styles.avatarActions}>
            <Button
              variant="outline"
              icon={IconUpload}
              isLoading={upload.isPending}
              onClick={() => input.current?.click()}
            >
              {person.avatar ? 'Replace the picture' : 'Upload a picture'}
            </Button>
            {person.avatar && (
              <Button
                variant="ghost"
                icon={IconTrash}
                isLoading={remove.isPending}
                onClick={() => remove.mutate({ params })}
              >
                Remove
              </Button>
            )}
            <input
              ref={input}
              type="file"
              hidden
              aria-label="Picture"
              accept={acceptAttribute(RULE)}
              onChange={(event) => {
                const file = event.currentTarget.files?.[0]
                if (file) send(file)
                event.currentTarget.value = ''
              }}
            />
          </div>
        </div>
      </Wide>
    </FormSection>
  )
}
