import type { Wire } from '#kernel/endpoint.ts'
import { formatNumber } from '#kernel/format.ts'
import { DryRunFrame } from '#ui/app/dry-run.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import type { dryRunRequirement } from '../../contract-terms.ts'
import { cellText } from '../../rules/words.ts'
import styles from '../screens/compliance.module.css'

type DryRun = Wire<typeof dryRunRequirement>['data']
type Standing = DryRun['rows'][number]['before']

const textOf = ({ state, until }: Standing): string => cellText(until === null ? state : `${state} ${until}`)

const peopleText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'person' : 'people'}`

const sumOf = ({ required, cleared }: DryRun['after']): string =>
  required === 0 ? 'required of nobody' : `${formatNumber(cleared)} of ${peopleText(required)} cleared`

/** What terms would do to the people who are here today (CMP-048). */
export function RequirementDryRun({ run }: { run: DryRun }) {
  const { on, people, before, after, touched, rows, has_more: hasMore } = run
  return (
    <DryRunFrame on={on}>
      <p role="status">
        {touched === 0
          ? `Nothing changes for the ${peopleText(people)} in this portal.`
          : `This changes how ${peopleText(touched)} would stand. Now: ${sumOf(before)}. With these terms: ${sumOf(after)}.`}
        {hasMore && ' Only the first 2,000 people were looked at.'}
      </p>
      {rows.length > 0 && (
        <Rows label="Affected people" isInset>
          {rows.map((each) => (
            <Row key={each.user_id} title={each.name} note={`${textOf(each.after)}, now ${textOf(each.before)}`} />
          ))}
        </Rows>
      )}
      {touched > rows.length && <p className={styles.note}>These are the first {rows.length}.</p>}
    </DryRunFrame>
  )
}
