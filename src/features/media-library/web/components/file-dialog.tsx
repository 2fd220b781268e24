import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { formatFileSize } from '#kernel/format.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { CheckboxField, TagsField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconExternalLink, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { deleteLibraryFile, showLibraryFile, updateLibraryFile } from '../../contract.ts'
import { inUseText, LONGEST_ALT, LONGEST_TAG, MOST_TAGS } from '../../rules/files.ts'
import styles from '../media-library.module.css'
import type { LibraryFileDetail } from '../queries.ts'
import { FilePicture, typeName } from './file-picture.tsx'
import { UsesList } from './uses-list.tsx'

type Props = { id: number; tags: readonly string[]; onClose: () => void; onChanged: () => void }

/** A file of the library: what it is, what it shows, and where it is used (UPL-051). */
export function FileDialog(props: Props) {
  const { data, error, refetch } = useQuery(useApi().query(showLibraryFile, { params: { id: props.id } }))
  if (data) return <OpenFile key={data.data.id} {...props} file={data.data} />
  return (
    <Dialog isOpen onClose={props.onClose} title="File" size="xl">
      {error ? <CallFailure error={error} refetch={refetch} /> : <LoadingNote text="Loading the file" />}
    </Dialog>
  )
}

const DEFAULTS = { name: '', alt: '', is_decorative: false, tags: [] as string[] }

function OpenFile({ file, tags, onClose, onChanged }: Props & { file: LibraryFileDetail }) {
  const api = useApi()
  const session = useSession()
  const isPicture = file.type === 'img'
  const record = { ...file, alt: file.alt ?? '', is_decorative: file.alt === '' }
  const remove = useCall(deleteLibraryFile, {
    onSuccess: () => {
      toast.success(`${file.name} is deleted.`)
      onChanged()
      onClose()
    },
    onError: (error) => void toast.error(error),
  })
  const ask = async () => {
    if (file.uses.length > 0) return void toast.error(inUseText(file.uses))
    if (await confirm('delete')) remove.mutate({ params: { id: file.id } })
  }
  return (
    <FormDialog<typeof DEFAULTS>
      isOpen
      size="xl"
      title={file.name}
      defaults={DEFAULTS}
      record={record}
      schema={updateLibraryFile.body}
      save={(_, { name, alt, is_decorative, tags: chosen }, options): Promise<Wire<typeof updateLibraryFile>> =>
        api.call(
          updateLibraryFile,
          {
            params: { id: file.id },
            body: { name, tags: chosen, ...(isPicture && { alt: is_decorative ? '' : alt.trim() || null }) },
          },
          options,
        )
      }
      onClose={onClose}
      onSaved={onChanged}
    >
      {({ values }) => (
        <div className={styles.columns}>
          <div className={styles.side}>
            {isPicture ? <WholePicture file={file} /> : <FilePicture file={file} />}
            <Facts file={file} />
            <div className={styles.actions}>
              <LinkButton
                href={file.url}
                target="_blank"
                rel="noreferrer"
                variant="outline"
                size="sm"
                icon={IconExternalLink}
              >
                Open
              </LinkButton>
              {can(session, 'site-content.delete') && (
                <Button variant="danger-outline" size="sm" icon={IconTrash} onClick={() => void ask()}>
                  Delete
                </Button>
              )}
            </div>
          </div>
          <div className={styles.fields}>
            <TextField name="name" label="Name" required maxLength={255} />
            {isPicture && (
              <>
                <TextAreaField
                  name="alt"
                  label="Alternative text"
                  description="What the picture shows, in a sentence, for people who do not see it."
                  maxLength={LONGEST_ALT}
                  autosize
                  disabled={values.is_decorative}
                />
                <CheckboxField name="is_decorative" label="Decoration only: screen readers skip it" />
              </>
            )}
            <TagsField
              name="tags"
              label="Tags"
              description="Press Enter after each tag."
              data={[...tags]}
              splitChars={[',', ';', '\n']}
              maxLength={LONGEST_TAG}
              maxTags={MOST_TAGS}
            />
            <section aria-label="Where it is used">
              <h3>Where it is used</h3>
              <UsesList uses={file.uses} />
            </section>
          </div>
        </div>
      )}
    </FormDialog>
  )
}

/** The picture itself, which tells its own measures once it is there. */
function WholePicture({ file }: { file: LibraryFileDetail }) {
  const [measures, setMeasures] = useState('')
  return (
    <figure className={styles.whole}>
      <img
        src={file.url}
        alt={file.alt ?? ''}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setMeasures(`${naturalWidth} × ${naturalHeight} pixels`)
        }
      />
      <figcaption>{measures}</figcaption>
    </figure>
  )
}

function Facts({ file }: { file: LibraryFileDetail }) {
  return (
    <dl className={styles.list}>
      <dt>Kind</dt>
      <dd>
        {typeName(file.type)}, {formatFileSize(file.size)}
      </dd>
      <dt>Added</dt>
      <dd>
        <DateText value={file.created_at} />
        {file.created_by && `, ${file.created_by}`}
      </dd>
    </dl>
  )
}
