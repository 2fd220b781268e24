import { Group, Radio } from '@mantine/core'
import { useState } from 'react'
import { MaterialField } from '#features/media/web/public.ts'
import { coursePictures } from '#features/text-pictures/web/public.ts'
import { Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useFormWiring } from '#ui/app/form/form-context.ts'
import type { FormValues } from '#ui/app/form/use-record-form.ts'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { titleOfFile } from '../../rules/dropped-files.ts'
import type { ModuleItemType } from '../../rules/item-types.ts'
import { FILE_TYPES, hasCaptions } from '../../rules/item-types.ts'
import { CaptionsField } from './captions-field.tsx'

/** What an item of the type holds while it is new. */
export const moduleItemDefaults = (type: ModuleItemType): FormValues => ({
  title: '',
  ...(type === 'Text' ? { text: '' } : { media_uuid: '' }),
  ...(type === 'Video' && { video: '' }),
  ...(hasCaptions(type) && { captions: [] }),
})

const UNTITLED = 'Without a title, learners see “Module Text Info”.'

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
          <RichTextField name="text" label="Text" isRequired minRows={10} pictures={coursePictures} />
        </Wide>
      </>
    )
  // A new item is called as its file, until somebody knows better.
  const nameAfter = ({ name }: { name: string }) => {
    if (form.getValues()['title'] === '') form.setFieldValue('title', titleOfFile(name))
  }
  const captions = hasCaptions(type) && (
    <Wide>
      <CaptionsField name="captions" />
    </Wide>
  )
  if (type === 'Video')
    return (
      <>
        {title}
        <VideoSource current={current} onPicked={nameAfter} />
        {captions}
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
          onPicked={nameAfter}
        />
      </Wide>
      {title}
      {captions}
    </>
  )
}

type VideoSourceProps = Pick<Fields, 'current'> & { onPicked: (file: { name: string }) => void }

/** What a video is: a link or a file of the library; choosing one takes the other out (BLD-074). */
function VideoSource({ current, onPicked }: VideoSourceProps) {
  const { form, isReadOnly } = useFormWiring()
  const { media_uuid: uuid, video } = form.getValues()
  const [chosen, setChosen] = useState<'link' | 'file' | null>(null)
  const source = uuid ? 'file' : video ? 'link' : (chosen ?? 'link')
  const choose = (next: 'link' | 'file') => {
    setChosen(next)
    if (next === 'file' && video) form.setFieldValue('video', '')
    if (next === 'link' && uuid) form.setFieldValue('media_uuid', '')
  }
  return (
    <>
      <Wide>
        <Radio.Group label="The video is" value={source} onChange={(next) => choose(next as 'link' | 'file')}>
          <Group mt={4}>
            <Radio value="link" label="On YouTube or Vimeo" disabled={isReadOnly} />
            <Radio value="file" label="A video file" disabled={isReadOnly} />
          </Group>
        </Radio.Group>
      </Wide>
      <Wide>
        {source === 'link' ? (
          <TextField
            name="video"
            label="Link of the video"
            description="Copy it from YouTube or Vimeo."
            inputMode="url"
            required
          />
        ) : (
          <MaterialField
            name="media_uuid"
            label="File"
            description="An MP4 or WebM file from the materials library."
            types={FILE_TYPES.Video ?? []}
            current={current ?? null}
            isRequired
            onPicked={onPicked}
          />
        )}
      </Wide>
    </>
  )
}
