import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { showCourse } from '#features/courses/contract.ts'
import { InvitationList, InviteDialog } from '#features/invitations/web/public.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { useApi } from '#ui/calls/api.tsx'
import { IconMail } from '#ui/icons.tsx'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import styles from './portals.module.css'

/** The invitations to one course, for those who run the portal (PRT-101). */
export const Route = createFileRoute('/_app/_signed-in/portal-settings/courses-management/$slug')({
  beforeLoad: needs('users.create'),
  loader: async ({ context: { api, queryClient }, params }) => {
    const { data } = await orNotFound(queryClient.ensureQueryData(api.query(showCourse, { params })))
    return { title: data.title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `Invitations – ${loaderData?.title ?? ''}` }] }),
  component: Invitations,
})

function Invitations() {
  const { slug } = Route.useParams()
  const { data: course } = useSuspenseQuery(useApi().query(showCourse, { params: { slug } })).data
  const [isInviting, setInviting] = useState(false)
  const invite = course.publication_status === PUBLICATION.published && (
    <Button icon={IconMail} aria-haspopup="dialog" onClick={() => setInviting(true)}>
      Invite people
    </Button>
  )
  return (
    <div className={styles.page}>
      <div className={styles.listHead}>
        <div>
          <Anchor href="/portal-settings/courses-management">All courses</Anchor>
          <h2>Invitations to {course.title}</h2>
        </div>
        {invite}
      </div>
      <InvitationList key={slug} course={course} />
      {isInviting && <InviteDialog course={course} credits={null} onClose={() => setInviting(false)} />}
    </div>
  )
}
