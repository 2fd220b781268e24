import { Anchor } from '../public/parts/anchor.tsx'
import styles from './view-links.module.css'

type ViewLinksProps = { label: string; items: readonly { label: string; href: string }[]; current: string }

/** The ways to look at one screen, each with its own address. */
export const ViewLinks = ({ label, items, current }: ViewLinksProps) => (
  <nav className={styles.views} aria-label={label}>
    {items.map((item) => (
      <Anchor key={item.href} href={item.href} aria-current={item.href === current ? 'page' : undefined}>
        {item.label}
      </Anchor>
    ))}
  </nav>
)
