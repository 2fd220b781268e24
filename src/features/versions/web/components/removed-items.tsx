import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#kernel/format.ts'
import { CallFailure } from '#ui/app/list/part-state.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { listRemovedItems } from '../../contract.ts'
import styles from '../versions.module.css'
import { versionsInWords } from '../words.ts'

type RemovedItemsProps = { slug: string; type: string }

/** The items of a type that are no longer in the draft, and the learners who still work in them (VER-016). */
export function RemovedItems({ slug, type }: RemovedItemsProps) {
  const { data, error, refetch } = useQuery(useApi().query(listRemovedItems, { params: { slug } }))
  if (error && !data) return <CallFailure error={error} refetch={refetch} />
  const items = data?.data.filter(({ item_type }) => item_type === type) ?? []
  if (items.length === 0) return null
  return (
    <section className={styles.removed} aria-labelledby="removed-items">
      <h2 id="removed-items">No longer in the draft</h2>
      <p>Learners of a published version still take these. They stay until you move the learners.</p>
      <Rows>
        {items.map(({ item_id, title, versions, learners }) => (
          <Row
            key={item_id}
            title={title}
            note={`${versionsInWords(versions)}, ${formatCount(learners)} ${learners === 1 ? 'learner' : 'learners'} at work`}
          >
            <Badge tone="warning">Not in the draft</Badge>
          </Row>
        ))}
      </Rows>
    </section>
  )
}
