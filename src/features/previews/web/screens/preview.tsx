import { useState } from 'react'
import { cx } from '#ui/cx.ts'
import { IconArrowLeft } from '#ui/icons.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { previewedPath } from '../preview-path.ts'
import styles from '../previews.module.css'

const WIDTHS = { desktop: 'Desktop', phone: 'Phone' } as const
type Width = keyof typeof WIDTHS

type Props = { course: { slug: string; title: string; is_sequential: boolean } }

/** A course as a learner sees it, at the width of a desktop or a phone (BLD-043, BLD-067). */
export function PreviewScreen({ course }: Props) {
  const [width, setWidth] = useState<Width>('desktop')
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <LinkButton size="sm" variant="outline" icon={IconArrowLeft} href={`/courses/builder/${course.slug}/outline`}>
          Back to editing
        </LinkButton>
        <div className={styles.words}>
          <h1>{course.title}</h1>
          <p>
            Preview. Nothing you do here is recorded.
            {course.is_sequential && ' Learners unlock lessons in order; you can open all of them.'}
          </p>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
        <div role="group" aria-label="Screen width" className={styles.widths}>
          {(Object.keys(WIDTHS) as Width[]).map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === width ? 'soft' : 'ghost'}
              aria-pressed={one === width}
              onClick={() => setWidth(one)}
            >
              {WIDTHS[one]}
            </Button>
          ))}
        </div>
      </header>
      <main className={styles.stage}>
        <iframe
          className={cx(styles.screen, width === 'phone' && styles.phone)}
          src={previewedPath(course.slug)}
          title={`${course.title}, as a learner sees it`}
        />
      </main>
    </div>
  )
}
