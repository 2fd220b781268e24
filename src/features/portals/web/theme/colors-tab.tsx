import { ColorField } from '#ui/app/form/fields.tsx'
import { useFormWiring } from '#ui/app/form/form-context.ts'
import { IconArrowRight, IconCheck } from '#ui/icons.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import {
  COLOR_FIELDS,
  type ColorCheck,
  type ColorField as ColorName,
  type Correction,
  checkColor,
  corrected,
  corrections,
} from '#ui/theme/color-checks.ts'
import styles from './theme.module.css'
import type { ThemeValues } from './theme-form.ts'

const WORDS: Record<ColorName, { label: string; text: string }> = {
  primary_color: { label: 'Main color', text: 'Buttons, links and soft areas.' },
  secondary_color: { label: 'Second color', text: 'Accents. Empty: we choose one that goes with the main color.' },
  background: { label: 'Background', text: 'Behind everything. Empty: a very light gray.' },
  footer_header_color: { label: 'Header', text: 'Empty: white, or dark gray in the dark scheme.' },
  footer_color: { label: 'Footer', text: 'Empty: the color of the header, or near-black.' },
}

const ratioText = (ratio: number) => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`

/** The colors of the portal, each with what can be read on it, and a readable one where it cannot (PRT-115, PRT-116). */
export function ColorsTab({ values, onSet }: { values: ThemeValues; onSet: (colors: Partial<ThemeValues>) => void }) {
  const { isReadOnly } = useFormWiring()
  const open = corrections(values)
  return (
    <div className={styles.fields}>
      {COLOR_FIELDS.map((field) => {
        const check = checkColor(values, field)
        return (
          <div key={field} className={styles.color}>
            <ColorField name={field} label={WORDS[field].label} description={WORDS[field].text} />
            {check && (
              <Check label={WORDS[field].label} check={check}>
                {check.correction && !isReadOnly && (
                  <Button
                    size="sm"
                    variant="outline"
                    onClick={() => onSet({ [field]: check.correction?.color })}
                    aria-label={`Use ${check.correction.color} as ${WORDS[field].label.toLowerCase()}`}
                  >
                    Use {check.correction.color}
                  </Button>
                )}
              </Check>
            )}
          </div>
        )
      })}
      {open.length > 1 && !isReadOnly && (
        <Button variant="soft" onClick={() => onSet(corrected(values) as Partial<ThemeValues>)}>
          Correct all {open.length} colors
        </Button>
      )}
      <p className="only-read" role="status">
        {open.length === 0
          ? 'All colors can be read.'
          : `Hard to read: ${open.map(({ field }) => WORDS[field].label).join(', ')}.`}
      </p>
    </div>
  )
}

type CheckProps = { label: string; check: ColorCheck; children: React.ReactNode }

function Check({ label, check: { color, text, ratio, correction }, children }: CheckProps) {
  return (
    <div className={styles.check} data-problem={correction ? '' : undefined}>
      <span className={styles.sample} style={{ background: color, color: text }}>
        Text
      </span>
      <span className={styles.verdict}>
        <IconCheck size={16} />
        {text === '#ffffff' ? 'White' : 'Dark'} text on it: {ratioText(ratio)}
      </span>
      {correction && (
        <fieldset className={styles.correction}>
          <legend className="only-read">{label}: hard to read</legend>
          <p>
            {correction.kind === 'as-text'
              ? 'Too little contrast for links and labels, so pages use another shade for them.'
              : 'Too strong for gray text, so pages use a softer shade.'}
          </p>
          <div className={styles.pair}>
            <Sample {...correction.before} words={correction.kind} />
            <IconArrowRight size={18} />
            <Sample {...correction.after} words={correction.kind} />
          </div>
          {children}
        </fieldset>
      )}
    </div>
  )
}

const SAMPLES = { 'as-text': 'Course link', 'as-page': 'Gray text' } as const

function Sample({ text, ground, ratio, words }: Correction['before'] & { words: Correction['kind'] }) {
  return (
    <span className={styles.before}>
      {/* A picture of a text: it is shown because it is hard to read, and the ratio below says so. */}
      <span
        className={styles.sample}
        style={{ background: ground, color: text }}
        data-words={SAMPLES[words]}
        aria-hidden="true"
      />
      <span>{ratioText(ratio)}</span>
    </span>
  )
}
