import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { later } from '#ui/page/later.tsx'
import { ProductColumns } from '#ui/public/products/product-columns.tsx'
import { BuyBox, isForSale } from '../components/buy-box.tsx'
import type { LoadedCourse } from '../load-course.ts'

const parts = () => import('../components/course-page-part.tsx')
const CourseHero = later(() => parts().then((file) => file.CourseHero))
const CourseText = later(() => parts().then((file) => file.CourseText))
const CourseReviews = later(() => parts().then((file) => file.CourseReviews))
const RelatedCourses = later(() => parts().then((file) => file.RelatedCourses))
const BuyBar = lazy(() => import('../components/buy-bar.tsx').then((file) => ({ default: file.BuyBar })))

/** A course as visitors see it: its description, contents and instructors, with the buy box next to all of that. */
export function CourseScreen({ course, items, related, reviews }: LoadedCourse) {
  const { portal } = useSession()
  const box = useRef<HTMLDivElement>(null)
  const isShop = portal.flags.is_marketable && portal.is_subscribed
  const isBoxAway = useIsAway(box)
  const list = portal.setting.has_course_catalog ? '/course-catalog' : '/course'
  return (
    <>
      <CourseHero course={course} items={items} list={list} />
      <ProductColumns side={<BuyBox ref={box} course={course} isShop={isShop} />}>
        <CourseText course={course} items={items} list={list} />
        {reviews && <CourseReviews key={course.id} slug={course.slug} first={reviews} />}
      </ProductColumns>
      <RelatedCourses course={course} related={related} list={list} />
      {isBoxAway && isForSale(course, isShop) && course.learner === null && (
        <Suspense fallback={null}>
          <BuyBar course={course} />
        </Suspense>
      )}
    </>
  )
}

/** True while the element has been scrolled out above or below the window. */
const useIsAway = (ref: RefObject<HTMLElement | null>): boolean => {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return isAway
}
