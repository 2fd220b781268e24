import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { listMediaTags, showLibraryFile, updateLibraryFile } from '../../contract.ts'
import { LONGEST_ALT } from '../../rules/files.ts'
import { MediaTabs } from '../components/media-tabs.tsx'
import { UsesList } from '../components/uses-list.tsx'
import styles from '../media-library.module.css'
import { ALT_PATH, LIBRARY_PATH, type LibraryFile, readAgain, undescribedQuery } from '../queries.ts'

/** The pictures that nobody has described yet, one after the other by keyboard alone: type, Enter, next (UPL-052). */
export function AlternativeTextsScreen() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { data, error, isPending, isFetching, refetch } = useQuery(undescribedQuery(api))
  const [done, setDone] = useState<readonly number[]>([])
  const [skipped, setSkipped] = useState<readonly number[]>([])
  const waiting = (data?.data ?? []).filter(({ id }) => !done.includes(id))
  const current = waiting.find(({ id }) => !skipped.includes(id)) ?? waiting[0]
  const describe = async (file: LibraryFile, alt: string) => {
    setDone((ids) => [...ids, file.id])
    try {
      await api.call(updateLibraryFile, { params: { id: file.id }, body: { alt } })
      // The next pictures are fetched before the last one of these is done.
      if (waiting.length <= 4) await readAgain(queryClient)
      else
        for (const { path } of [listMediaTags, showLibraryFile])
          await queryClient.invalidateQueries({ queryKey: [path] })
    } catch (caught) {
      setDone((ids) => ids.filter((id) => id !== file.id))
      toast.error(caught)
    }
  }
  const skip = ({ id }: LibraryFile) =>
    setSkipped((ids) => (waiting.every((file) => file.id === id || ids.includes(file.id)) ? [id] : [...ids, id]))
  return (
    <>
      <PageHeader
        title="Alternative texts"
        text="Describe each picture in a sentence. People who do not see it hear your words, and search engines read them."
      />
      <MediaTabs current={ALT_PATH} />
      {isPending || (isFetching && !current) ? (
        <LoadingNote text="Loading pictures" />
      ) : error && !data ? (
        <CallFailure error={error} refetch={refetch} />
      ) : current ? (
        <OnePicture key={current.id} file={current} onDescribed={describe} onSkip={skip} />
      ) : (
        <EmptyState
          title="Every picture has an alternative text"
          text="New pictures appear here until somebody describes them."
          action={
            <LinkButton href={LIBRARY_PATH} variant="outline">
              Go to all files
            </LinkButton>
          }
        />
      )}
    </>
  )
}

type OneProps = {
  file: LibraryFile
  onDescribed: (file: LibraryFile, alt: string) => Promise<void>
  onSkip: (file: LibraryFile) => void
}

function OnePicture({ file, onDescribed, onSkip }: OneProps) {
  const id = useId()
  const [words, setWords] = useState('')
  const [isAsked, setAsked] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { data } = useQuery(useApi().query(showLibraryFile, { params: { id: file.id } }))
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (words.trim()) return void onDescribed(file, words.trim())
    setAsked(true)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    save()
  }
  return (
    <form className={styles.task} onSubmit={save}>
      <figure className={styles.whole}>
        <img src={file.url} alt="" />
        <figcaption>{file.name}</figcaption>
      </figure>
      <div className={styles.fields}>
        <label htmlFor={id}>Alternative text</label>
        <textarea
          ref={field}
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the screen is this one field, picture after picture
          autoFocus
          rows={3}
          maxLength={LONGEST_ALT}
          className={styles.words}
          value={words}
          aria-describedby={`${id}-help`}
          aria-invalid={isAsked && !words.trim()}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <p id={`${id}-help`} className={isAsked && !words.trim() ? styles.wrong : styles.quiet} role="status">
          {isAsked && !words.trim()
            ? 'Please type what the picture shows, or mark it as a decoration.'
            : 'Press Enter to save and go on to the next picture.'}
        </p>
        <div className={styles.actions}>
          <Button type="submit">Save and next</Button>
          <Button variant="outline" onClick={() => void onDescribed(file, '')}>
            Decoration only
          </Button>
          <Button variant="ghost" onClick={() => onSkip(file)}>
            Skip
          </Button>
        </div>
        <section aria-label="Where it is used">
          <h2>Where it is used</h2>
          {data && <UsesList uses={data.data.uses} />}
        </section>
      </div>
    </form>
  )
}
