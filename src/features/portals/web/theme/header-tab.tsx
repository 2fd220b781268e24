import { Switch } from '@mantine/core'
import { HEADER_LAYOUTS, type HeaderLayout } from '#kernel/product/site-look.ts'
import { SwitchField, TextField } from '#ui/app/form/fields.tsx'
import { useField } from '#ui/app/form/form-context.ts'
import styles from './theme.module.css'
import type { ThemeValues } from './theme-form.ts'

const LAYOUTS: Record<HeaderLayout, { label: string; text: string }> = {
  left: { label: 'Logo left', text: 'Links beside the logo.' },
  centered: { label: 'Logo centered', text: 'Links at the left, search as a button.' },
  end: { label: 'Links right', text: 'Search beside the logo, links before the sign-in.' },
}

/** How the head of the public pages is arranged, and the one thing it asks visitors to do (PRT-123). */
export function HeaderTab() {
  const layout = useField<HeaderLayout>('site_header.layout')
  const action = useField<ThemeValues['site_header']['action']>('site_header.action')
  return (
    <div className={styles.fields}>
      <fieldset className={styles.fonts} disabled={layout.isReadOnly} data-path="site_header.layout">
        <legend>Arrangement</legend>
        {HEADER_LAYOUTS.map((each) => (
          <label key={each} className={styles.layout}>
            <input
              type="radio"
              name="header-layout"
              checked={layout.value === each}
              onChange={() => layout.onChange(each)}
            />
            <span className={styles.sketch} data-layout={each} aria-hidden="true">
              <i data-is="logo" />
              <i data-is="links" />
              <i data-is="search" />
              <i data-is="button" />
            </span>
            <strong>{LAYOUTS[each].label}</strong>
            <span>{LAYOUTS[each].text}</span>
          </label>
        ))}
      </fieldset>
      <SwitchField
        name="site_header.has_search"
        label="Course search"
        description="Shown where visitors can find courses."
      />
      <Switch
        label="Button"
        description="For the one thing you want visitors to do. On phones it stands in the menu."
        checked={action.value !== null}
        disabled={action.isReadOnly}
        onChange={({ currentTarget: { checked } }) => action.onChange(checked ? { label: '', href: '' } : null)}
      />
      {action.value && (
        <>
          <TextField
            name="site_header.action.label"
            label="Button label"
            placeholder="Request a quote"
            maxLength={30}
          />
          <TextField name="site_header.action.href" label="Button address" placeholder="/contact-us" />
        </>
      )}
    </div>
  )
}
