import type { Wire } from '#kernel/endpoint.ts'
import { ChangeLines } from '#ui/app/history/change-lines.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import type { listOwnActivity } from '../../contract.ts'
import styles from './entry-text.module.css'

type Entry = Pick<Wire<typeof listOwnActivity>['data'][number], 'text' | 'changed' | 'is_impersonated'>

/** What happened, with what was changed; `impersonated` marks what somebody did while working as another person. */
export function EntryText({ entry, impersonated }: { entry: Entry; impersonated: string }) {
  return (
    <span className={styles.entry}>
      <span>
        {entry.text} {entry.is_impersonated && <Badge tone="warning">{impersonated}</Badge>}
      </span>
      <ChangeLines lines={entry.changed} />
    </span>
  )
}
