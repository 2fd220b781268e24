import { useRouter } from '@tanstack/react-router'
import { lazy, type Ref, Suspense, useState } from 'react'
import {
  BuyButton,
  courseItem,
  isEnded,
  NotForSale,
  Purchase,
  PurchaseBox,
  PurchaseStack,
  quantityIn,
  useAddToCart,
  useCart,
} from '#features/cart/web/public.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { useSession } from '#ui/calls/api.tsx'
import { IconClock } from '#ui/icons.tsx'
import { later } from '#ui/page/later.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { Price } from '#ui/public/products/price.tsx'
import { ClosedNote } from '#ui/public/site/closed-note.tsx'
import { continueHref } from '../continue-href.ts'
import type { StoreCourseDetails } from '../courses.ts'
import styles from './buy-box.module.css'
import { Preview } from './preview.tsx'
import { NextSaving, SeatPrice } from './seat-price.tsx'

const Included = later(() => import('./course-page-part.tsx').then((file) => file.Included))
const ComingSoonDialog = lazy(() =>
  import('./coming-soon-dialog.tsx').then((file) => ({ default: file.ComingSoonDialog })),
)

type BuyBoxProps = { course: StoreCourseDetails; isShop: boolean; ref?: Ref<HTMLDivElement> }

/** Everything about getting into a course, in one place that stays in view: go on, wait, or buy. */
export function BuyBox({ course, isShop, ref }: BuyBoxProps) {
  return (
    <PurchaseBox ref={ref} picture={<Preview title={course.title} thumbnail={course.thumbnail} video={course.video} />}>
      <WayIn course={course} isShop={isShop} />
      <Included course={course} />
    </PurchaseBox>
  )
}

/** Published, with a price, on a portal that sells (CAT-004, CAT-005). */
export const isForSale = (course: StoreCourseDetails, isShop: boolean): boolean =>
  isShop && course.publication_status === PUBLICATION.published && course.course_pricings.length > 0

function WayIn({ course, isShop }: { course: StoreCourseDetails; isShop: boolean }) {
  const { is_subscribed: isSubscribed } = useSession().portal
  if (course.learner) return <GoOn course={course} isShop={isShop} />
  if (course.publication_status === PUBLICATION.coming_soon) return <Wait course={course} />
  if (isForSale(course, isShop)) return <Buy course={course} />
  if (!isSubscribed && isForSale(course, true)) return <ClosedNote />
  return <NotForSale>This course is not for sale right now.</NotForSale>
}

/** What the person's progress number says, and the word that leads on (LRN-007). */
const PROGRESS: Record<number, { word: string; tone: 'success' | 'info' | 'neutral'; button: string }> = {
  1: { word: 'In progress', tone: 'info', button: 'Continue' },
  2: { word: 'Completed', tone: 'success', button: 'Open the course' },
  3: { word: 'Not passed', tone: 'neutral', button: 'Continue' },
  5: { word: 'Completed', tone: 'success', button: 'Open the course' },
}
const NOT_STARTED = { word: 'Not started', tone: 'neutral', button: 'Start the course' } as const

function GoOn({ course, isShop }: { course: StoreCourseDetails; isShop: boolean }) {
  const progress = PROGRESS[course.status ?? 4] ?? NOT_STARTED
  return (
    <PurchaseStack>
      <p className={styles.state}>
        You are enrolled in this course. <Badge tone={progress.tone}>{progress.word}</Badge>
      </p>
      <LinkButton size="lg" isBlock href={continueHref(course) ?? '/courses'}>
        {progress.button}
      </LinkButton>
      {isForSale(course, isShop) && isEnded(course) && <Again course={course} />}
      {isForSale(course, isShop) && (
        <BuyButton item={courseItem(course)} word="Buy seats for others" variant="outline" isBlock />
      )}
    </PurchaseStack>
  )
}

/** What a learner has ended can be taken again, with a new enrollment (USR-022). */
function Again({ course }: { course: StoreCourseDetails }) {
  const router = useRouter()
  const addToCart = useAddToCart()
  const item = courseItem(course)
  const quantity = quantityIn(useCart(), item)
  const goOn = () => {
    if (quantity === 0) addToCart(item, 1)
    void router.navigate({ href: '/checkout/course' })
  }
  return (
    <Button size="lg" variant="outline" isBlock onClick={goOn}>
      Take the course again
    </Button>
  )
}

function Wait({ course }: { course: StoreCourseDetails }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <PurchaseStack>
      <Price amount={course.lowest_price} isFrom={course.has_several_prices} size="lg" />
      <Button size="lg" isBlock variant="outline" icon={IconClock} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Coming soon
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ComingSoonDialog title={course.title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </PurchaseStack>
  )
}

function Buy({ course }: { course: StoreCourseDetails }) {
  const item = courseItem(course)
  return (
    <Purchase
      item={item}
      word={course.options.button_name || undefined}
      price={(quantity) => <SeatPrice tiers={item.tiers} quantity={quantity} />}
      note={(quantity) => <NextSaving tiers={item.tiers} quantity={quantity} />}
    />
  )
}
