import type { ReactNode } from 'react'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { wordOf } from '#ui/app/status-badge.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import { planName } from '../portal-words.ts'
import styles from '../portals.module.css'
import type { Portal } from '../use-portal.ts'

/** As many admins as are named; the list of users has the others. */
const MOST_NAMES = 5
const namesOf = (users: readonly { display_name: string }[]): string => {
  const names = users.slice(0, MOST_NAMES).map(({ display_name: name }) => name)
  return `${names.join(', ')}${users.length > MOST_NAMES ? ` and ${users.length - MOST_NAMES} more` : ''}`
}
const count = (number: number | undefined) => (number === undefined ? '–' : number.toLocaleString('en-US'))

/** Plan, people, credits and addresses of a portal (PRT-012, PRT-049). */
export function PortalFacts({ portal, links }: { portal: Portal; links?: ReactNode }) {
  const { subscription, credits, users = [] } = portal
  const facts: [string, ReactNode][] = [
    ['Plan', planName(portal.plan?.short_name ?? null)],
    [
      'Subscription',
      subscription ? (
        <>
          {wordOf(subscription.status)}
          {subscription.ends_at && (
            <>
              , until <DayText value={subscription.ends_at} isEnd />
            </>
          )}
        </>
      ) : (
        'None'
      ),
    ],
    ['Managers', count(portal.managers_count)],
    ['Learners', count(portal.learners_count)],
    ['Credits left to hand out', count(credits?.remaining)],
    ['Credits handed out', count(credits?.distributed)],
    ['Credits used', count(credits?.used)],
    [
      'Address',
      <Anchor key="address" href={portal.origin}>
        {portal.origin.replace(/^https?:\/\//, '')}
      </Anchor>,
    ],
    ['Type', portal.flags.is_in_house ? 'In-house' : portal.flags.is_channel ? 'Channel' : 'Not chosen yet'],
    ['Admins', users.length ? namesOf(users) : 'None yet'],
  ]
  return (
    <FormSection title="At a glance" text="Plan, people and credits.">
      <Wide>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {links}
      </Wide>
    </FormSection>
  )
}
