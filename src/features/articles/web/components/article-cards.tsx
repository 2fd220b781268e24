import { Anchor } from '#ui/public/parts/anchor.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { CoverFrame, CoverPicture } from '#ui/public/products/cover.tsx'
import { readingMinutes } from '../../rules/words.ts'
import type { StoreArticle } from '../articles.ts'
import styles from './article-cards.module.css'

type ArticleCardsProps = { articles: readonly StoreArticle[]; label: string; headingLevel?: 2 | 3; firstCount?: number }

/** Articles as cards. */
export function ArticleCards({ articles, label, headingLevel = 3, firstCount = 0 }: ArticleCardsProps) {
  const Title = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <ul className={styles.grid} aria-label={label}>
      {articles.map((article, at) => (
        <li key={article.id}>
          <article className={styles.card}>
            <CoverFrame>
              <CoverPicture src={article.image ?? article.cover} isFirst={at < firstCount} />
            </CoverFrame>
            <div className={styles.body}>
              <p className={styles.facts}>
                {article.category && <span>{article.category.title}</span>}
                <DateText value={article.published_at} />
                <span>{readingMinutes(article.word_count)} min read</span>
              </p>
              <Title className={styles.title}>
                <Anchor href={`/knowledge/${encodeURIComponent(article.slug)}`}>{article.title}</Anchor>
              </Title>
              {article.meta_description && <p className={styles.text}>{article.meta_description}</p>}
              {article.authors.length > 0 && (
                <p className={styles.by}>By {article.authors.map(({ name }) => name).join(', ')}</p>
              )}
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}
