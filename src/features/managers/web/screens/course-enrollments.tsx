import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { personPath } from '#features/accounts/web/public.ts'
import { ExtendDialog, useBulkChange } from '#features/bulk-changes/web/public.ts'
import { showCourse } from '#features/courses/contract.ts'
import { DatesDialog, EnrollDialog, useUnenroll } from '#features/enrollments/web/public.ts'
import { EvidenceButton } from '#features/evidence/web/public.ts'
import { MoveLearners, useVersions } from '#features/versions/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { versionOf } from '#ui/app/form/edits.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { Person } from '#ui/app/person.tsx'
import { ProgressCell } from '#ui/app/progress.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useNow } from '#ui/hooks/use-now.ts'
import { IconArrowRight, IconBell, IconCalendar, IconHelpCircle, IconPlus, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { listLearners } from '../../contract.ts'
import { Due, Standing } from '../components/learner-cells.tsx'
import { LEARNERS_SPEC } from '../queries.ts'

type Learner = Wire<typeof listLearners>['data'][number]

const hrefOf = ({ id, user }: Learner) => `${personPath({ id: user.id, username: null }, 'enrollments')}/${id}`

const ACCESS = [
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Starts later' },
  { value: 'expired', label: 'Ended' },
]

/** Who is enrolled in a course, from when and until when; people are added, given other dates and unenrolled (BLD-064). */
export function CourseEnrollmentsScreen({ slug }: { slug: string }) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const { data: course } = useSuspenseQuery(api.query(showCourse, { params: { slug } })).data
  const address = useListState(LEARNERS_SPEC)
  const result = useQuery({
    ...api.query(listLearners, { params: { slug }, query: address.query as never }),
    placeholderData: keepPreviousData,
  })
  const unenroll = useUnenroll()
  const [isEnrolling, setEnrolling] = useState(false)
  const [dated, setDated] = useState<Learner | null>(null)
  const [extended, setExtended] = useState<{ ids: number[]; answer: (isDone: boolean) => void } | null>(null)
  const [moved, setMoved] = useState<{ ids: number[]; answer: (isDone: boolean) => void } | null>(null)
  const bulk = useBulkChange()
  const mayMove = can(session, 'courses.update')
  const versions = useVersions(slug, { isEnabled: mayMove })
  const now = useNow()
  const changed = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [listLearners.path] }),
      client.invalidateQueries({ queryKey: [showCourse.path] }),
    ])
  const takeOut = async (learners: readonly Learner[]) => {
    const ids = learners.map(({ id }) => id)
    if (!(await unenroll('learner', ids))) return false
    toast.success(ids.length === 1 ? 'One person is unenrolled.' : `${ids.length} people are unenrolled.`)
    await changed()
    return true
  }
  // Several at once are looked at first, and can be undone.
  const takeOutSeveral = async (learners: readonly Learner[]) => {
    if (learners.length === 1) return takeOut(learners)
    await bulk.open(await bulk.makeUnenroll(learners.map(({ id }) => id)))
    return true
  }
  const remind = async (learners: readonly Learner[]) => {
    await bulk.open(await bulk.makeRemind(learners.map(({ id }) => id)))
    return true
  }
  const extend = (learners: readonly Learner[]) =>
    new Promise<boolean>((resolve) => {
      const answer = (isDone: boolean) => {
        setExtended(null)
        resolve(isDone)
      }
      setExtended({ ids: learners.map(({ id }) => id), answer })
    })
  const move = (learners: readonly Learner[]) =>
    new Promise<boolean>((resolve) => {
      const answer = (isDone: boolean) => {
        setMoved(null)
        resolve(isDone)
      }
      setMoved({ ids: learners.map(({ id }) => id), answer })
    })
  const isOpen = course.publication_status === PUBLICATION.published
  const hasVersions = mayMove && (versions.data?.newest ?? 0) > 1
  const mayRemove = can(session, 'users.delete')
  const mayDate = can(session, 'enrollments.update')
  const mayRemind = can(session, 'users.update')
  const actionsOf = (learner: Learner): RowAction[] => [
    { label: 'Check access', icon: IconHelpCircle, href: hrefOf(learner) },
    ...(mayDate ? [{ label: 'Change dates', icon: IconCalendar, run: () => setDated(learner) }] : []),
    ...(mayRemove ? [{ label: 'Unenroll', icon: IconTrash, isDanger: true, run: () => void takeOut([learner]) }] : []),
  ]
  const enroll = isOpen && can(session, 'users.create') && (
    <Button icon={IconPlus} aria-haspopup="dialog" onClick={() => setEnrolling(true)}>
      Enroll people
    </Button>
  )
  return (
    <>
      <ListScreen<Learner>
        label="Enrollments"
        address={address}
        result={result}
        toolbar={
          <>
            <EvidenceButton subject={{ about: 'course', id: course.id, name: course.title }} />
            {enroll}
          </>
        }
        rowKey={({ id }) => id}
        rowName={({ user }) => user.display_name}
        rowHref={hrefOf}
        rowActions={actionsOf}
        bulkActions={
          mayRemove || mayDate || mayRemind || hasVersions
            ? [
                ...(mayRemind ? [{ label: 'Remind', icon: IconBell, run: remind }] : []),
                ...(mayDate ? [{ label: 'Extend', icon: IconCalendar, run: extend }] : []),
                ...(hasVersions ? [{ label: 'Move', icon: IconArrowRight, run: move }] : []),
                ...(mayRemove ? [{ label: 'Unenroll', icon: IconTrash, isDanger: true, run: takeOutSeveral }] : []),
              ]
            : undefined
        }
        searchLabel="Search name or e-mail"
        filters={[{ name: 'access', label: 'Access', options: ACCESS }]}
        columns={[
          { key: 'user', title: 'Learner', role: 'main', cell: ({ user }) => <Person user={user} /> },
          { key: 'status', title: 'Status', cell: (learner) => <Standing learner={learner} /> },
          {
            key: 'progress',
            title: 'Progress',
            width: 120,
            cell: ({ progress, user }) => <ProgressCell value={progress} label={`Progress of ${user.display_name}`} />,
          },
          { key: 'due_at', title: 'Due', cell: (learner) => <Due learner={learner} now={now} /> },
          {
            key: 'expires_at',
            title: 'Access',
            role: 'secondary',
            cell: ({ access, starts_at: from, expires_at: until }) => (
              <>
                {access === 'pending' ? 'From ' : 'Until '}
                <DayText value={access === 'pending' ? from : until} isEnd={access !== 'pending'} />
              </>
            ),
          },
        ]}
        empty={{
          title: 'Nobody is enrolled yet',
          text: isOpen
            ? 'People you enroll, and those who buy the course, will be listed here.'
            : 'Publish the course first. Then you can enroll people, and visitors can buy it.',
          action: enroll,
        }}
      />
      <EnrollDialog
        course={course}
        credits={course.available_credits}
        isOpen={isEnrolling}
        onClose={() => setEnrolling(false)}
        onEnrolled={() => void changed()}
      />
      {extended && (
        <ExtendDialog ids={extended.ids} onClose={() => extended.answer(false)} onMade={() => extended.answer(true)} />
      )}
      {moved && versions.data && (
        <MoveLearners
          slug={slug}
          versions={versions.data}
          ids={moved.ids}
          onClose={() => moved.answer(false)}
          onMove={async (choices) => {
            const id = await bulk.makeMove(choices)
            moved.answer(true)
            await bulk.open(id)
          }}
        />
      )}
      {dated && (
        <DatesDialog
          enrollment={dated}
          version={versionOf(dated)}
          title={course.title}
          onClose={() => setDated(null)}
          onSaved={() => void changed()}
        />
      )}
    </>
  )
}
