import type { ReactNode } from 'react'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import { IconClock } from '../../icons.tsx'
import { Anchor } from '../parts/anchor.tsx'
import { Badge } from '../parts/badge.tsx'
import { LinkButton } from '../parts/button.tsx'
import styles from './card.module.css'
import { CoverFrame, CoverPicture, durationText } from './cover.tsx'
import { Price } from './price.tsx'
import { Rating } from './rating.tsx'

/** What a card shows of a course; the fields are those of the course on the storefront (CAT-001). */
export type CourseCardData = {
  slug: string
  title: string
  thumbnail: string | null
  /** 3 is coming soon (CAT-003). */
  publication_status?: number
  author?: { name: string; avatar?: string | null } | null
  /** The lowest price as a decimal, of all tiers; null while none is set. */
  lowest_price?: number | null
  /** True where a larger quantity costs less or more. */
  has_several_prices?: boolean
  rating?: number | null
  reviews_count?: number
  /** Minutes. */
  duration?: number | null
  is_bought?: boolean
}

type CourseCardProps = {
  course: CourseCardData
  /** Where the card leads; the course's public page by default. */
  href?: string
  /** Where `Continue` leads for a course the person has. */
  continueHref?: string
  /** A button in place of Buy or Continue. */
  action?: ReactNode
  /** The first cards of a page load their pictures at once. */
  isFirst?: boolean
  headingLevel?: 2 | 3
}

/** A course in a list: picture, title, author, lowest price, average rating, and a button to buy or continue (CAT-013). */
export function CourseCard({ course, href, continueHref, action, isFirst, headingLevel = 3 }: CourseCardProps) {
  const page = href ?? `/course/${encodeURIComponent(course.slug)}`
  const isComing = course.publication_status === PUBLICATION.coming_soon
  const Title = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <article className={styles.card}>
      <CoverFrame className={styles.cover}>
        <CoverPicture src={course.thumbnail} isFirst={isFirst} />
        {isComing && (
          <div className={styles.flag}>
            <Badge tone="info" icon={IconClock}>
              Coming soon
            </Badge>
          </div>
        )}
      </CoverFrame>
      <div className={styles.body}>
        {course.author && (
          <div className={styles.provider}>
            {course.author.avatar && (
              <img src={pictureFor(course.author.avatar, 20)} alt="" width={20} height={20} loading="lazy" />
            )}
            <span>{course.author.name}</span>
          </div>
        )}
        <Title className={styles.title}>
          <Anchor href={page} className={styles.link}>
            {course.title}
          </Anchor>
        </Title>
        <div className={styles.facts}>
          {course.rating ? <Rating value={course.rating} count={course.reviews_count} /> : null}
          {course.duration ? (
            <span>
              <IconClock size={16} />
              {durationText(course.duration)}
            </span>
          ) : null}
        </div>
        <div className={styles.foot}>
          <Price amount={course.lowest_price ?? null} isFrom={course.has_several_prices} />
          {action ?? <CourseAction course={course} page={page} continueHref={continueHref} isComing={isComing} />}
        </div>
      </div>
    </article>
  )
}

type CourseActionProps = { course: CourseCardData; page: string; continueHref?: string; isComing: boolean }

function CourseAction({ course, page, continueHref, isComing }: CourseActionProps) {
  const [word, href, variant] = course.is_bought
    ? (['Continue', continueHref ?? `/courses/learner/${encodeURIComponent(course.slug)}`, 'primary'] as const)
    : isComing
      ? (['View course', page, 'outline'] as const)
      : (['Buy', page, 'soft'] as const)
  return (
    <LinkButton size="sm" variant={variant} href={href} aria-label={`${word}: ${course.title}`}>
      {word}
    </LinkButton>
  )
}
