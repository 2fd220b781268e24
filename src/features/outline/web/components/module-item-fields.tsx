import { MaterialField } from '#features/media/web/public.ts'
import { Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useFormWiring } from '#ui/app/form/form-context.ts'
import type { FormValues } from '#ui/app/form/use-record-form.ts'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import type { ModuleItemType } from '../../rules/item-types.ts'
import { FILE_TYPES } from '../../rules/item-types.ts'

/** What an item of the type holds while it is new. */
export const moduleItemDefaults = (type: ModuleItemType): FormValues => ({
  title: '',
  ...(type === 'Text' ? { text: '' } : type === 'Video' ? { video: '' } : { media_uuid: '' }),
})

const UNTITLED = 'Without a title, learners see “Module Text Info”.'
/** How a file is called by people: without its ending and the hyphens of addresses. */
const nameOf = (file: string) => file.replace(/\.[^.]+$/, '').replaceAll(/[-_]+/g, ' ')

type Fields = { type: ModuleItemType; current?: { uuid: string; name: string } | null }

/** The fields of one type of module item (BLD-017, BLD-018). */
export function ModuleItemFields({ type, current }: Fields) {
  const { form } = useFormWiring()
  const title = (
    <Wide>
      <TextField
        name="title"
        label="Title"
        maxLength={200}
        required={type !== 'Text'}
        description={type === 'Text' ? UNTITLED : undefined}
      />
    </Wide>
  )
  if (type === 'Text')
    return (
      <>
        {title}
        <Wide>
          <RichTextField name="text" label="Text" isRequired minRows={10} />
        </Wide>
      </>
    )
  if (type === 'Video')
    return (
      <>
        {title}
        <Wide>
          <TextField
            name="video"
            label="Link of the video"
            description="Copy it from YouTube or Vimeo."
            inputMode="url"
            required
          />
        </Wide>
      </>
    )
  return (
    <>
      <Wide>
        <MaterialField
          name="media_uuid"
          label="File"
          description={
            type === 'Audio'
              ? 'An MP3 file from the materials library.'
              : 'A document or PDF from the materials library.'
          }
          types={FILE_TYPES[type]}
          current={current}
          isRequired
          onPicked={({ name }) => {
            // A new item is called as its file, until somebody knows better.
            if (form.getValues()['title'] === '') form.setFieldValue('title', nameOf(name))
          }}
        />
      </Wide>
      {title}
    </>
  )
}
