import { useRouter } from '@tanstack/react-router'
import { lazy, type Ref, Suspense, useState } from 'react'
import {
  BuyButton,
  courseItem,
  nextSaving,
  QuantityField,
  quantityIn,
  SeatsNote,
  TierList,
  useAddToCart,
  useCart,
} from '#features/cart/web/public.ts'
import { formatCents } from '#kernel/format.ts'
import { centsOf, tierFor } from '#kernel/prices.ts'
import { useSession } from '#ui/api.tsx'
import { IconCheck, IconClock, IconShoppingCart } from '#ui/icons.tsx'
import { later } from '#ui/later.tsx'
import { Anchor } from '#ui/public/anchor.tsx'
import { Badge } from '#ui/public/badge.tsx'
import { Button, LinkButton } from '#ui/public/button.tsx'
import { ClosedNote } from '#ui/public/closed-note.tsx'
import { Price } from '#ui/public/price.tsx'
import { continueHref } from '../continue-href.ts'
import type { StoreCourseDetails } from '../courses.ts'
import styles from './buy-box.module.css'
import { Preview } from './preview.tsx'

const Included = later(() => import('./course-page-part.tsx').then((file) => file.Included))
const ComingSoonDialog = lazy(() =>
  import('./coming-soon-dialog.tsx').then((file) => ({ default: file.ComingSoonDialog })),
)

type BuyBoxProps = { course: StoreCourseDetails; isShop: boolean; ref?: Ref<HTMLDivElement> }

/** Everything about getting into a course, in one place that stays in view: go on, wait, or buy. */
export function BuyBox({ course, isShop, ref }: BuyBoxProps) {
  return (
    <div ref={ref} className={styles.box}>
      <Preview title={course.title} thumbnail={course.thumbnail} video={course.video} />
      <div className={styles.body}>
        <WayIn course={course} isShop={isShop} />
        <Included course={course} />
      </div>
    </div>
  )
}

/** Published, with a price, on a portal that sells (CAT-004, CAT-005). */
export const isForSale = (course: StoreCourseDetails, isShop: boolean): boolean =>
  isShop && course.publication_status === 2 && course.course_pricings.length > 0

function WayIn({ course, isShop }: { course: StoreCourseDetails; isShop: boolean }) {
  const { is_subscribed: isSubscribed } = useSession().portal
  if (course.learner) return <GoOn course={course} isShop={isShop} />
  if (course.publication_status === 3) return <Wait course={course} />
  if (isForSale(course, isShop)) return <Buy course={course} />
  if (!isSubscribed && isForSale(course, true)) return <ClosedNote />
  return <p className={styles.quiet}>This course is not on sale at the moment.</p>
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
    <div className={styles.stack}>
      <p className={styles.state}>
        You are in this course. <Badge tone={progress.tone}>{progress.word}</Badge>
      </p>
      <LinkButton size="lg" isBlock href={continueHref(course) ?? '/courses'}>
        {progress.button}
      </LinkButton>
      {isForSale(course, isShop) && (
        <BuyButton item={courseItem(course)} word="Buy seats for others" variant="outline" isBlock />
      )}
    </div>
  )
}

function Wait({ course }: { course: StoreCourseDetails }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.stack}>
      <Price amount={course.lowest_price} isFrom={course.has_several_prices} size="lg" />
      <Button size="lg" isBlock variant="outline" icon={IconClock} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Coming soon
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ComingSoonDialog title={course.title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Buy({ course }: { course: StoreCourseDetails }) {
  const router = useRouter()
  const addToCart = useAddToCart()
  const item = courseItem(course)
  const held = quantityIn(useCart(), item)
  const [quantity, setQuantity] = useState(1)
  const [added, setAdded] = useState(0)
  const unit = centsOf(tierFor(item.tiers, quantity)?.price ?? 0)
  const saving = nextSaving(item.tiers, quantity)
  const add = () => {
    addToCart(item, quantity)
    setAdded(quantity)
  }
  const checkOut = () => {
    // What is in the cart already is what the person means; it is not raised on the way to pay.
    if (held === 0) addToCart(item, quantity)
    void router.navigate({ href: '/checkout/course' })
  }
  return (
    <div className={styles.stack}>
      <div className={styles.priceRow}>
        <Price amount={(unit * quantity) / 100} size="lg" />
        {quantity > 1 && <span className={styles.each}>{formatCents(unit)} each</span>}
      </div>
      <TierList tiers={item.tiers} quantity={quantity} />
      <div className={styles.choose}>
        <QuantityField size="lg" label={`Quantity of ${course.title}`} value={quantity} onChange={setQuantity} />
        <Button size="lg" className={styles.grow} onClick={checkOut}>
          {held > 0 ? 'Go to checkout' : course.options.button_name || 'Buy now'}
        </Button>
      </div>
      <Button size="lg" isBlock variant="outline" icon={IconShoppingCart} onClick={add}>
        {held > 0 ? 'Add to what is in the cart' : 'Add to cart'}
      </Button>
      <div role="status" className={styles.status}>
        {held > 0 && (
          <p>
            <IconCheck size={16} />
            <span>
              {added > 0 ? `Added. Your cart holds ${held}.` : `Your cart holds ${held}.`}{' '}
              <Anchor href="/cart">View cart</Anchor>
            </span>
          </p>
        )}
      </div>
      {saving && quantity > 1 && saving.missing <= 20 && (
        <p className={styles.hint}>
          {saving.missing === 1 ? 'One more seat' : `${saving.missing} more seats`}, and each costs{' '}
          {formatCents(saving.unit_cents)}.
        </p>
      )}
      <SeatsNote kind="course" quantity={quantity} />
    </div>
  )
}
