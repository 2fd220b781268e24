import { useRouterState } from '@tanstack/react-router'
import type { showCourse } from '#features/courses/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import styles from '../shared-courses.module.css'

type Source = NonNullable<Wire<typeof showCourse>['data']['source']>

/** Says on every screen of a received course whose it is, and that an update waits (SHR-022). */
export function SourceNotice({
  slug,
  source: { name, revoked_at: isOver, has_update: hasUpdate },
}: {
  slug: string
  source: Source
}) {
  const href = `/courses/builder/${slug}/source`
  const isThere = useRouterState({ select: ({ location }) => location.pathname === href })
  const link = can(useSession(), 'shared-courses.view') && !isThere && (
    <Anchor href={href}>{hasUpdate ? 'See what the update changes' : 'Source and updates'}</Anchor>
  )
  return (
    <div className={styles.notice}>
      {isOver ? (
        <Alert tone="warning" title={`${name} no longer shares this course`} action={link}>
          It is off sale and nobody new can start it. Learners who are in it can finish, and their records stay.
        </Alert>
      ) : (
        <Alert
          tone={hasUpdate ? 'warning' : 'info'}
          title={hasUpdate ? `${name} has an update for this course` : `${name} shares this course with you`}
          action={link}
        >
          Only {name} can change the content. Price, credits, dates, people and everything else are yours.
        </Alert>
      )}
    </div>
  )
}
