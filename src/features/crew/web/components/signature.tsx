import { type PointerEvent, useState } from 'react'
import { Button } from '#ui/public/parts/button.tsx'
import { FIELD, type Point, type Stroke, signaturePath, writeSignature } from '../../rules/signature.ts'
import styles from '../crew.module.css'

const BOX = `0 0 ${FIELD.width} ${FIELD.height}`
const pathOf = (strokes: readonly Stroke[]) =>
  strokes.map((stroke) => stroke.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')).join('')

type PadProps = { label: string; error: string | undefined; onChange: (signature: string) => void }

/** A field to sign in with a finger, a pen or a mouse; who cannot draw types the name beside it. */
export function SignaturePad({ label, error, onChange }: PadProps) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const [isDrawing, setDrawing] = useState(false)
  const pointOf = (event: PointerEvent<SVGSVGElement>): Point => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height]
    return [Math.round(x * FIELD.width), Math.round(y * FIELD.height)]
  }
  const show = (next: readonly Stroke[]) => {
    setStrokes(next)
    onChange(next.length === 0 ? '' : writeSignature(next))
  }
  return (
    <div className={styles.form}>
      <div className={styles.pad} data-invalid={error ? '' : undefined}>
        <svg
          viewBox={BOX}
          role="img"
          aria-label={label}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            setDrawing(true)
            show([...strokes, [pointOf(event)]])
          }}
          onPointerMove={(event) => {
            if (!isDrawing) return
            show([...strokes.slice(0, -1), [...(strokes.at(-1) ?? []), pointOf(event)]])
          }}
          onPointerUp={() => setDrawing(false)}
          onPointerCancel={() => setDrawing(false)}
        >
          <title>{label}</title>
          <path d={pathOf(strokes)} />
        </svg>
        {strokes.length === 0 && <span aria-hidden="true">Sign here</span>}
      </div>
      {error && <p className={styles.error}>{error}</p>}
      <div className={styles.actions}>
        <Button variant="outline" className={styles.large} disabled={strokes.length === 0} onClick={() => show([])}>
          Clear signature
        </Button>
      </div>
    </div>
  )
}

/** A signature as it was drawn. */
export function Signature({ signature, name }: { signature: string; name: string }) {
  const path = signaturePath(signature)
  if (path === '') return null
  return (
    <svg className={styles.signature} viewBox={BOX} role="img" aria-label={`Signature of ${name}`}>
      <title>Signature of {name}</title>
      <path d={path} />
    </svg>
  )
}
