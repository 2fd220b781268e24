// The content of a bundle's page next to its buy box.
import { IconBook, IconCertificate, IconClock } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import { CoverFrame, CoverPicture, durationText } from '#ui/public/products/cover.tsx'
import { Price } from '#ui/public/products/price.tsx'
import { Facts, ProductHead } from '#ui/public/products/product-head.tsx'
import type { StoreBundleDetails } from '../bundles.ts'
import styles from './bundle-text.module.css'

/** What a bundle is called, and what is in it in short. */
export function BundleHead({ bundle }: { bundle: StoreBundleDetails }) {
  const minutes = bundle.courses.reduce((sum, course) => sum + (course.duration ?? 0), 0)
  const certificates = bundle.courses.filter((course) => course.certificate_template).length
  return (
    <ProductHead
      crumbs={[{ label: 'Bundles', href: '/bundles' }, { label: bundle.title }]}
      title={bundle.title}
      lead={bundle.meta_description}
    >
      <Facts label="In short">
        <li>
          <IconBook size={18} />
          {bundle.courses.length === 1 ? '1 course' : `${bundle.courses.length} courses`}
        </li>
        {minutes > 0 && (
          <li>
            <IconClock size={18} />
            {durationText(minutes)}
          </li>
        )}
        {certificates > 0 && (
          <li>
            <IconCertificate size={18} />
            {certificates === 1 ? '1 certificate' : `${certificates} certificates`}
          </li>
        )}
      </Facts>
    </ProductHead>
  )
}

/** What a bundle is about, and its courses. */
export function BundleText({ bundle }: { bundle: StoreBundleDetails }) {
  return (
    <>
      {bundle.text && (
        <section>
          <h2>About this bundle</h2>
          <Prose html={bundle.text} />
        </section>
      )}
      <section>
        <h2>The courses in it</h2>
        <ul className={styles.courses}>
          {bundle.courses.map((course) => (
            <li key={course.id}>
              <CoverFrame className={styles.cover}>
                <CoverPicture src={course.thumbnail} />
              </CoverFrame>
              <div className={styles.words}>
                <h3>
                  <Anchor href={`/course/${encodeURIComponent(course.slug)}`}>{course.title}</Anchor>
                </h3>
                {course.meta_description && <p>{course.meta_description}</p>}
                <Facts isSmall>
                  {course.duration !== null && (
                    <li>
                      <IconClock size={16} />
                      {durationText(course.duration)}
                    </li>
                  )}
                  {course.certificate_template && (
                    <li>
                      <IconCertificate size={16} />
                      Certificate
                    </li>
                  )}
                  {course.lowest_price !== null && (
                    <li className={styles.alone}>
                      alone <Price amount={course.course_pricings[0]?.price ?? course.lowest_price} />
                    </li>
                  )}
                </Facts>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
