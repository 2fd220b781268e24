import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { BuyCreditsDialog, Cancelled, useCancelledOrder } from '#features/checkout/web/public.ts'
import { showCourse, showPrices } from '#features/courses/contract.ts'
import { CopyButton, PublicationBadge, PublicationMenu } from '#features/courses/web/public.ts'
import { OutlineContext } from '#features/outline/web/public.ts'
import { previewPath } from '#features/previews/web/public.ts'
import { SourceNotice } from '#features/shared-courses/web/public.ts'
import { teachingQueries } from '#features/teaching/web/public.ts'
import { PublishChanges, useVersionEvents, useVersions } from '#features/versions/web/public.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { currentItem } from '#ui/app/navigation.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { AlsoHere } from '#ui/app/presence/also-here.tsx'
import { PresenceRoom } from '#ui/app/presence/presence-room.tsx'
import { RecordFrame } from '#ui/app/record-nav.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconBook, IconCoin, IconEye } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { moved } from '#ui/page/moved.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { dropOutlines, ITEM_CALLS, takePackage } from '../outline.ts'
import styles from './builder.module.css'
import { builderScreens } from './builder-screens.ts'

/** One course for those who build and teach it; its screens are its children (ROU-081). */
export const Route = createFileRoute('/_app/_signed-in/courses/builder/$slug')({
  loader: async ({ context: { api, queryClient, session }, params: { slug }, location }) => {
    // People who may see prices alone get nothing else of the course (ROL-035).
    if (!can(session, 'courses.view')) {
      await orNotFound(queryClient.ensureQueryData(api.query(showPrices, { params: { slug } })))
      return
    }
    const waiting = can(session, 'grading.view') ? queryClient.ensureQueryData(teachingQueries(api).queue(slug)) : null
    const [{ data: course }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params: { slug } }))),
      // The numbers in the list of screens; without them the screens are as good.
      waiting?.catch(() => null),
    ])
    if (course.slug !== slug)
      throw moved(location.pathname.replace(`/builder/${slug}`, `/builder/${course.slug}`), location)
  },
  component: Builder,
})

function Builder() {
  return can(useSession(), 'courses.view') ? <CourseFrame /> : <PricesFrame />
}

/** The frame for those who may see what a course costs and nothing else of it. */
function PricesFrame() {
  const { slug } = Route.useParams()
  const session = useSession()
  const { course } = useSuspenseQuery(useApi().query(showPrices, { params: { slug } })).data.data
  return (
    <>
      <PageHeader title={course.title} badge={<PublicationBadge status={course.publication_status} />} />
      <RecordFrame label="Course" groups={builderScreens(session, slug)}>
        <Outlet />
      </RecordFrame>
    </>
  )
}

function CourseFrame() {
  const { slug } = Route.useParams()
  const api = useApi()
  const session = useSession()
  const { data: course } = useSuspenseQuery(api.query(showCourse, { params: { slug } })).data
  const queue = useQuery({ ...teachingQueries(api).queue(slug), enabled: can(session, 'grading.view') })
  const cancelledOrder = useCancelledOrder(Route.useSearch())
  const [isBuying, setBuying] = useState(false)
  const isPublished = course.publication_status === PUBLICATION.published
  const buysCredits = isPublished && can(session, 'portal-credits.create') && session.portal.is_subscribed
  const { data: versions } = useVersions(slug)
  const changed = course.source === null && versions?.can_publish && versions.changes_count > 0 ? versions : null
  const isPublic =
    session.portal.flags.is_marketable &&
    course.is_marketable &&
    (isPublished || course.publication_status === PUBLICATION.coming_soon)
  const client = useQueryClient()
  const outline = useMemo(() => ({ calls: ITEM_CALLS, changed: () => dropOutlines(client), takePackage }), [client])
  useVersionEvents(course.id, () => void dropOutlines(client))
  const groups = builderScreens(session, slug, { waiting: queue.data?.data[0], source: course.source })
  return (
    <PresenceRoom
      channel={course.abilities.update ? `presence-course-editors.${course.id}` : null}
      base={`/courses/builder/${slug}`}
      nameOf={(path) => currentItem(groups, path)?.label ?? course.title}
    >
      <OutlineContext value={outline}>
        <PageHeader
          title={course.title}
          badge={
            <>
              <PublicationBadge status={course.publication_status} />
              {changed && <Badge tone="warning">Unpublished changes</Badge>}
            </>
          }
          crumbs={[{ label: 'Courses', href: '/courses/admin' }, { label: course.title }]}
          company={<AlsoHere />}
          actions={
            <>
              {buysCredits && (
                <Button variant="outline" icon={IconCoin} aria-haspopup="dialog" onClick={() => setBuying(true)}>
                  Buy credits
                </Button>
              )}
              {course.source === null && can(session, 'courses.create') && <CopyButton course={course} />}
              {course.abilities.update && (
                <LinkButton variant="outline" icon={IconEye} href={previewPath(course.slug)}>
                  <span className={styles.word}>Preview</span>
                </LinkButton>
              )}
              {isPublic && (
                <LinkButton variant="outline" icon={IconBook} href={`/course/${slug}`}>
                  <span className={styles.word}>View</span>
                </LinkButton>
              )}
              <PublicationMenu course={course} />
              {changed && <PublishChanges slug={slug} newest={changed.newest} />}
            </>
          }
        />
        {course.source && <SourceNotice slug={slug} source={course.source} />}
        {cancelledOrder !== null && <Cancelled orderId={cancelledOrder} success="course" />}
        {isBuying && <BuyCreditsDialog course={course} onClose={() => setBuying(false)} />}
        <RecordFrame label="Course" groups={groups}>
          <Outlet />
        </RecordFrame>
      </OutlineContext>
    </PresenceRoom>
  )
}
