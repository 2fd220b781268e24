import type { ReactNode } from 'react'
import { formatPhone } from '#kernel/format.ts'
import { slugify } from '#kernel/text.ts'
import { useSession } from '#ui/calls/api.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import { FIGURES } from '../../rules/figures.ts'
import styles from './legal-page.module.css'

export type Clause = { title: string; text: ReactNode }
/** A part of a legal text; one without a title is the whole text. */
export type LegalPart = { title?: string; intro?: ReactNode; clauses: readonly Clause[] }

type LegalPageProps = { title: string; lead: string; parts: readonly LegalPart[]; children?: ReactNode }

const anchorOf = (part: LegalPart, clause: Clause) => slugify(`${part.title ?? ''} ${clause.title}`)

/** A legal text with its table of contents next to it. */
export function LegalPage({ title, lead, parts, children }: LegalPageProps) {
  return (
    <>
      <PageTop title={title} lead={lead} crumbs={[{ label: 'Home', href: '/' }, { label: title }]} />
      <Container className={styles.page}>
        <nav className={styles.toc} aria-labelledby="contents">
          <h2 id="contents">Contents</h2>
          {parts.map((part) => (
            <ol key={part.title ?? ''} className={styles.contents}>
              {part.clauses.map((clause) => (
                <li key={clause.title}>
                  <a href={`#${anchorOf(part, clause)}`}>{clause.title}</a>
                </li>
              ))}
            </ol>
          ))}
        </nav>
        <div className={styles.text}>
          <p className={styles.since}>In force since {FIGURES.texts_hold_from}.</p>
          {parts.map((part) => (
            <Part key={part.title ?? ''} part={part} />
          ))}
          {children}
        </div>
      </Container>
    </>
  )
}

function Part({ part }: { part: LegalPart }) {
  const Heading = part.title ? 'h3' : 'h2'
  return (
    <>
      {part.title && (
        <section className={styles.part}>
          <h2>{part.title}</h2>
          {part.intro}
        </section>
      )}
      {part.clauses.map((clause) => (
        <section key={clause.title} id={anchorOf(part, clause)}>
          <Heading>{clause.title}</Heading>
          {clause.text}
        </section>
      ))}
    </>
  )
}

/** How people reach the portal, as links, for the texts that name it; only by what there is. */
export function useContact(): { name: string; email: ReactNode; phone: ReactNode; reach: ReactNode } {
  const { portal } = useSession()
  const { name, support_email: address, support_phone: number } = portal.company
  const email = address && <Anchor href={`mailto:${address}`}>{address}</Anchor>
  const phone = number && (
    <Anchor className={styles.phone} href={`tel:${number.replace(/[^\d+]/g, '')}`}>
      {formatPhone(number)}
    </Anchor>
  )
  return {
    name: name ?? portal.name,
    email,
    phone,
    reach: (
      <>
        {email && <>Write to {email}</>}
        {phone && (
          <>
            {email ? ' or call' : 'Call'} {phone}
          </>
        )}
        {!email && !phone && 'Tell the people of your portal'}
      </>
    ),
  }
}
