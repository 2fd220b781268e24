import { useEffect } from 'react'
import { FONTS, type FontName } from '#kernel/product/site-look.ts'
import { useField } from '#ui/app/form/form-context.ts'
import { fontFaces, fontStack } from '#ui/theme/fonts.ts'
import { FONT_WORDS } from './font-words.ts'
import styles from './theme.module.css'

/** Shows this screen the fonts that can be chosen; visitors load only those that are. */
const useAllFonts = () => {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(FONTS.map(fontFaces).join(''))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [])
}

/** The fonts of the public pages, for texts and for headings apart (PRT-122). */
export function FontsTab({ textFont }: { textFont: FontName | '' }) {
  useAllFonts()
  return (
    <div className={styles.fields}>
      <FontField name="text_font" legend="Text" none={{ value: 'inter', text: 'Clear and neutral. The standard.' }} />
      <FontField
        name="heading_font"
        legend="Headings"
        none={{ value: textFont || 'inter', text: 'Same as the text.' }}
      />
      <p className={styles.note}>
        Fonts come from your own site, so nobody else learns about your visitors. Letters that a font does not have,
        such as Arabic or Chinese, appear in a font of the visitor’s device.
      </p>
    </div>
  )
}

type FontFieldProps = {
  name: 'text_font' | 'heading_font'
  legend: string
  /** What an empty choice stands for. */
  none: { value: FontName; text: string }
}

function FontField({ name, legend, none }: FontFieldProps) {
  const { value, onChange, error, isReadOnly } = useField<FontName | ''>(name)
  const isText = name === 'text_font'
  const options: (FontName | '')[] = isText ? ['', ...FONTS.filter((font) => font !== 'inter')] : ['', ...FONTS]
  return (
    <fieldset className={styles.fonts} disabled={isReadOnly} data-path={name}>
      <legend>{legend}</legend>
      {options.map((font) => {
        const shown = font || none.value
        return (
          <label key={font} className={styles.font}>
            <input
              type="radio"
              name={name}
              checked={value === font || (isText && font === '' && value === 'inter')}
              onChange={() => onChange(font)}
            />
            <strong style={{ fontFamily: fontStack(shown) }}>
              {font === '' && !isText ? 'Same as text' : FONT_WORDS[shown].label}
            </strong>
            <span style={{ fontFamily: fontStack(shown) }}>
              {font === '' ? (isText ? none.text : FONT_WORDS[shown].label) : FONT_WORDS[shown].text}
            </span>
          </label>
        )
      })}
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}
