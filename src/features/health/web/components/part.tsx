import { type ReactNode, useId } from 'react'
import { Card } from '#ui/public/products/card.tsx'
import styles from '../health.module.css'

type PartProps = { title: string; text?: ReactNode; children: ReactNode }

/** One subject of the page. */
export function Part({ title, text, children }: PartProps) {
  const id = useId()
  return (
    <Card isFlush>
      <section className={styles.part} aria-labelledby={id}>
        <div>
          <h2 id={id}>{title}</h2>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {children}
      </section>
    </Card>
  )
}
