import { isWhole, type NavigationLinks, NavigationList, wholeLinks } from '#features/portals/web/public.ts'
import { promoButtonForm, widgetForm } from '#features/widgets/web/public.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { ColorField } from '#ui/app/form/fields.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import type { ReleaseKind } from '../../rules/releases.ts'
import { COLORS } from '../words.ts'

type Value = Record<string, unknown>
type Props = {
  /** What the release says now, or what visitors see. */
  value: Value
  save: (value: Value) => Promise<unknown>
  onClose: () => void
}

const emptied = (values: Value): Value =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]))

const TEXT = 'Visitors see this when the release goes live.'

function ButtonDialog({ value, save, onClose }: Props) {
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Promo button in this release"
      text={TEXT}
      saveLabel="Save to release"
      savedText={false}
      sendsUnchanged
      defaults={promoButtonForm.defaults as Value}
      record={value}
      save={(_, values) => save(emptied(values))}
      onSaved={onClose}
    >
      {(form) => promoButtonForm.fields(form as never, value as never)}
    </FormDialog>
  )
}

function WidgetDialog({ value, save, onClose }: Props) {
  const widget = value as never
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      size="xl"
      title="Widget in this release"
      text={TEXT}
      saveLabel="Save to release"
      savedText={false}
      sendsUnchanged
      defaults={widgetForm.defaults as Value}
      record={{ ...value, ...widgetForm.read?.(widget) }}
      save={(_, values) => save({ ...value, ...widgetForm.write?.(values as never, widget) })}
      onSaved={onClose}
    >
      {(form) => widgetForm.fields(form as never, widget)}
    </FormDialog>
  )
}

function ThemeDialog({ value, save, onClose }: Props) {
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Colors in this release"
      text={`${TEXT} An empty color is chosen by us.`}
      saveLabel="Save to release"
      savedText={false}
      sendsUnchanged
      defaults={Object.fromEntries(COLORS.map(([name]) => [name, ''])) as Value}
      record={value}
      save={(_, values) => save(emptied(values))}
      onSaved={onClose}
    >
      {COLORS.map(([name, label]) => (
        <ColorField key={name} name={name} label={label} />
      ))}
    </FormDialog>
  )
}

function NavigationDialog({ value, save, onClose }: Props) {
  return (
    <FormDialog<{ groups: NavigationLinks }>
      isOpen
      onClose={onClose}
      size="lg"
      title="Navigation in this release"
      text={TEXT}
      saveLabel="Save to release"
      savedText={false}
      sendsUnchanged
      defaults={{ groups: [] }}
      record={{ groups: (value['groups'] as NavigationLinks | undefined) ?? [] }}
      maySave={async ({ groups }) => {
        if (isWhole(groups)) return true
        toast.error('Give every link a label and an address.')
        return false
      }}
      save={(_, { groups }) => save({ groups: wholeLinks(groups) })}
      onSaved={onClose}
    >
      {({ form, values }) => <NavigationList links={values.groups} onChange={(groups) => form.setValues({ groups })} />}
    </FormDialog>
  )
}

const DIALOGS = { widget: WidgetDialog, promo_button: ButtonDialog, navigation: NavigationDialog, theme: ThemeDialog }

/** What a record will be with the release, in the form in which it is edited elsewhere. */
export function ValueDialog({ kind, ...props }: Props & { kind: Exclude<ReleaseKind, 'page'> }) {
  const Chosen = DIALOGS[kind]
  return <Chosen {...props} />
}
