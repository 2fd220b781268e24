import { IconChevronRight } from '../../icons.tsx'
import { Anchor } from './anchor.tsx'
import styles from './breadcrumbs.module.css'

export type Crumb = { label: string; href?: string }

/** The way from the start to this page; the last step is the page itself. */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" data-print="no">
      <ol className={styles.list}>
        {items.map(({ label, href }, at) => {
          const isLast = at === items.length - 1
          return (
            <li key={label}>
              {href && !isLast ? (
                <Anchor href={href}>{label}</Anchor>
              ) : (
                <span aria-current={isLast ? 'page' : undefined}>{label}</span>
              )}
              {!isLast && <IconChevronRight size={14} />}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
