import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PicturePicker } from '#features/media-library/web/public.ts'
import { showPortal } from '#features/portals/contract.ts'
import { THEME_DEFAULTS, THEME_WORDS, ThemeEditor, themeValues } from '#features/portals/web/public.ts'
import { pictureFor } from '#kernel/uploads/picture-widths.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { useField } from '#ui/app/form/form-context.ts'
import { useApi } from '#ui/calls/api.tsx'
import { IconPhoto } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import styles from '../releases.module.css'
import { emptied, type Value, type ValueDialogProps, VISIBLE_WITH_RELEASE } from './value-dialog.ts'

const LOGOS = [
  { name: 'logo', label: 'Logo', text: 'In the header, in e-mails and on invoices.', ground: 'light' },
  { name: 'secondary_logo', label: 'Logo on dark', text: 'In the footer and on dark headers.', ground: 'dark' },
  { name: 'favicon', label: 'Page icon', text: 'In browser tabs.', ground: undefined },
] as const

const DEFAULTS = { ...THEME_DEFAULTS, logo: '', secondary_logo: '', favicon: '' }
type ThemeInRelease = typeof DEFAULTS

const valuesOf = (value: Value): ThemeInRelease => {
  const logo = (name: string) => (value[name] as string | null | undefined) ?? ''
  return {
    ...themeValues(value),
    logo: logo('logo'),
    secondary_logo: logo('secondary_logo'),
    favicon: logo('favicon'),
  }
}

/** The look that a portal will have with the release, edited beside its public page as on the theme screen (PGB-056). */
export function ThemeDialog({ value, save, onClose }: ValueDialogProps) {
  const api = useApi()
  const { data: portal } = useSuspenseQuery(api.query(showPortal)).data
  return (
    <FormDialog<ThemeInRelease>
      isOpen
      onClose={onClose}
      size="xl"
      title="Theme in this release"
      text={VISIBLE_WITH_RELEASE}
      saveLabel="Save to release"
      savedText={false}
      sendsUnchanged
      defaults={DEFAULTS}
      record={valuesOf(value)}
      words={THEME_WORDS}
      save={(_, values) => save(emptied(values))}
      onSaved={onClose}
    >
      {(record) => {
        const { logo, secondary_logo, favicon } = record.values
        return (
          <ThemeEditor
            isInDialog
            record={record as never}
            portal={portal}
            logos={emptied({ logo, secondary_logo, favicon })}
            more={[{ key: 'logos', label: 'Logos', content: <Logos /> }]}
          />
        )
      }}
    </FormDialog>
  )
}

const Logos = () => (
  <div className={styles.logos}>
    {LOGOS.map((row) => (
      <LogoField key={row.name} {...row} />
    ))}
  </div>
)

function LogoField({ name, label, text, ground }: (typeof LOGOS)[number]) {
  const { value, onChange, error } = useField<string>(name)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <fieldset className={styles.logo} data-path={name}>
      <legend>{label}</legend>
      <p>{text}</p>
      <div>
        <span className={styles.picture} data-ground={ground}>
          {value ? <img src={pictureFor(value, 160)} alt={label} /> : <IconPhoto size={28} />}
        </span>
        <Button
          size="sm"
          variant="outline"
          aria-label={`Choose picture for ${label}`}
          onClick={() => setChoosing(true)}
        >
          Choose picture
        </Button>
        {value && (
          <Button size="sm" variant="ghost" aria-label={`Remove ${label}`} onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
      {error && <p role="alert">{error}</p>}
      {isChoosing && (
        <PicturePicker
          onClose={() => setChoosing(false)}
          onPick={async (_, load) => {
            setChoosing(false)
            await load().then(
              ({ src }) => onChange(src),
              (failure: unknown) => toast.error(failure),
            )
          }}
        />
      )}
    </fieldset>
  )
}
