import { IconDeviceDesktop, IconMoon, IconSun } from '../../icons.tsx'
import { chooseScheme, type SchemeChoice, useSchemeChoice } from '../../theme/scheme.ts'
import styles from './scheme-toggle.module.css'

const CHOICES: { value: SchemeChoice; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'Like the device', icon: IconDeviceDesktop },
]

/** Light, dark or as the device; not shown on portals whose background allows only one scheme. */
export function SchemeToggle() {
  const chosen = useSchemeChoice()
  return (
    <fieldset className={styles.group}>
      <legend className="only-read">Color scheme</legend>
      {CHOICES.map(({ value, label, icon: Drawing }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={chosen === value}
          onClick={() => chooseScheme(value)}
        >
          <Drawing size={16} />
        </button>
      ))}
    </fieldset>
  )
}
