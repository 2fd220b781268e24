import { responsivePicture } from '#kernel/uploads/picture-widths.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Avatar } from '#ui/public/parts/avatar.tsx'
import { Container, Section } from '#ui/public/parts/layout.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { PageTop } from '#ui/public/site/page-top.tsx'
import { readingMinutes } from '../../rules/words.ts'
import type { StoreArticle, StoreArticleDetails } from '../articles.ts'
import { ArticleCards } from '../components/article-cards.tsx'
import styles from './articles.module.css'

type ArticleScreenProps = { article: StoreArticleDetails; others: StoreArticle[] }

/** An article: cover, title, authors, dates and text, and below it others of its category (CAT-037). */
export function ArticleScreen({ article, others }: ArticleScreenProps) {
  const isChanged = article.updated_at.slice(0, 10) > article.published_at.slice(0, 10)
  return (
    <>
      {!article.is_public && <PreviewNote />}
      <PageTop
        width="narrow"
        title={article.title}
        eyebrow={article.category?.title}
        crumbs={[{ label: 'Home', href: '/' }, { label: 'Knowledge', href: '/knowledge' }, { label: article.title }]}
        lead={article.meta_description}
      >
        <p className={styles.dates}>
          {article.authors.length > 0 && <span>By {article.authors.map(({ name }) => name).join(', ')}</span>}
          <span>
            Published <DateText value={article.published_at} format="long" />
          </span>
          {isChanged && (
            <span>
              Updated <DateText value={article.updated_at} format="long" />
            </span>
          )}
          <span>{readingMinutes(article.word_count)} min read</span>
        </p>
      </PageTop>
      <Container width="narrow" className={styles.article}>
        {article.cover && (
          <img
            {...responsivePicture(article.cover, '(max-width: 800px) 94vw, 760px')}
            alt=""
            width={1280}
            height={720}
            fetchPriority="high"
            className={styles.cover}
          />
        )}
        <Prose html={article.text} />
        {article.tags.length > 0 && (
          <ul className={styles.tags} aria-label="Tags">
            {article.tags.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        )}
        {article.authors.length > 0 && (
          <section className={styles.authors}>
            <h2>{article.authors.length === 1 ? 'About the author' : 'About the authors'}</h2>
            {article.authors.map(({ id, name, description, avatar }) => (
              <div key={id} className={styles.author}>
                <Avatar name={name} src={avatar} size="lg" />
                <div>
                  <strong>{name}</strong>
                  {description && <Prose html={description} />}
                </div>
              </div>
            ))}
          </section>
        )}
      </Container>
      {others.length > 0 && (
        <Section title="More to read" more={{ label: 'All articles', href: '/knowledge' }}>
          <ArticleCards articles={others} label="More to read" />
        </Section>
      )}
    </>
  )
}

/** Over what readers do not see yet. */
const PreviewNote = () => (
  <Container width="narrow">
    <Alert tone="info" title="Preview">
      This is how the article will look. Readers do not see it yet.
    </Alert>
  </Container>
)
