import { dayOf, formatDay } from '#kernel/format/day.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useSession } from '#ui/calls/api.tsx'
import { useNow } from '#ui/hooks/use-now.ts'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { KIND_WORDS, tasksText, timeText } from '../../rules/words.ts'
import type { RuleShown, VersionShown } from '../queries.ts'
import styles from '../screens/trade-rules.module.css'

type ListProps = { rules: readonly RuleShown[]; onChange: (id: number) => void }

/** Each rule with the version of today and the others (TRD-016). */
export function RuleList({ rules, onChange }: ListProps) {
  return (
    <Rows label="Rules">
      {rules.map((rule) => (
        <RuleRow key={rule.id} rule={rule} onChange={() => onChange(rule.id)} />
      ))}
    </Rows>
  )
}

const coursesText = ({ courses }: VersionShown): string =>
  courses.length === 1 ? (courses[0]?.title ?? '') : `${courses.length} courses`

const daysText = ({ from_day: from, until_day: until }: VersionShown, isCurrent: boolean): string =>
  until === null ? `${isCurrent ? 'since' : 'from'} ${formatDay(from)}` : `${formatDay(from)} to ${formatDay(until)}`

const askedText = ({ minutes, answer_seconds, most_mistakes, tasks, item_ids: ids }: VersionShown): string => {
  if (minutes !== null && most_mistakes !== null)
    return `about every ${timeText(minutes * 60_000)} · ${answer_seconds} seconds to answer · locked after ${most_mistakes} wrong or missed`
  if (minutes !== null) return timeText(minutes * 60_000)
  if (tasks.length > 0) return tasksText(tasks.length)
  return ids.length === 0 ? 'all exams' : ids.length === 1 ? '1 exam' : `${ids.length} exams`
}

const versionText = (version: VersionShown): string =>
  [
    askedText(version),
    !version.counts_tests && 'without exams, assignments, and SCORM modules',
    coursesText(version),
    version.is_for_new && 'new enrollments only',
  ]
    .filter(Boolean)
    .join(' · ')

function RuleRow({ rule, onChange }: { rule: RuleShown; onChange: () => void }) {
  const { title, kind, versions, current_id } = rule
  const current = versions.find(({ id }) => id === current_id)
  // A rule that has not begun shows what it will ask.
  const shown = current ?? (versions.length === 1 ? versions[0] : undefined)
  const others = versions.filter((version) => version !== shown)
  return (
    <Row
      title={
        <>
          <strong>{title}</strong> {!current && <StateBadge versions={versions} />}
        </>
      }
      note={
        <>
          {KIND_WORDS[kind]}
          {shown && (
            <>
              {': '}
              {versionText(shown)} · {daysText(shown, shown === current)} · <Source version={shown} />
            </>
          )}
          {shown && shown.tasks.length > 0 && <TaskList tasks={shown.tasks} />}
          {others.length > 0 && (
            <details className={styles.versions}>
              <summary>Versions of other dates</summary>
              <ul>
                {others.map((version) => (
                  <li key={version.id}>
                    From {formatDay(version.from_day)}:{' '}
                    {version.is_retired ? 'retired' : `${versionText(version)} · ${version.source}`}
                    {!version.is_retired && version.tasks.length > 0 && <TaskList tasks={version.tasks} />}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      }
    >
      <Button size="sm" variant="soft" aria-haspopup="dialog" aria-label={`Change ${title}`} onClick={onChange}>
        Change
      </Button>
    </Row>
  )
}

const TaskList = ({ tasks }: { tasks: readonly string[] }) => (
  <ul className={styles.tasks}>
    {tasks.map((task) => (
      <li key={task}>{task}</li>
    ))}
  </ul>
)

function Source({ version: { source, source_url: url } }: { version: VersionShown }) {
  if (!url) return <>{source}</>
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {source}
    </a>
  )
}

/** Of a rule that asks nothing today: it was retired, has ended, or has not begun. */
function StateBadge({ versions }: { versions: readonly VersionShown[] }) {
  const { portal } = useSession()
  const today = dayOf(useNow(), portal.setting.time_zone)
  const last = versions.findLast(({ from_day }) => from_day <= today)
  if (!last) return <Badge tone="info">Not begun</Badge>
  return <Badge tone="neutral">{last.is_retired ? 'Retired' : 'Ended'}</Badge>
}
