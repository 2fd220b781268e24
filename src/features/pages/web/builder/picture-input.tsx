import { useContext, useState } from 'react'
import { PicturePicker } from '#features/media-library/web/public.ts'
import { TextField } from '#ui/app/form/fields.tsx'
import { useField, useFormWiring } from '#ui/app/form/form-context.ts'
import { PictureField } from '#ui/app/form/picture-field.tsx'
import type { TextPicture } from '#ui/app/rich-text/text-pictures.ts'
import { useCall, useSession } from '#ui/calls/api.tsx'
import { IconPhoto } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import styles from './builder.module.css'
import { BuilderPlaceContext } from './builder-place.ts'

type BlockPictureProps = { name: string; label: string; description?: string }

/** A picture of a block: uploaded, or the address of one. Where the block has a size, it gets that of the picture. */
export function BlockPictureField({ name, label, description }: BlockPictureProps) {
  const { value, onChange, isReadOnly } = useField<string | null>(name)
  const { form } = useFormWiring()
  const { calls, query } = useContext(BuilderPlaceContext)
  // Partners have no library of the portal to choose from.
  const mayChoose = can(useSession(), 'site-content.update') && !isReadOnly
  const [isChoosing, setChoosing] = useState(false)
  const take = (picture: { src: string; width: number | null; height: number | null }) => {
    onChange(picture.src)
    // Only the image block itself has a size; a slide is as large as all slides.
    if (name !== 'src') return
    for (const side of ['width', 'height'] as const)
      if (picture[side]) form.getInputProps(side).onChange(Math.min(picture[side], 4000))
  }
  const upload = useCall(calls.uploadPicture, {
    onSuccess: ({ data }) => take(data),
    onError: (error) => void toast.error(error.errors.file?.[0] ?? error),
  })
  // What was said of the picture in the library holds here, unless the block says something else.
  const altName = name.replace(/src$/, 'alt')
  const choose = async (load: () => Promise<TextPicture>) => {
    setChoosing(false)
    try {
      const picture = await load()
      take(picture)
      const alt = form.getInputProps(altName)
      if (altName !== name && picture.alt && !alt.value) alt.onChange(picture.alt)
    } catch (error) {
      toast.error(error)
    }
  }
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
      {mayChoose && (
        <Button variant="outline" size="sm" icon={IconPhoto} onClick={() => setChoosing(true)}>
          Choose from the library
        </Button>
      )}
      <TextField name={name} label="Address of the picture" maxLength={2082} />
      {isChoosing && <PicturePicker onPick={(_, load) => void choose(load)} onClose={() => setChoosing(false)} />}
    </div>
  )
}
