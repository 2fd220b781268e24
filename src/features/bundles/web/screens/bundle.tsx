import { IconBook, IconCertificate, IconClock } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/anchor.tsx'
import { Breadcrumbs } from '#ui/public/breadcrumbs.tsx'
import { CoverPicture, durationText } from '#ui/public/cover.tsx'
import { Container } from '#ui/public/layout.tsx'
import { Price } from '#ui/public/price.tsx'
import type { StoreBundle } from '../bundles.ts'
import { BundleBox } from '../components/bundle-box.tsx'
import styles from './bundle.module.css'

/** A bundle with its courses and its price; with a discount the old price is struck through (CAT-015). */
export function BundleScreen({ bundle }: { bundle: StoreBundle }) {
  const minutes = bundle.courses.reduce((sum, course) => sum + (course.duration ?? 0), 0)
  const certificates = bundle.courses.filter((course) => course.certificate_template).length
  return (
    <>
      <div className={styles.hero}>
        <Container className={styles.heroInner}>
          <Breadcrumbs items={[{ label: 'Bundles', href: '/bundles' }, { label: bundle.title }]} />
          <h1>{bundle.title}</h1>
          {bundle.meta_description && <p className={styles.lead}>{bundle.meta_description}</p>}
          <ul className={styles.facts} aria-label="In short">
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
          </ul>
        </Container>
      </div>
      <Container className={styles.columns}>
        <div className={styles.side}>
          <BundleBox bundle={bundle} />
        </div>
        <div className={styles.main}>
          {bundle.text && (
            <section>
              <h2>About this bundle</h2>
              <div
                className={styles.prose}
                // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it is saved
                dangerouslySetInnerHTML={{ __html: bundle.text }}
              />
            </section>
          )}
          <section>
            <h2>The courses in it</h2>
            <ul className={styles.courses}>
              {bundle.courses.map((course) => (
                <li key={course.id}>
                  <div className={styles.cover}>
                    <CoverPicture src={course.thumbnail} />
                  </div>
                  <div className={styles.words}>
                    <h3>
                      <Anchor href={`/course/${encodeURIComponent(course.slug)}`}>{course.title}</Anchor>
                    </h3>
                    {course.meta_description && <p>{course.meta_description}</p>}
                    <ul className={styles.facts}>
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
                    </ul>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </Container>
    </>
  )
}
