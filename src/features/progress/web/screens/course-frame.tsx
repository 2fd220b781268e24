import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  HandsOnTasks,
  isHeldByRules,
  LockedNote,
  MissingParts,
  seatTimeQueries,
} from '#features/trade-rules/web/public.ts'
import { Progress } from '#ui/app/progress.tsx'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { SkipLink } from '#ui/public/parts/layout.tsx'
import { finishCourse } from '../../contract.ts'
import { coursePath, finishedPath } from '../../rules/paths.ts'
import { PREVIEW } from '../../rules/preview.ts'
import { CourseOutline } from '../components/course-outline.tsx'
import styles from '../learn.module.css'
import { learnerQueries, refreshProgress } from '../queries.ts'
import { useOutline } from '../use-outline.ts'

const BODY_ID = 'item'

const TABS = [
  { label: 'Outline', path: 'outline' },
  { label: 'Overview', path: 'overview' },
  { label: 'Questions', path: 'questions' },
  { label: 'Feedback', path: 'feedback' },
  { label: 'Certificate', path: 'certificates' },
] as const
/** The others show what a learner has said or gotten; in a preview there is nothing of it. */
const PREVIEWED: readonly string[] = ['outline', 'overview']

/** Outline and progress next to the open item; below 1200 px the outline is a drawer. */
export function CourseFrame({ slug, relatedId, children }: { slug: string; relatedId: number; children: ReactNode }) {
  const api = useApi()
  const { viewer, portal } = useSession()
  const queryClient = useQueryClient()
  const router = useRouter()
  const queries = learnerQueries(api)
  const { data: course } = useSuspenseQuery(queries.course(slug, relatedId)).data
  const { outline } = useOutline(slug, relatedId)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => router.subscribe('onBeforeNavigate', () => setIsOpen(false)), [router])
  const refresh = () => void refreshProgress(queryClient)
  useLive(viewer && `notifications.${viewer.user_id}`, { 'progress.updated': refresh })
  // A version of the course is published, or its learners are moved to one (VER-017).
  useLive(`courses.${course.id}`, { 'course.published': refresh, 'course.moved': refresh })

  const isFinished = course.learner.completed_at !== null
  const isFinishedNow = useTurnedOn(isFinished)
  const isPreview = relatedId === PREVIEW
  const isRuled = course.has_rules && !isPreview
  const seat = useQuery({ ...seatTimeQueries(api).standing(relatedId), enabled: isRuled })
  const standing = seat.data?.data ?? null
  const tabs = TABS.filter(({ path }) =>
    isPreview ? PREVIEWED.includes(path) : path !== 'questions' || !portal.setting.disable_course_questions,
  )
  const place = { slug, related_id: relatedId }
  const base = coursePath(place)
  // The page of the outline is this list itself.
  const isOutline = useRouterState({ select: ({ location }) => location.pathname === `${base}/outline` })
  const isLed = useRouterState({ select: ({ location }) => /\/(feedback|certificates)$/.test(location.pathname) })
  const finish = useCall(finishCourse, {
    onSuccess: async () => {
      await refreshProgress(queryClient)
      await router.navigate({ href: finishedPath(place) })
    },
    onError: (error) => void toast.error(error),
  })
  const complete = async () => {
    if (await confirm('complete_course')) finish.mutate({ params: { slug }, body: { related_id: relatedId } })
  }
  const list = (
    <>
      <CourseOutline place={place} outline={outline} />
      <HandsOnTasks standing={standing} />
    </>
  )
  const head = (
    <div className={styles.head}>
      <h2>{course.title}</h2>
      <Progress value={outline.meta.progress} label="Course progress" isLabeled />
      <nav className={styles.tabs} aria-label="Course">
        {tabs.map((tab) => (
          <Link key={tab.path} to={`${base}/${tab.path}` as '/'} activeProps={{ 'aria-current': 'page' }}>
            {tab.label}
          </Link>
        ))}
      </nav>
    </div>
  )
  return (
    <div className={styles.frame}>
      <aside className={styles.side} aria-label="Course">
        <SkipLink to={BODY_ID}>Skip the outline</SkipLink>
        {head}
        {!isOutline && list}
      </aside>
      <div className={styles.main}>
        <div className={styles.bar}>
          <Button size="sm" variant="outline" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            Outline
          </Button>
          <div>
            <Progress value={outline.meta.progress} label="Course progress" />
          </div>
        </div>
        <div id={BODY_ID} tabIndex={-1} className={styles.body}>
          {isOutline && <LockedNote identity={standing?.identity ?? null} />}
          {outline.meta.can_finish && isHeldByRules(standing) && <MissingParts standing={standing} />}
          {outline.meta.can_finish && !isHeldByRules(standing) && (
            <Alert
              tone="success"
              title="Everything is done"
              action={
                <Button size="sm" isLoading={finish.isPending} onClick={complete}>
                  Complete the course
                </Button>
              }
            >
              Complete the course to receive your certificate.
            </Alert>
          )}
          {isFinishedNow && isPreview && (
            <Alert tone="success" title="This is the end of the course" isLive>
              Learners go on to their feedback and the certificate.
            </Alert>
          )}
          {isFinishedNow && !isLed && !isPreview && (
            <Alert
              tone="success"
              title="You have finished the course"
              isLive
              action={
                <LinkButton size="sm" href={finishedPath(place)}>
                  Go on
                </LinkButton>
              }
            >
              Well done. Your certificate and a word about the course come next.
            </Alert>
          )}
          {children}
        </div>
      </div>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} side="left" title="Outline">
        <div className={styles.drawer}>
          {head}
          {list}
        </div>
      </Dialog>
    </div>
  )
}

/** True once the value has turned true while the screen was open: what was so before is no news. */
const useTurnedOn = (isOn: boolean): boolean => {
  const before = useRef(isOn)
  const [hasTurned, setTurned] = useState(false)
  useEffect(() => {
    if (isOn && !before.current) setTurned(true)
    before.current = isOn
  }, [isOn])
  return hasTurned
}
