import type { ReactNode } from 'react'
import { cx } from '../../cx.ts'
import { IconArrowRight } from '../../icons.tsx'
import { Header } from '../site/header.tsx'
import type { HeaderProps } from '../site/header-parts.tsx'
import { Anchor } from './anchor.tsx'
import styles from './layout.module.css'

type SkipLinkProps = { to?: string; children?: ReactNode }

/** The first link of every page and of long parts that people may want to skip; visible only with the keyboard. */
export function SkipLink({ to = 'main', children = 'Skip to the content' }: SkipLinkProps) {
  return (
    <a href={`#${to}`} className={cx(styles.skip, 'only-read')}>
      {children}
    </a>
  )
}

type PublicLayoutProps = {
  header: HeaderProps
  /** Builder pages may leave out header and footer (PGB-005). */
  hasHeader?: boolean
  footer?: ReactNode
  /** Banners above everything: impersonation, announcements, offline. */
  banners?: ReactNode
  children: ReactNode
}

/** The frame of public pages. */
export function PublicLayout({ header, footer, hasHeader = true, banners, children }: PublicLayoutProps) {
  return (
    <div className={styles.page}>
      <SkipLink />
      {banners}
      {hasHeader && <Header {...header} />}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {footer}
    </div>
  )
}

/** The middle of the page with its margins. */
export function Container({
  children,
  width = 'page',
  className,
}: {
  children: ReactNode
  width?: 'page' | 'narrow'
  className?: string
}) {
  return <div className={cx(styles.container, width === 'narrow' && styles.narrow, className)}>{children}</div>
}

type PartProps = {
  title: ReactNode
  /** Shown next to the heading. */
  aside?: ReactNode
  /** The heading's id, if the part is a named region for screen readers. */
  id?: string
  children: ReactNode
}

/** A part of a container, under its own heading. */
export function Part({ title, aside, id, children }: PartProps) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.partHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

type SectionProps = {
  title?: ReactNode
  text?: ReactNode
  /** Where the rest of what stands here can be seen. */
  more?: { label: string; href: string }
  children: ReactNode
  id?: string
}

/** A part of a public page under its own heading. */
export function Section({ title, text, more, children, id }: SectionProps) {
  return (
    <section id={id} className={cx(styles.container, styles.section)}>
      {title && (
        <div className={styles.sectionHead}>
          <div>
            <h2>{title}</h2>
            {text && <p>{text}</p>}
          </div>
          {more && (
            <Anchor href={more.href} className={styles.more}>
              {more.label}
              <IconArrowRight size={18} />
            </Anchor>
          )}
        </div>
      )}
      {children}
    </section>
  )
}
