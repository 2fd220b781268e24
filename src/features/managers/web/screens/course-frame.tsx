import { type ReactNode, useState } from 'react'
import { BuyCreditsDialog, Cancelled } from '#features/checkout/web/public.ts'
import { PublicationBadge } from '#features/courses/web/public.ts'
import { CreditBar } from '#features/credits/web/public.ts'
import { EnrollDialog } from '#features/enrollments/web/public.ts'
import { InviteDialog } from '#features/invitations/web/public.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { TabLinks } from '#ui/app/tabs.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { IconCoin, IconMail, IconPlus } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { Button } from '#ui/public/parts/button.tsx'
import { GiveCredits } from '../components/give-credits.tsx'
import styles from '../managers.module.css'
import { type ManagedCourse, useCourse, useCourseLive, useNotified, useRefresh } from '../use-course.ts'

type CourseFrameProps = {
  slug: string
  /** The order whose payment page was left (ORD-008). */
  cancelledOrder: number | null
  children: ReactNode
}

/** What stands above every screen of a manager's course: its credits, and what can be done with them. */
export function CourseFrame({ slug, cancelledOrder, children }: CourseFrameProps) {
  const course = useCourse(slug)
  const session = useSession()
  // The channel of a course lets in those who may open its enrollments (RTM-003); a manager is notified in person.
  useCourseLive(can(session, 'enrollments.view') ? course.id : null, session.viewer?.user_id)
  useNotified(session.viewer?.user_id)
  const at = `/courses/managers/${slug}`
  return (
    <>
      <PageHeader
        title={course.title}
        badge={<PublicationBadge status={course.publication_status} />}
        crumbs={[{ label: 'Courses and credits', href: '/courses/managers' }, { label: course.title }]}
        actions={<Actions course={course} />}
      />
      {cancelledOrder !== null && <Cancelled orderId={cancelledOrder} success="course" />}
      <Figures course={course} />
      <TabLinks
        label="Course"
        items={[
          { label: 'People', href: `${at}/overview` },
          { label: 'Outline', href: `${at}/outline` },
          { label: 'Credits handed out', href: `${at}/take-credits` },
          { label: 'Certificates', href: `${at}/certificates` },
        ]}
      />
      {children}
    </>
  )
}

function Figures({ course }: { course: ManagedCourse }) {
  const figures = [
    ['Left', course.remaining],
    ['Handed out', course.distributed],
    ['Used', course.used],
    ['Total', course.total],
  ] as const
  return (
    <section className={styles.figures} aria-label="Credits">
      <dl>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={label === 'Left' && value === 0 ? styles.out : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <CreditBar {...course} />
    </section>
  )
}

function Actions({ course }: { course: ManagedCourse }) {
  const session = useSession()
  const refresh = useRefresh()
  const [opened, setOpened] = useState<'enroll' | 'invite' | 'give' | 'buy' | null>(null)
  const close = () => setOpened(null)
  const isPublished = course.publication_status === PUBLICATION.published
  const isOwn = session.viewer?.current_role === 'manager'
  return (
    <>
      {isPublished && isOwn && session.portal.is_subscribed && (
        <Button variant="ghost" icon={IconCoin} aria-haspopup="dialog" onClick={() => setOpened('buy')}>
          Buy credits
        </Button>
      )}
      {course.can_give && (
        <Button variant="outline" onClick={() => setOpened('give')}>
          Give credits
        </Button>
      )}
      {isPublished && can(session, 'users.create') && (
        <>
          <Button variant="outline" icon={IconMail} aria-haspopup="dialog" onClick={() => setOpened('invite')}>
            Invite people
          </Button>
          <Button icon={IconPlus} onClick={() => setOpened('enroll')}>
            Enroll people
          </Button>
        </>
      )}
      {opened === 'invite' && (
        <InviteDialog
          course={course}
          credits={isOwn ? course.remaining : null}
          onClose={close}
          onInvited={() => void refresh()}
        />
      )}
      {opened === 'enroll' && (
        <EnrollDialog
          isOpen
          course={course}
          credits={isOwn ? course.remaining : null}
          onClose={close}
          onEnrolled={() => void refresh()}
        />
      )}
      {opened === 'buy' && <BuyCreditsDialog course={course} onClose={close} />}
      {opened === 'give' && <GiveCredits isOpen course={course} onClose={close} onGiven={() => void refresh()} />}
    </>
  )
}
