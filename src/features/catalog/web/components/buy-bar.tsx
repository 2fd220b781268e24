import { createPortal } from 'react-dom'
import { BuyButton, courseItem } from '#features/cart/web/public.ts'
import { Price } from '#ui/public/products/price.tsx'
import type { StoreCourseDetails } from '../courses.ts'
import styles from './buy-bar.module.css'

/** Price and button at the lower edge of narrow windows, while the buy box is out of view. */
export function BuyBar({ course }: { course: StoreCourseDetails }) {
  return createPortal(
    <section className={styles.bar} aria-label="Buy this course" data-buy-bar="">
      <Price amount={course.lowest_price} isFrom={course.has_several_prices} />
      <BuyButton item={courseItem(course)} word={course.options.button_name || 'Buy'} size="lg" />
    </section>,
    document.body,
  )
}
