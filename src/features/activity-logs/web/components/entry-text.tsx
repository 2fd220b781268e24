import type { Wire } from '#kernel/endpoint.ts'
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
      <Changed entry={entry} />
    </span>
  )
}

/** What became of what: the value before, crossed out, and the one after. */
function Changed({ entry }: { entry: Entry }) {
  if (entry.changed.length === 0) return null
  return (
    <span className={styles.changes}>
      {entry.changed.map(({ field, from, to }) => (
        <span key={field}>
          <em>{field}:</em>{' '}
          {from !== null && (
            <>
              <span className="only-read">before </span>
              <s>{from}</s> <span aria-hidden="true">→</span> <span className="only-read">now </span>
            </>
          )}
          {to ?? 'none'}
        </span>
      ))}
    </span>
  )
}
