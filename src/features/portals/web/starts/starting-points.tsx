import { useId, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { HomePreview, STARTING_POINTS, type StartingPoint, withArt } from '#features/pages/web/public.ts'
import { usePageFrame } from '#ui/app/page-frame/use-page-frame.ts'
import { coverSvg } from '#ui/covers.ts'
import { brandStyle } from '#ui/theme/brand.ts'
import styles from './starts.module.css'

const drawing = (point: StartingPoint, name: string): string => {
  const art = point.art[name as keyof StartingPoint['art']]
  return art ? `data:image/svg+xml,${encodeURIComponent(coverSvg(art))}` : ''
}

/** The home page of a starting point as the preview shows it. */
export const homeOf = (point: StartingPoint) => {
  let count = 0
  const home = point.pages.find(({ slug }) => slug === 'home')
  return withArt(
    home?.blocks ?? [],
    (name) => drawing(point, name),
    () => `start-${point.key}-${count++}`,
  )
}

/** A small picture of the home page, drawn by the components of the public page. */
function HomePicture({ point }: { point: StartingPoint }) {
  const { box, main, frame } = usePageFrame({ width: 1024, scheme: 'light', style: brandStyle(point.colors) })
  const blocks = useMemo(() => homeOf(point), [point])
  return (
    <div ref={box} className={styles.picture} inert>
      <iframe {...frame} title={`Home page of ${point.label}`} tabIndex={-1} />
      {main && createPortal(<HomePreview isOwn={false} blocks={blocks} />, main)}
    </div>
  )
}

type StartingPointsProps = {
  legend: string
  chosen: StartingPoint | null
  onChoose: (point: StartingPoint | null) => void
  isReadOnly?: boolean
  /** What choosing none of them is called, where that is a choice. */
  none?: { label: string; text: string }
  hint?: string
}

/** The complete sites that a portal without pages can start from, each with a picture of its home page (PRT-118, PRT-121). */
export function StartingPoints({ legend, chosen, onChoose, isReadOnly = false, none, hint }: StartingPointsProps) {
  const name = useId()
  return (
    <fieldset className={styles.starts} disabled={isReadOnly}>
      <legend>{legend}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {none && (
        <label className={styles.start}>
          <input type="radio" name={name} checked={!chosen} onChange={() => onChoose(null)} />
          <span className={styles.blank} aria-hidden="true" />
          <strong>{none.label}</strong>
          <span>{none.text}</span>
        </label>
      )}
      {STARTING_POINTS.map((point) => (
        <label key={point.key} className={styles.start}>
          <input type="radio" name={name} checked={chosen?.key === point.key} onChange={() => onChoose(point)} />
          <HomePicture point={point} />
          <strong>{point.label}</strong>
          <span>{point.text}</span>
        </label>
      ))}
    </fieldset>
  )
}
