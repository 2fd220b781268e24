import { Switch } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listCourses } from '#features/courses/contract.ts'
import { setCourseMarketable } from '#features/courses/contract-selling.ts'
import { PublicationBadge } from '#features/courses/web/public.ts'
import { InviteDialog } from '#features/invitations/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { IconCircleCheck, IconCoin, IconMail, IconPencil, IconUsers } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { CreditsDialog } from '../components/credits-dialog.tsx'
import { PublicationDialog } from '../components/publication-dialog.tsx'
import { type PortalCall, queryOf } from '../portal-scope.ts'
import { usePortal } from '../use-portal.ts'

type Course = Wire<typeof listCourses>['data'][number]

const SPEC: ListSpec = { filters: ['publication_status'], sorts: ['title', 'updated_at', 'popularity'], sort: 'title' }
const STATUSES = [
  { value: String(PUBLICATION.draft), label: 'Draft' },
  { value: String(PUBLICATION.published), label: 'Published' },
  { value: String(PUBLICATION.coming_soon), label: 'Coming soon' },
  { value: String(PUBLICATION.archived), label: 'Archived' },
]

/** The courses of a portal for an address, for the loader of the page. */
export const portalCoursesQuery = (api: Api, search: Record<string, unknown>, scope: PortalCall) =>
  api.query(listCourses, { query: { ...listQuery(readListState(search, SPEC), SPEC), ...queryOf(scope) } as never })

/** The courses of a portal with shop, publication and credits (PRT-050). */
export function CoursesManagementScreen() {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const { portal, scope } = usePortal()
  const address = useListState(SPEC)
  const [opened, setOpened] = useState<{ course: Course; what: 'publication' | 'credits' | 'invite' } | null>(null)
  const result = useQuery({
    ...api.query(listCourses, { query: { ...address.query, ...queryOf(scope) } as never }),
    placeholderData: keepPreviousData,
  })
  const again = () => client.invalidateQueries({ queryKey: [listCourses.path] })
  const sell = useCall(setCourseMarketable, {
    onSuccess: async ({ data }) => {
      await again()
      toast.success(
        data.is_marketable
          ? `${data.title} is for sale once it is published.`
          : `${data.title} is not for sale anymore. Learners keep it.`,
      )
    },
    onError: (error) => void toast.error(error),
  })
  const canGive = can(session, 'portal-credits.update')
  const actionsOf = (course: Course): RowAction[] => [
    ...(course.abilities.update
      ? [{ label: 'Publication', icon: IconCircleCheck, run: () => setOpened({ course, what: 'publication' }) }]
      : []),
    ...(canGive ? [{ label: 'Credits', icon: IconCoin, run: () => setOpened({ course, what: 'credits' }) }] : []),
    // People and the builder are those of the portal that one works in.
    ...(session.portal.id === portal.id && can(session, 'users.create')
      ? [
          ...(course.publication_status === PUBLICATION.published
            ? [{ label: 'Invite people', icon: IconMail, run: () => setOpened({ course, what: 'invite' }) }]
            : []),
          { label: 'Invitations', icon: IconUsers, href: `/portal-settings/courses-management/${course.slug}` },
        ]
      : []),
    ...(session.portal.id === portal.id
      ? [{ label: 'Edit the course', icon: IconPencil, href: `/courses/builder/${course.slug}` }]
      : []),
  ]
  return (
    <>
      <ListScreen<Course>
        label="Courses of the portal"
        address={address}
        result={result}
        rowKey={(course) => course.id}
        rowName={(course) => course.title}
        rowActions={actionsOf}
        searchLabel="Search courses"
        filters={[{ name: 'publication_status', label: 'Status', options: STATUSES }]}
        columns={[
          { key: 'title', title: 'Course', role: 'main', isSortable: true, cell: ({ title }) => title },
          {
            key: 'publication_status',
            title: 'Publication',
            cell: (course) => <PublicationBadge status={course.publication_status} />,
          },
          {
            key: 'is_marketable',
            title: 'For sale',
            cell: (course) => (
              <Switch
                aria-label={`${course.title} is for sale`}
                checked={course.is_marketable}
                disabled={!course.abilities.update || sell.isPending}
                onChange={(event) =>
                  sell.mutate({
                    ...scope,
                    params: { slug: course.slug },
                    body: { is_marketable: event.currentTarget.checked },
                  })
                }
              />
            ),
          },
          {
            key: 'available_credits',
            title: 'Credits left',
            align: 'right',
            cell: (course) => course.available_credits.toLocaleString('en-US'),
          },
        ]}
        empty={{
          title: 'No courses yet',
          text: 'Courses of this portal are listed here with their shop, publication and credits.',
        }}
      />
      {opened?.what === 'publication' && (
        <PublicationDialog course={opened.course} onClose={() => setOpened(null)} onSaved={again} />
      )}
      {opened?.what === 'invite' && (
        <InviteDialog
          course={opened.course}
          credits={null}
          onClose={() => setOpened(null)}
          onInvited={() => void again()}
        />
      )}
      {opened?.what === 'credits' && (
        <CreditsDialog course={opened.course} onClose={() => setOpened(null)} onSaved={again} />
      )}
    </>
  )
}
