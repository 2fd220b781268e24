import { useRouter } from '@tanstack/react-router'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Container } from '#ui/public/parts/layout.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import { ARTICLE_SORTS } from '../../rules/sorts.ts'
import type { ArticleCategory, ArticlePage } from '../articles.ts'
import { ArticleCards } from '../components/article-cards.tsx'
import styles from './articles.module.css'

type ArticleListScreenProps = {
  page: ArticlePage
  categories: ArticleCategory[]
  sort: string
  category: string | undefined
}

const addressOf = (query: Record<string, string | undefined>) => {
  const filters = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return filters.length > 0 ? `/knowledge?${new URLSearchParams(filters)}` : '/knowledge'
}

/** The articles with their categories, in the order that is asked for (CNT-027). */
export function ArticleListScreen({ page, categories, sort, category }: ArticleListScreenProps) {
  const router = useRouter()
  const order = sort === '-published_at' ? undefined : sort
  return (
    <>
      <PageTop
        title="Knowledge"
        crumbs={[{ label: 'Home', href: '/' }, { label: 'Knowledge' }]}
        lead="What the rules ask for, how training works, and what people in the field have learned."
      />
      <Container className={styles.page}>
        <div className={styles.bar}>
          <nav aria-label="Categories">
            <ul className={styles.chips}>
              <li>
                <Anchor href={addressOf({ sort: order })} aria-current={category ? undefined : 'page'}>
                  All articles
                </Anchor>
              </li>
              {categories.map(({ id, title, slug }) => (
                <li key={id}>
                  <Anchor
                    href={addressOf({ category: slug, sort: order })}
                    aria-current={category === slug ? 'page' : undefined}
                  >
                    {title}
                  </Anchor>
                </li>
              ))}
            </ul>
          </nav>
          <form action="/knowledge" className={styles.sort}>
            {category && <input type="hidden" name="category" value={category} />}
            <select
              name="sort"
              aria-label="Sort by"
              value={sort}
              onChange={(event) => void router.navigate({ href: addressOf({ category, sort: event.target.value }) })}
            >
              {ARTICLE_SORTS.map((each) => (
                <option key={each.sort} value={each.sort}>
                  {each.title}
                </option>
              ))}
            </select>
          </form>
        </div>
        {page.data.length > 0 ? (
          <ArticleCards articles={page.data} label="Articles" headingLevel={2} firstCount={1} />
        ) : (
          <EmptyState
            title="No articles here yet"
            text="Please come back soon."
            action={category && <LinkButton href="/knowledge">See all articles</LinkButton>}
          />
        )}
        <div className={styles.pages}>
          <Pager meta={page.meta} hrefOf={(cursor) => addressOf({ category, sort: order, cursor })} />
        </div>
      </Container>
    </>
  )
}
