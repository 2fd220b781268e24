import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { listActivity } from '#features/activity-logs/contract.ts'
import { isInGroup } from '#kernel/access/roles.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import { Stats } from '#ui/app/list/data-list.tsx'
import { PartState } from '#ui/app/list/part-state.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { purgeCache, showDashboard } from '../contract.ts'
import { changeInWords } from '../rules/change.ts'
import styles from './dashboard.module.css'

type Figure = Wire<typeof showDashboard>['data']['figures'][number]

export const dashboardQuery = (api: Api) => api.query(showDashboard)

const shown = ({ unit, value }: Figure) => (unit === 'money' ? formatMoney(value / 100) : value.toLocaleString('en-US'))

/** Four figures, what needs attention, and what was done lately (REP-008). */
export function AdminDashboard() {
  const api = useApi()
  const session = useSession()
  const { figures } = useSuspenseQuery(dashboardQuery(api)).data.data
  return (
    <div className={styles.page}>
      {figures.length > 0 && (
        <section aria-label="Figures">
          <Stats
            items={figures.map((figure) => ({
              label: figure.label,
              value: <Anchor href={figure.href}>{shown(figure)}</Anchor>,
              note: figure.before === null ? figure.note : changeInWords(figure.value, figure.before),
              ...(figure.trend.some((step) => step > 0) && { trend: figure.trend }),
            }))}
          />
        </section>
      )}
      <div className={styles.columns}>
        <Attention />
        {can(session, 'activity-logs.view') && <RecentActivity />}
      </div>
      {session.viewer && isInGroup(session.viewer.current_role, 'super_admins') && <PurgeCache />}
    </div>
  )
}

/** What needs attention: every line leads to the list of just what it counts (PRT-113). */
export function Attention() {
  const { attention } = useSuspenseQuery(dashboardQuery(useApi())).data.data
  return (
    <section className={styles.panel} aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {attention.length === 0 ? (
        <p className={styles.calm}>
          <IconCircleCheck size={20} />
          Nothing waits for you.
        </p>
      ) : (
        <ul>
          {attention.map(({ key, text, href }) => (
            <li key={key}>
              <Anchor href={href} className={styles.line}>
                <IconAlertTriangle size={18} className={styles.mark} />
                <span>{text}</span>
                <IconChevronRight size={18} />
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function RecentActivity() {
  const query = useQuery(useApi().query(listActivity, { query: { per_page: 8 } }))
  const { data } = query
  return (
    <section className={styles.panel} aria-labelledby="activity">
      <h2 id="activity">Recent activity</h2>
      <PartState query={query} label="the recent activity" lines={8} />
      <ul>
        {data?.data.map(({ id, text, created_at: at }) => (
          <li key={id} className={styles.entry}>
            <span>{text}</span>
            <small>
              <TimeText value={at} />
            </small>
          </li>
        ))}
      </ul>
      {data?.data.length === 0 && <p>Nothing yet. What people change in the portal will be listed here.</p>}
      <Anchor href="/admin/activity-logs" className={styles.more}>
        All activity
      </Anchor>
    </section>
  )
}

/** Visitors get pages that are kept for a few seconds; a super admin can have them made again at once (PRT-072). */
function PurgeCache() {
  const api = useApi()
  const purge = useMutation({
    mutationFn: () => api.call(purgeCache),
    onSuccess: () => toast.success('The cached pages are cleared. Visitors see the current ones now.'),
    onError: toast.error,
  })
  return (
    <section className={styles.panel} aria-labelledby="cache">
      <h2 id="cache">Cached pages</h2>
      <p>Changes show to visitors within seconds. Clear the cache if a public page still looks old.</p>
      <div>
        <Button variant="outline" isLoading={purge.isPending} onClick={() => purge.mutate()}>
          Clear the page cache
        </Button>
      </div>
    </section>
  )
}
