import { useState } from 'react'
import { useFormWiring } from '#ui/app/form/form-context.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { type Branding, brandOf, type Scheme } from '#ui/theme/brand.ts'
import { contrast, parseColor, toHex, WHITE } from '#ui/theme/color.ts'
import { logoOnDark } from '../../rules/settings.ts'
import styles from '../brand-preview.module.css'
import type { Portal } from '../use-portal.ts'

/** WCAG 2.2 AA for text. */
const READABLE = 4.5

const FIELDS = [
  ['primary_color', 'main color'],
  ['secondary_color', 'second color'],
] as const

/** The colors that cannot carry or be text as they are: pages use a darker or lighter one in their place (PRT-081). */
const faint = (branding: Branding): string[] =>
  FIELDS.flatMap(([field, name]) => {
    const color = parseColor(branding[field])
    return color && contrast(color, WHITE) < READABLE ? [name] : []
  })

const variablesOf = (scheme: Scheme) =>
  Object.fromEntries(
    [
      ['page', scheme.page],
      ['surface', scheme.surface],
      ['soft', scheme.primary.soft],
      ['primary', scheme.primary.fill],
      ['on-primary', scheme.primary.on],
      ['link', scheme.primary.text],
      ['second', scheme.secondary.fill],
      ['on-second', scheme.secondary.on],
      ['header', scheme.header.background],
      ['header-text', scheme.header.text],
      ['footer', scheme.footer.background],
      ['footer-text', scheme.footer.text],
      ['footer-muted', scheme.footer.muted],
    ].map(([name, color]) => [`--p-${name as string}`, toHex(color as Scheme['page'])]),
  )

/** The public page in the colors of the form as they stand now, saved or not, with a warning about hardly readable ones (PRT-081). */
export function BrandPreview({ portal }: { portal: Portal }) {
  const { form } = useFormWiring()
  const [isDark, setDark] = useState(false)
  const values = form.getValues() as Branding & { name?: string }
  const brand = brandOf(values)
  const scheme = isDark ? brand.dark : brand.light
  const { setting } = portal
  const logo = scheme.header.scheme === 'dark' ? logoOnDark(setting) : setting.logo
  const warnings = faint(values)
  return (
    <div className={styles.preview}>
      <div className={styles.head}>
        <strong>Preview</strong>
        <span className={styles.schemes}>
          {[false, true].map((dark) => (
            <button key={String(dark)} type="button" aria-pressed={isDark === dark} onClick={() => setDark(dark)}>
              {dark ? 'Dark' : 'Light'}
            </button>
          ))}
        </span>
      </div>
      <div
        className={styles.site}
        data-scheme={isDark || brand.only ? 'dark' : 'light'}
        style={variablesOf(scheme)}
        role="img"
        aria-label={`Preview of the public page of ${portal.name} in these colors`}
      >
        <div className={styles.bar}>
          {logo ? <img src={logo} alt="" /> : <b>{portal.name}</b>}
          <span>Courses</span>
          <span>Sign in</span>
        </div>
        <div className={styles.hero}>
          <b>{values.name || portal.name}</b>
          <p>Safety training your crew finishes.</p>
          <span className={styles.primary}>See all courses</span>
          <span className={styles.second}>Contact us</span>
        </div>
        <div className={styles.cards}>
          {['Ladder Safety', 'Forklift Basics', 'Hazard Communication'].map((title) => (
            <div key={title}>
              <i />
              <b>{title}</b>
              <span className={styles.link}>View course</span>
            </div>
          ))}
        </div>
        <div className={styles.foot}>
          <b>{portal.name}</b>
          <span>Terms of Use</span>
        </div>
      </div>
      {warnings.length > 0 && (
        <Alert tone="warning" isLive title="Hard to read on white">
          Your {warnings.join(' and ')} {warnings.length > 1 ? 'have' : 'has'} too little contrast for text on white.
          Links and labels use a darker shade, and buttons get dark text. For exactly your color, pick a darker one.
        </Alert>
      )}
      {brand.only === 'dark' && <Alert tone="info">Your background is dark, so this portal has no light scheme.</Alert>}
    </div>
  )
}
