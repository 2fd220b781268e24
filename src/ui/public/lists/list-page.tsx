import type { ReactNode } from 'react'
import { Container } from '../parts/layout.tsx'
import styles from './list-page.module.css'
import { type Cursors, Pager } from './pagination.tsx'

type ListPageProps = {
  title: string
  text: string
  /** 2 if the page has a heading above the list. */
  headingLevel?: 1 | 2
  search?: ReactNode
  children: ReactNode
}

/** A public list with its heading, an introductory line and, if it has one, its search. */
export function ListPage({ title, text, headingLevel = 1, search, children }: ListPageProps) {
  const Title = headingLevel === 1 ? 'h1' : 'h2'
  return (
    <Container className={styles.page}>
      <div className={styles.head}>
        <Title>{title}</Title>
        <p>{text}</p>
        {search}
      </div>
      {children}
    </Container>
  )
}

/** The way to the other pages of a list, below its cards. */
export function ListPages(pager: { meta: Cursors; hrefOf: (cursor: string) => string }) {
  return (
    <div className={styles.pages}>
      <Pager {...pager} />
    </div>
  )
}
