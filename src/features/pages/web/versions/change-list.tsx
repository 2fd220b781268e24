import { blockName } from '../../rules/block-kinds.ts'
import type { BlockChange, Difference, PageChanges } from '../../rules/page-changes.ts'
import styles from './versions.module.css'

const TITLES = { added: 'New', changed: 'Changed', moved: 'Moved', removed: 'Removed' } as const

function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return null
  return (
    <dl>
      {differences.map(({ name, label, before, after }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <span>
              <small>Before</small>
              <del>{before}</del>
            </span>
            <span>
              <small>After</small>
              <ins>{after}</ins>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What differs between two versions of a page, block by block, and in the page's own settings (PGB-047). */
export function ChangeList({ changes: { page, blocks } }: { changes: PageChanges }) {
  const of = (kind: BlockChange['kind']) => blocks.filter((change) => change.kind === kind)
  return (
    <div className={styles.changes}>
      {(['added', 'changed', 'moved', 'removed'] as const).map((kind) => {
        const own = of(kind)
        return own.length === 0 ? null : (
          <section key={kind} aria-label={`${TITLES[kind]} blocks`}>
            <h3>
              {TITLES[kind]} <span className={styles.count}>{own.length}</span>
            </h3>
            <ul>
              {own.map(({ block, differences }) => (
                <li key={block.props.id}>
                  {blockName(block)}
                  <Differences differences={differences} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {page.length > 0 && (
        <section aria-label="Page settings">
          <h3>
            Page settings <span className={styles.count}>{page.length}</span>
          </h3>
          <ul>
            <li>
              <Differences differences={page} />
            </li>
          </ul>
        </section>
      )}
    </div>
  )
}
