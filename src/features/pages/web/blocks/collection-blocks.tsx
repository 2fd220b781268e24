import type { ReactNode } from 'react'
import { ArticleCards } from '#features/articles/web/public.ts'
import { CourseGrid } from '#features/catalog/web/public.ts'
import { faqPath } from '#features/faq/web/public.ts'
import { cx } from '#ui/cx.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Questions } from '#ui/public/parts/questions.tsx'
import { BundleCard } from '#ui/public/products/bundle-card.tsx'
import { CardGrid } from '#ui/public/products/card.tsx'
import { durationText } from '#ui/public/products/cover.tsx'
import { Price } from '#ui/public/products/price.tsx'
import { fillWords } from '../../rules/words.ts'
import styles from './blocks.module.css'
import type { BlockView, Collection, Placed, Showing } from './types.ts'

type Items = { [C in Collection as C['kind']]: C['items'] }

/** What was found for a block; an empty collection shows nothing at all. */
const itemsOf = <K extends keyof Items>({ data }: Showing, id: string, kind: K): Items[K] | null => {
  const collection = data[id]
  if (collection?.kind !== kind || collection.items.length === 0) return null
  return collection.items as Items[K]
}

type FrameProps = {
  title: string
  text: string
  showing: Placed
  more: { label: string; href: string }
  className?: string
  children: ReactNode
}

function Frame({ title, text, showing: { words }, more, className, children }: FrameProps) {
  return (
    <div className={cx(styles.collection, className)}>
      <div className={styles.collectionHead}>
        <div>
          {title && <h2>{fillWords(title, words)}</h2>}
          {text && <p>{fillWords(text, words)}</p>}
        </div>
        <Anchor href={more.href}>{more.label}</Anchor>
      </div>
      {children}
    </div>
  )
}

export function CoursesCollection({ id, title, text, layout, showing }: BlockView<'CoursesCollection'>) {
  const courses = itemsOf(showing, id, 'courses')
  if (!courses) return null
  return (
    <Frame title={title} text={text} showing={showing} more={{ label: 'All courses', href: showing.list }}>
      {layout === 'cards' ? (
        <CourseGrid courses={courses} label={title || 'Courses'} firstCount={0} />
      ) : (
        <ul className={styles.lines} aria-label={title || 'Courses'}>
          {courses.map((course) => (
            <li key={course.id}>
              <div>
                <Anchor href={`/course/${encodeURIComponent(course.slug)}`}>{course.title}</Anchor>
                <br />
                <span>
                  {[course.category, course.duration && durationText(course.duration)].filter(Boolean).join(' · ')}
                </span>
              </div>
              <Price amount={course.lowest_price} isFrom={course.has_several_prices} />
            </li>
          ))}
        </ul>
      )}
    </Frame>
  )
}

export function BundlesCollection({ id, title, text, showing }: BlockView<'BundlesCollection'>) {
  const bundles = itemsOf(showing, id, 'bundles')
  if (!bundles) return null
  const more = { label: 'All bundles', href: '/bundles' }
  return (
    <Frame title={title} text={text} showing={showing} more={more} className={styles.bundles}>
      <CardGrid label={title || 'Bundles'}>
        {bundles.map((bundle) => (
          <BundleCard key={bundle.id} bundle={bundle} />
        ))}
      </CardGrid>
    </Frame>
  )
}

export function States({ id, title, text, showing }: BlockView<'States'>) {
  const states = itemsOf(showing, id, 'states')
  if (!states) return null
  return (
    <Frame title={title} text={text} showing={showing} more={{ label: 'All states', href: '/united-states' }}>
      <ul className={styles.states} aria-label={title || 'States'}>
        {states.map((state) => (
          <li key={state.id}>
            <Anchor href={`/united-states/${encodeURIComponent(state.slug)}`}>{state.title}</Anchor>
          </li>
        ))}
      </ul>
    </Frame>
  )
}

export function Faqs({ id, title, text, showing }: BlockView<'Faqs'>) {
  const questions = itemsOf(showing, id, 'faqs')
  if (!questions) return null
  return (
    <Frame title={title} text={text} showing={showing} more={{ label: 'All questions', href: '/faq' }}>
      <Questions questions={questions.map((each) => ({ ...each, href: faqPath(each.slug) }))} />
    </Frame>
  )
}

export function BlogCollection({ id, title, text, showing }: BlockView<'BlogCollection'>) {
  const articles = itemsOf(showing, id, 'blog')
  if (!articles) return null
  return (
    <Frame title={title} text={text} showing={showing} more={{ label: 'All articles', href: '/knowledge' }}>
      <ArticleCards articles={articles} label={title || 'Articles'} />
    </Frame>
  )
}
