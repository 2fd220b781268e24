import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { ViewLinks } from '#ui/app/view-links.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconCoin } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import type { listHolders } from '../../contract.ts'
import { CreditBar } from '../credit-bar.tsx'
import styles from '../credits.module.css'
import { type Figure, historyLink } from '../history-link.ts'
import { creditQueries, HOLDERS_SPEC } from '../queries.ts'

type Holder = Wire<typeof listHolders>['data'][number]

const format = (value: number) => value.toLocaleString('en-US')

const FIGURES = [
  ['total', 'Total', 'Received, minus refunds'],
  ['remaining', 'Left', 'To enroll, invite and hand out'],
  ['distributed', 'Handed out', 'To managers, invitations and enrollments'],
  ['used', 'Used', 'One for each enrollment the portal paid for'],
  ['reserved', 'Reserved', 'For open invitations'],
] as const

const BY_COURSE = '/admin/portal/credits'
const BY_MANAGER = `${BY_COURSE}?kind=manager`

/** What the portal has of credits; each figure opens the movements behind it (CRD-003, CRD-035). */
export function PortalCreditsScreen() {
  const api = useApi()
  const session = useSession()
  const { data: numbers } = useSuspenseQuery(creditQueries(api).portal()).data
  const address = useListState(HOLDERS_SPEC)
  const isManagers = address.state.filters.kind === 'manager'
  const result = useQuery({ ...creditQueries(api).holders({ ...address.query }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader
        title="Portal credits"
        text="One credit enrolls one person in one course. Open a figure to see the movements it is made of."
        actions={
          <>
            <LinkButton href="/admin/history-distribution" variant="outline">
              Credit history
            </LinkButton>
            {can(session, 'my-subscription.view') && (
              <LinkButton href="/admin/my-subscription" icon={IconCoin}>
                Buy credits
              </LinkButton>
            )}
          </>
        }
      />
      <ul className={styles.figures} aria-label="Credits of the portal">
        {FIGURES.map(([figure, label, note]) => (
          <li key={figure}>
            <Opener href={numbers[figure] === 0 ? null : historyLink(figure)}>
              <span>{label}</span>
              <strong>{format(numbers[figure])}</strong>
              <small>{note}</small>
            </Opener>
          </li>
        ))}
      </ul>
      <ViewLinks
        label="Credits by"
        items={[
          { label: 'By course', href: BY_COURSE },
          { label: 'By manager', href: BY_MANAGER },
        ]}
        current={isManagers ? BY_MANAGER : BY_COURSE}
      />
      <ListScreen<Holder>
        label={isManagers ? 'Credits by manager' : 'Credits by course'}
        address={address}
        result={result}
        searchLabel={isManagers ? 'Search person or course' : 'Search courses'}
        rowKey={(holder) => holder.id}
        rowName={nameOf}
        columns={[
          ...(isManagers
            ? [{ key: 'user', title: 'Manager', cell: (holder: Holder) => holder.user?.display_name ?? '–' }]
            : []),
          {
            key: 'title',
            title: 'Course',
            role: 'main',
            isSortable: true,
            cell: (holder) => holder.course?.title ?? 'General credits, for every course',
          },
          ...(
            [
              ['remaining', 'Left'],
              ['distributed', 'Handed out'],
              ['used', 'Used'],
              ['total', 'Total'],
            ] as const
          ).map(([figure, title]) => ({
            key: figure,
            title,
            align: 'right' as const,
            cell: (holder: Holder) => {
              const value = holder[figure]
              if (value === 0) return <span className={styles.zero}>0</span>
              return (
                <Anchor href={linkOf(figure, holder)} aria-label={`${title} of ${nameOf(holder)}: ${value}`}>
                  {format(value)}
                </Anchor>
              )
            },
          })),
          { key: 'bar', title: 'Credits', width: 140, role: 'secondary', cell: (holder) => <CreditBar {...holder} /> },
        ]}
        empty={{
          title: 'No credits yet',
          text: isManagers
            ? 'Credits that managers buy or are given will be listed here.'
            : 'Credits of your plan, and credits you buy, will be listed here.',
        }}
      />
    </>
  )
}

/** Opens the movements behind a figure; a zero has none to open. */
function Opener({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? <div>{children}</div> : <Anchor href={href}>{children}</Anchor>
}

const nameOf = ({ user, course }: Holder): string => {
  const title = course?.title ?? 'General credits'
  return user ? `${user.display_name}, ${title}` : title
}

const linkOf = (figure: Figure, { user, course }: Holder): string =>
  user
    ? historyLink(figure, { holder: 'manager', user_id: user.id, course_id: course?.id })
    : historyLink(figure, course ? { course_id: course.id } : { is_general: 'true' })
