import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { ListSpec } from '#ui/app/list/list-state.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { IconArrowRight, IconList } from '#ui/icons.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { listCourseVersions } from '../../contract.ts'
import { CompareVersions } from '../components/compare-versions.tsx'
import type { Move } from '../components/move-dialog.tsx'
import { MoveLearners } from '../components/move-learners.tsx'
import { useVersions } from '../use-versions.ts'
import styles from '../versions.module.css'

type Version = Wire<typeof listCourseVersions>['data'][number]

const SPEC: ListSpec = {}

/** The versions of a course: what is not published yet, what each version changed, and who learns in it (VER-007). */
export function VersionsScreen({ slug, onMove }: { slug: string; onMove: (move: Move) => Promise<void> }) {
  const result = useVersions(slug)
  const address = useListState(SPEC)
  const [compared, setCompared] = useState<number | null>(null)
  const [isMoving, setMoving] = useState(false)
  const { newest = 0, changes_count: changes = 0, can_publish: mayPublish = false, data = [] } = result.data ?? {}
  const earlier = data.filter(({ number, in_progress }) => number < newest && in_progress > 0)
  const behind = earlier.reduce((sum, version) => sum + version.in_progress, 0)
  return (
    <>
      {newest > 0 && (
        <section className={styles.draft} aria-label="Draft">
          <h2>{changes > 0 ? 'Unpublished changes' : 'Everything is published'}</h2>
          <p>
            {changes > 0
              ? `${changes === 1 ? '1 item differs' : `${changes} items differ`} from version ${newest}. Learners do not see this yet.`
              : `Learners who start now get version ${newest}.`}
          </p>
        </section>
      )}
      <ListScreen<Version>
        label="Versions"
        address={address}
        result={result}
        searchLabel={null}
        rowKey={({ number }) => number}
        rowName={({ number }) => `Version ${number}`}
        rowActions={({ number }) => [
          ...(number > 1 || newest > 1
            ? [
                {
                  label: number > 1 ? 'See what changed' : 'Compare',
                  icon: IconList,
                  run: () => setCompared(number),
                },
              ]
            : []),
          ...(number === newest && behind > 0 && mayPublish
            ? [{ label: 'Move learners here', icon: IconArrowRight, run: () => setMoving(true) }]
            : []),
        ]}
        columns={[
          {
            key: 'number',
            title: 'Version',
            role: 'main',
            cell: ({ number, note }) => (
              <span className={styles.item}>
                <span>
                  Version {number} {number === newest && <Badge tone="success">Newest</Badge>}
                </span>
                {note && <small>{note}</small>}
              </span>
            ),
          },
          { key: 'published_at', title: 'Published', cell: (version) => <TimeText value={version.published_at} /> },
          { key: 'published_by', title: 'By', cell: (version) => version.published_by?.display_name ?? '' },
          { key: 'in_progress', title: 'In progress', cell: (version) => version.in_progress },
          { key: 'completed', title: 'Completed', cell: (version) => version.completed },
        ]}
        empty={{
          title: 'No version yet',
          text: 'Publishing the course makes its first version. Learners keep the version they start with.',
        }}
      />
      {compared !== null && (
        <CompareVersions slug={slug} newest={newest} version={compared} onClose={() => setCompared(null)} />
      )}
      {isMoving && result.data && (
        <MoveLearners slug={slug} versions={result.data} onMove={onMove} onClose={() => setMoving(false)} />
      )}
    </>
  )
}
