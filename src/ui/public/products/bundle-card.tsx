import { IconPackage } from '../../icons.tsx'
import { Anchor } from '../parts/anchor.tsx'
import { Badge } from '../parts/badge.tsx'
import { LinkButton } from '../parts/button.tsx'
import { BundleCover } from './bundle-cover.tsx'
import styles from './card.module.css'
import { CoverFrame } from './cover.tsx'
import { Price } from './price.tsx'

/** What a card shows of a bundle (CAT-014). */
export type BundleCardData = {
  slug: string
  title: string
  thumbnail: string | null
  price: number
  discount_price: number | null
  courses: readonly { title: string; thumbnail?: string | null }[]
}

/** A bundle in a list; with a discount the old price is struck through (CAT-015). */
export function BundleCard({
  bundle,
  headingLevel = 3,
  isFirst = false,
  isSoon = false,
}: {
  bundle: BundleCardData
  headingLevel?: 2 | 3
  /** At the top of its page, where its pictures are not waited with. */
  isFirst?: boolean
  /** The next one, of which a phone shows the upper edge. */
  isSoon?: boolean
}) {
  const href = `/bundles/${encodeURIComponent(bundle.slug)}`
  const Title = headingLevel === 2 ? 'h2' : 'h3'
  const count = bundle.courses.length
  const amount = bundle.discount_price ?? bundle.price
  const saving = Math.round((1 - amount / bundle.price) * 100)
  return (
    <article className={styles.card}>
      <CoverFrame className={styles.cover}>
        <BundleCover bundle={bundle} isFirst={isFirst} isSoon={isSoon} />
        {saving > 0 && (
          <div className={styles.flag}>
            <Badge tone="secondary">Save {saving}%</Badge>
          </div>
        )}
      </CoverFrame>
      <div className={styles.body}>
        <div className={styles.provider}>
          <IconPackage size={16} />
          <span>{count === 1 ? '1 course' : `${count} courses`}</span>
        </div>
        <Title className={styles.title}>
          <Anchor href={href} className={styles.link}>
            {bundle.title}
          </Anchor>
        </Title>
        <div className={styles.foot}>
          <Price amount={amount} old={bundle.price} />
          <LinkButton size="sm" variant="soft" href={href} aria-label={`View bundle: ${bundle.title}`}>
            View
          </LinkButton>
        </div>
      </div>
    </article>
  )
}
