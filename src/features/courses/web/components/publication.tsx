import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { useCall } from '#ui/calls/api.tsx'
import { IconCircleCheck } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button, buttonClass } from '#ui/public/parts/button.tsx'
import { Disclosure } from '#ui/public/site/menu.tsx'
import { showCourse, updateCourse } from '../../contract.ts'
import { PUBLICATION, PUBLICATION_NAMES, type Publication } from '../../rules/publication.ts'
import styles from '../courses.module.css'
import { missingParts, PUBLICATION_MEANINGS } from '../publication-words.ts'
import { useSaveCourse } from '../use-save-course.ts'
import { PublishDialog } from './publish-dialog.tsx'

type Course = Wire<typeof showCourse>['data']

const ORDER: readonly Publication[] = [
  PUBLICATION.draft,
  PUBLICATION.coming_soon,
  PUBLICATION.published,
  PUBLICATION.archived,
]
const DONE: Record<Publication, string> = {
  [PUBLICATION.draft]: 'The course is a draft again.',
  [PUBLICATION.coming_soon]: 'The course is announced.',
  [PUBLICATION.published]: 'The course is published.',
  [PUBLICATION.archived]: 'The course is archived.',
}

/** Why a status cannot be chosen now, and what to do instead. */
const closedReason = ({ publication_status: from, source }: Course, to: Publication): string => {
  if (from === to) return 'This is the status now.'
  if (source?.revoked_at && to !== PUBLICATION.draft) return `${source.name} no longer shares this course.`
  if (to === PUBLICATION.draft) return 'People are enrolled or bought it. Archive it instead.'
  if (to === PUBLICATION.coming_soon) return 'Only a draft can be announced.'
  return 'Publish it first.'
}

/** Moves a course to another status; right after publishing the message offers to undo it (BLD-066). */
const useMove = (course: Course, onMoved: () => void) => {
  const client = useQueryClient()
  const { onSaved } = useSaveCourse(course.slug)
  const params = { slug: course.slug }
  const move = useCall(updateCourse, {
    onSuccess: (answer, { body }) => {
      onSaved(answer)
      onMoved()
      const { publication_status: to } = answer.data
      const canUndo = to === PUBLICATION.published && answer.data.next_publication_statuses.includes(PUBLICATION.draft)
      const from = course.publication_status
      toast.success(
        DONE[body?.publication_status ?? to],
        canUndo && from !== to && from !== PUBLICATION.archived
          ? {
              action: {
                label: 'Undo',
                run: () => move.mutate({ params, body: { publication_status: PUBLICATION.draft } }),
              },
            }
          : undefined,
      )
    },
    onError: (error) => {
      // What is missing may have changed since the course was read: the checklist shows it now.
      void client.invalidateQueries({ queryKey: [showCourse.path] })
      const missing = missingParts(error.errors)
      void toast.error(missing.length > 0 ? `Still missing: ${missing.join('; ')}` : error)
    },
  })
  return {
    isPending: move.isPending,
    to: (status: Publication) => move.mutate({ params, body: { publication_status: status } }),
  }
}

const QUESTIONS: Partial<Record<Publication, { title: string; yes: string }>> = {
  [PUBLICATION.draft]: { title: 'Back to draft?', yes: 'Back to draft' },
  [PUBLICATION.archived]: { title: 'Archive this course?', yes: 'Archive' },
}

/** The status of a course as a menu that says what each means, and the button that publishes (BLD-065, BLD-066). */
export function PublicationMenu({ course }: { course: Course }) {
  const [isPublishing, setPublishing] = useState(false)
  const move = useMove(course, () => setPublishing(false))
  const { publication_status: now, next_publication_statuses: next } = course
  if (!course.abilities.update) return null
  const choose = async (status: Publication) => {
    if (status === PUBLICATION.published) return setPublishing(true)
    const question = QUESTIONS[status]
    if (!question || (await confirm({ ...question, text: PUBLICATION_MEANINGS[status] }))) move.to(status)
  }
  return (
    <>
      <Disclosure align="end" className={buttonClass({ variant: 'outline' })} trigger={<span>Change status</span>}>
        <ul className={styles.statuses}>
          {ORDER.map((status) => (
            <li key={status}>
              <button
                type="button"
                disabled={!next.includes(status)}
                aria-current={status === now ? 'true' : undefined}
                onClick={() => void choose(status)}
              >
                <span>
                  <strong>{PUBLICATION_NAMES[status]}</strong>
                  <small>{PUBLICATION_MEANINGS[status]}</small>
                  {!next.includes(status) && <small className={styles.closed}>{closedReason(course, status)}</small>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Disclosure>
      {now !== PUBLICATION.published && next.includes(PUBLICATION.published) && (
        <Button icon={IconCircleCheck} aria-haspopup="dialog" onClick={() => setPublishing(true)}>
          Publish
        </Button>
      )}
      {isPublishing && (
        <PublishDialog
          course={course}
          isPublishing={move.isPending}
          onPublish={() => move.to(PUBLICATION.published)}
          onClose={() => setPublishing(false)}
        />
      )}
    </>
  )
}
