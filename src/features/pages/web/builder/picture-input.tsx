import { useContext } from 'react'
import { TextField } from '#ui/app/form/fields.tsx'
import { useField, useFormWiring } from '#ui/app/form/form-context.ts'
import { PictureField } from '#ui/app/form/picture-field.tsx'
import { useCall } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import styles from './builder.module.css'
import { BuilderPlaceContext } from './builder-place.ts'

type BlockPictureProps = { name: string; label: string; description?: string }

/** A picture of a block: uploaded, or the address of one. Where the block has a size, it gets that of the picture. */
export function BlockPictureField({ name, label, description }: BlockPictureProps) {
  const { value, onChange, isReadOnly } = useField<string | null>(name)
  const { form } = useFormWiring()
  const { calls, query } = useContext(BuilderPlaceContext)
  const upload = useCall(calls.uploadPicture, {
    onSuccess: ({ data }) => {
      onChange(data.src)
      // Only the image block itself has a size; a slide is as large as all slides.
      if (name !== 'src') return
      for (const side of ['width', 'height'] as const)
        if (data[side]) form.getInputProps(side).onChange(Math.min(data[side], 4000))
    },
    onError: (error) => void toast.error(error.errors.file?.[0] ?? error),
  })
  const send = (file: File) => {
    const files = new FormData()
    files.append('file', file)
    upload.mutate({ ...(query && { query }), options: { files } } as never)
  }
  return (
    <div className={styles.stack}>
      <PictureField
        label={label}
        {...(description && { description })}
        src={value || null}
        alt=""
        rule={{ types: ['img'] }}
        isDisabled={isReadOnly}
        isUploading={upload.isPending}
        isRemoving={false}
        onFile={send}
        onRemove={() => onChange('')}
      />
      <TextField name={name} label="Address of the picture" maxLength={2082} />
    </div>
  )
}
