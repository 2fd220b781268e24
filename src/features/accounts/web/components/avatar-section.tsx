import type { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { FileButtons } from '#ui/app/form/file-buttons.tsx'
import { useCall } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Avatar } from '#ui/public/parts/avatar.tsx'
import { removeAvatar, uploadAvatar } from '../../contract.ts'
import styles from '../accounts.module.css'

const RULE = { types: ['img'] } as const
type Person = Wire<typeof uploadAvatar>['data']

const OWN_TEXT = 'Shown next to your name to the people you learn, teach and work with.'
type AvatarSectionProps = { person: Person; text?: string; onChange: (person: Person) => void }

/** A person's picture: shown, replaced, taken away (USR-005, USR-026). */
export function AvatarSection({ person, text = OWN_TEXT, onChange }: AvatarSectionProps) {
  const handlers = {
    onSuccess: ({ data }: { data: Person }) => onChange(data),
    onError: (error: ApiError) => void toast.error(error),
  }
  const upload = useCall(uploadAvatar, handlers)
  const remove = useCall(removeAvatar, handlers)
  const params = { id: person.id }
  const send = (file: File) => {
    const form = new FormData()
    form.append('_method', 'PUT')
    form.append('avatar', file)
    upload.mutate({ params, body: {}, options: { files: form } })
  }
  return (
    <FormSection title="Picture" text={text}>
      <Wide>
        <div className={styles.avatar}>
          <Avatar name={person.display_name} src={person.avatar} size="lg" />
          <div className={styles.avatarActions}>
            <FileButtons
              label="Picture"
              words={{ upload: 'Upload a picture', replace: 'Replace the picture', remove: 'Remove' }}
              rule={RULE}
              hasFile={person.avatar !== null}
              isUploading={upload.isPending}
              isRemoving={remove.isPending}
              onFile={send}
              onRemove={() => remove.mutate({ params })}
            />
          </div>
        </div>
      </Wide>
    </FormSection>
  )
}
