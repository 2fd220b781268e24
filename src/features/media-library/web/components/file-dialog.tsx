import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { formatFileSize } from '#kernel/format.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { CheckboxField, TagsField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconExternalLink, IconRefresh, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { deleteLibraryFile, putFileBack, showLibraryFile, updateLibraryFile } from '../../contract.ts'
import { inUseText, LONGEST_ALT, LONGEST_TAG, MOST_TAGS } from '../../rules/files.ts'
import styles from '../media-library.module.css'
import type { LibraryFileDetail } from '../queries.ts'
import { FilePicture, typeName } from './file-picture.tsx'
import { UsesList } from './uses-list.tsx'

type Props = {
  id: number
  tags: readonly string[]
  onClose: () => void
  onChanged: () => void
  /** Another file stands in its place now. */
  onReplaced: (id: number) => void
}

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

const ReplaceDialog = lazy(() => import('./replace-dialog.tsx').then((file) => ({ default: file.ReplaceDialog })))

const DEFAULTS = { name: '', alt: '', is_decorative: false, tags: [] as string[] }

function OpenFile({ file, tags, onClose, onChanged, onReplaced }: Props & { file: LibraryFileDetail }) {
  const api = useApi()
  const session = useSession()
  const isPicture = file.type === 'img'
  const [isReplacing, setReplacing] = useState(false)
  const mayUpdate = can(session, 'site-content.update')
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
              {mayUpdate && file.type !== 'video' && (
                <Button variant="outline" size="sm" icon={IconRefresh} onClick={() => setReplacing(true)}>
                  Replace everywhere
                </Button>
              )}
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
              {file.type === 'video' && (
                <p className={styles.quiet}>
                  Replace a video in the course item that shows it. Its captions, and where learners are in it, belong
                  to this video.
                </p>
              )}
            </section>
            {file.former.length > 0 && <FormerFiles file={file} mayUpdate={mayUpdate} onReplaced={onReplaced} />}
          </div>
          {isReplacing && (
            <Suspense>
              <ReplaceDialog file={file} onClose={() => setReplacing(false)} onReplaced={onReplaced} />
            </Suspense>
          )}
        </div>
      )}
    </FormDialog>
  )
}

type FormerProps = { file: LibraryFileDetail; mayUpdate: boolean; onReplaced: (id: number) => void }

/** The files that this one took the place of, each of which can be put back. */
function FormerFiles({ file, mayUpdate, onReplaced }: FormerProps) {
  const back = useCall(putFileBack, {
    onSuccess: ({ data }) => {
      toast.success(`${data.name} is back in its place.`)
      onReplaced(data.id)
    },
    onError: (error) => void toast.error(error),
  })
  const ask = async (former: LibraryFileDetail['former'][number]) => {
    const question = {
      title: `Put ${former.name} back?`,
      text: `It takes the place of ${file.name} everywhere. You can change them back at any time.`,
      yes: 'Put back',
    }
    if (await confirm(question)) back.mutate({ params: { id: file.id, former_id: former.id } })
  }
  return (
    <section aria-label="Former files">
      <h3>Former files</h3>
      <ul className={styles.former}>
        {file.former.map((former) => (
          <li key={former.id}>
            <FilePicture file={{ type: file.type, preview: former.preview }} />
            <span>
              {former.name}
              <span className={styles.quiet}>
                {formatFileSize(former.size)}, added <DateText value={former.created_at} />
              </span>
            </span>
            {mayUpdate && (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Put back ${former.name}`}
                isLoading={back.isPending}
                onClick={() => void ask(former)}
              >
                Put back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
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
