import { useQuery } from '@tanstack/react-query'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import styles from '../crew.module.css'
import { crewQueries } from '../queries.ts'
import { whatOf } from '../words.ts'
import { Signature } from './signature.tsx'

type HandsOnProps = { relatedId: number; className: string | undefined }

/** What crew sessions recorded of an enrollment, with corrections (CRW-016); nothing where there is none. */
export function HandsOnRecord({ relatedId, className }: HandsOnProps) {
  const session = useSession()
  const { data } = useQuery({ ...crewQueries(useApi()).handsOn(relatedId), enabled: can(session, 'grading.view') })
  const entries = data?.data ?? []
  if (entries.length === 0) return null
  return (
    <section className={className} aria-labelledby="hands-on">
      <h2 id="hands-on">Hands-on training</h2>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={`${entry.session_id} ${entry.kind} ${entry.task} ${entry.at}`}>
            <div>{whatOf(entry)}</div>
            <div className={styles.note}>
              <TimeText value={entry.at} />,{' '}
              <Anchor href={`/crew-sessions/${entry.session_id}`}>{entry.session}</Anchor>
              {entry.place && `, ${entry.place}`}
              {(entry.kind === 'task' || entry.reason !== null) && entry.by && `, ${entry.by.display_name}`}
            </div>
            {entry.signature !== null && <Signature signature={entry.signature} name="the learner" />}
            {entry.reason !== null && <div>Reason: {entry.reason}</div>}
          </li>
        ))}
      </ol>
    </section>
  )
}
