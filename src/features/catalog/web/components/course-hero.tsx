import { PUBLICATION } from '#kernel/product/statuses.ts'
import { IconCertificate, IconClock, IconList } from '#ui/icons.tsx'
import { Avatar } from '#ui/public/parts/avatar.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { DateText } from '#ui/public/parts/time.tsx'
import { durationText } from '#ui/public/products/cover.tsx'
import { Facts, ProductHead } from '#ui/public/products/product-head.tsx'
import { Rating } from '#ui/public/products/rating.tsx'
import type { StoreCourseDetails } from '../courses.ts'
import type { LoadedCourse } from '../load-course.ts'
import styles from './course-hero.module.css'

type CourseHeroProps = Pick<LoadedCourse, 'course' | 'items'> & {
  /** The path of the list in which other courses are found. */
  list: string
}

/** The head of a course's page: breadcrumb, title and summary. */
export function CourseHero({ course, items, list }: CourseHeroProps) {
  const category = course.categories[0]
  return (
    <ProductHead
      crumbs={[
        { label: 'Courses', href: '/course' },
        ...(category ? [{ label: category.name, href: `${list}?category=${category.slug}` }] : []),
        { label: course.title },
      ]}
      badge={
        course.publication_status === PUBLICATION.coming_soon && (
          <Badge tone="info" icon={IconClock}>
            Coming soon
          </Badge>
        )
      }
      title={course.title}
      lead={course.meta_description}
    >
      <CourseFacts course={course} items={items} />
      {course.author && (
        <p className={styles.author}>
          <Avatar name={course.author.name} src={course.author.avatar} size="sm" />
          <span>By {course.author.name}</span>
        </p>
      )}
    </ProductHead>
  )
}

function CourseFacts({ course, items }: { course: StoreCourseDetails; items: LoadedCourse['items'] }) {
  return (
    <Facts label="In short">
      {course.rating !== null && (
        <li>
          <Rating value={course.rating} count={course.reviews_count} />
        </li>
      )}
      {course.duration !== null && (
        <li>
          <IconClock size={18} />
          {durationText(course.duration)}
        </li>
      )}
      {items.length > 0 && (
        <li>
          <IconList size={18} />
          {items.length === 1 ? '1 part' : `${items.length} parts`}
        </li>
      )}
      {course.certificate_template && (
        <li>
          <IconCertificate size={18} />
          Certificate
        </li>
      )}
      {course.language && <li>{course.language.name}</li>}
      <li>
        <span>
          Updated <DateText value={course.updated_at} />
        </span>
      </li>
    </Facts>
  )
}
