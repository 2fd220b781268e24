import { BuyButton, courseItem } from '#features/cart/web/public.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { useSession } from '#ui/calls/api.tsx'
import { CardGrid } from '#ui/public/products/card.tsx'
import { CourseCard, type CourseCardData } from '#ui/public/products/course-card.tsx'
import { continueHref } from '../continue-href.ts'
import type { ListedCourse } from '../listed-course.ts'

/** What the card shows for a course; "continue" is only for the person's own enrollment (CAT-002, CAT-013). */
export const cardOf = (course: ListedCourse): CourseCardData => ({ ...course, is_bought: course.learner !== null })

type CourseGridProps = {
  courses: readonly ListedCourse[]
  label: string
  headingLevel?: 2 | 3
  /** How many of the first pictures are asked for before everything further down. */
  firstCount?: number
}

/** Courses as cards, each with its way in: buy, continue, or learn more. */
export function CourseGrid({ courses, label, headingLevel, firstCount = 1 }: CourseGridProps) {
  const { portal } = useSession()
  return (
    <CardGrid label={label}>
      {courses.map((course, at) => (
        <CourseCard
          key={course.id}
          course={cardOf(course)}
          continueHref={continueHref(course)}
          action={isForSale(course) && portal.flags.is_marketable ? <CardBuy course={course} /> : undefined}
          isFirst={at < firstCount}
          headingLevel={headingLevel}
        />
      ))}
    </CardGrid>
  )
}

const isForSale = (course: ListedCourse) =>
  course.learner === null && course.publication_status === PUBLICATION.published && course.course_pricings.length > 0

function CardBuy({ course }: { course: ListedCourse }) {
  return <BuyButton item={courseItem(course)} word={course.options.button_name || 'Buy'} variant="soft" size="sm" />
}
