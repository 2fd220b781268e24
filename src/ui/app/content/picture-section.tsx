import type { ApiError } from '#kernel/client.ts'
import type { PictureCall } from '#kernel/content.ts'
import { SEO_EXTENSIONS, type UploadRule } from '#kernel/uploads/uploads.ts'
import { useCall } from '../../calls/use-call.ts'
import { toast } from '../../public/dialogs/toasts.tsx'
import { FormSection, Wide } from '../form/detail-form.tsx'
import { PictureField } from '../form/picture-field.tsx'

/** A picture of a record: its column, what it is called, and where it is seen. */
export type ContentPicture = { name: string; label: string; text: string; rule: UploadRule }

/** The picture by which pages are shared (UPL-014). */
export const SHARE_PICTURE: ContentPicture = {
  name: 'seo_image',
  label: 'Share picture',
  text: 'Where the page is shared, 1,200 by 630 pixels.',
  rule: { extensions: SEO_EXTENSIONS },
}

type PictureSectionProps = {
  pictures: readonly ContentPicture[]
  /** The kind's calls, of which each picture has two. */
  calls: Readonly<Record<string, PictureCall>>
  query: Record<string, unknown>
  /** Null for a record that is not saved yet. */
  record: { id: number } | null
  name: string
  isDisabled: boolean
  onChanged: () => unknown
}

/** The pictures of a record; each is saved as soon as it is chosen. */
export function PictureSection({ pictures, record, ...rest }: PictureSectionProps) {
  return (
    <FormSection title="Pictures" text={record ? 'Each is saved as soon as you choose it.' : undefined}>
      {record ? (
        pictures.map((picture) => <RecordPicture key={picture.name} picture={picture} record={record} {...rest} />)
      ) : (
        <Wide>
          <p>Save first, then add pictures here.</p>
        </Wide>
      )}
    </FormSection>
  )
}

type RecordPictureProps = Omit<PictureSectionProps, 'pictures' | 'record'> & {
  picture: ContentPicture
  record: { id: number }
}

function RecordPicture({ picture, calls, query, record, name, isDisabled, onChanged }: RecordPictureProps) {
  const handlers = {
    onSuccess: onChanged,
    onError: (error: ApiError) => void toast.error(error.errors.file?.[0] ?? error),
  }
  const upload = useCall(calls[`upload_${picture.name}`] as PictureCall, handlers)
  const remove = useCall(calls[`remove_${picture.name}`] as PictureCall, handlers)
  const at = { params: { id: record.id }, query }
  const send = (file: File) => {
    const form = new FormData()
    form.append('file', file)
    upload.mutate({ ...at, options: { files: form } })
  }
  return (
    <PictureField
      label={picture.label}
      description={picture.text}
      src={(record as unknown as Record<string, string | null>)[picture.name] ?? null}
      alt={`${picture.label} of ${name}`}
      rule={picture.rule}
      isDisabled={isDisabled}
      isUploading={upload.isPending}
      isRemoving={remove.isPending}
      onFile={send}
      onChoose={(id) => upload.mutate({ ...at, body: { library_id: id } })}
      onRemove={() => remove.mutate(at)}
    />
  )
}
