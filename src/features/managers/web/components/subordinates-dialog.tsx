import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Person, TitleWithNote } from '#ui/app/person.tsx'
import { ProgressCell } from '#ui/app/progress.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { LoadingNote, SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { listManagerUsers, listPeopleOfManager } from '../../contract.ts'
import styles from '../managers.module.css'

type SubordinatesDialogProps = {
  /** Whose people; the own ones if left out. */
  manager?: { id: number; display_name: string }
  onClose: () => void
}

/** The people of a manager with their courses, progress and certificates (MGR-003, MGR-010, MGR-032). */
export function SubordinatesDialog({ manager, onClose }: SubordinatesDialogProps) {
  const api = useApi()
  const [typed, setTyped] = useState('')
  const [cursor, setCursor] = useState<string | undefined>()
  const search = useDeferredValue(typed.trim())
  const query = { per_page: 10, ...(search && { search }), ...(cursor && { cursor }) }
  const own = useQuery({
    ...api.query(listManagerUsers, { query }),
    placeholderData: keepPreviousData,
    enabled: manager === undefined,
  })
  const theirs = useQuery({
    ...api.query(listPeopleOfManager, { params: { id: manager?.id ?? 0 }, query }),
    placeholderData: keepPreviousData,
    enabled: manager !== undefined,
  })
  const { data, error, isPending, isFetching } = manager ? theirs : own
  const people = data?.data ?? []
  return (
    <Dialog isOpen size="lg" title={manager ? `People of ${manager.display_name}` : 'Your people'} onClose={onClose}>
      <div className={styles.stack}>
        <Field label="Search name or e-mail">
          <Input
            type="search"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setCursor(undefined)
            }}
          />
        </Field>
        {error && (
          <Alert tone="danger" isLive>
            {textOfError(error)}
          </Alert>
        )}
        {isPending && (
          <>
            <LoadingNote />
            <SkeletonText />
          </>
        )}
        {data && people.length === 0 && (
          <EmptyState
            title={search ? 'Nobody found' : 'Nobody yet'}
            text={
              search
                ? 'Try another name or e-mail.'
                : `People ${manager ? 'this manager enrolls or invites' : 'you enroll or invite'} will be listed here.`
            }
          />
        )}
        <ul className={styles.people} aria-label="People">
          {people.map((person) => (
            <li key={person.id} className={styles.person}>
              <Person user={person} />
              <ul className={styles.certificates} aria-label={`Courses of ${person.display_name}`}>
                {person.enrollments.map(({ id, course, progress, certificate }) => (
                  <li key={id} className={styles.row}>
                    <TitleWithNote
                      title={course.title}
                      note={
                        certificate && (
                          <>
                            Certificate {certificate.number}, <DayText value={certificate.issued_at} />
                          </>
                        )
                      }
                    />
                    <ProgressCell value={progress} label={`Progress in ${course.title}`} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        {data && (data.meta.next_cursor || data.meta.prev_cursor) && (
          <Pager meta={data.meta} isLoading={isFetching} onCursor={(next) => setCursor(next)} />
        )}
      </div>
    </Dialog>
  )
}
