import { isWhole, type NavigationLinks, NavigationList, wholeLinks } from '#features/portals/web/public.ts'
import { promoButtonForm, widgetForm } from '#features/widgets/web/public.ts'
import { FormDialog, FormSections, Wide } from '#ui/app/form/detail-form.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import type { ReleaseKind } from '../../rules/releases.ts'
import { ThemeDialog } from './theme-dialog.tsx'
import { emptied, type Value, type ValueDialogProps, VISIBLE_WITH_RELEASE } from './value-dialog.ts'

function ButtonDialog({ value, save, onClose }: ValueDialogProps) {
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Promo button in this release"
      text={VISIBLE_WITH_RELEASE}
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

function WidgetDialog({ value, save, onClose }: ValueDialogProps) {
  const widget = value as never
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      size="xl"
      title="Widget in this release"
      text={VISIBLE_WITH_RELEASE}
      saveLabel="Save to release"
      savedText={false}
      sendsUnchanged
      defaults={widgetForm.defaults as Value}
      record={{ ...value, ...widgetForm.read?.(widget) }}
      save={(_, values) => save({ ...value, ...widgetForm.write?.(values as never, widget) })}
      onSaved={onClose}
    >
      {(form) => (
        <Wide>
          <FormSections>{widgetForm.fields(form as never, widget)}</FormSections>
        </Wide>
      )}
    </FormDialog>
  )
}

function NavigationDialog({ value, save, onClose }: ValueDialogProps) {
  return (
    <FormDialog<{ groups: NavigationLinks }>
      isOpen
      onClose={onClose}
      size="lg"
      title="Navigation in this release"
      text={VISIBLE_WITH_RELEASE}
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
      {({ form, values }) => (
        <NavigationList links={values.groups} errors={form.errors} onChange={(groups) => form.setValues({ groups })} />
      )}
    </FormDialog>
  )
}

const DIALOGS = { widget: WidgetDialog, promo_button: ButtonDialog, navigation: NavigationDialog, theme: ThemeDialog }

/** What a record will be with the release, in the form in which it is edited elsewhere. */
export function ValueDialog({ kind, ...props }: ValueDialogProps & { kind: Exclude<ReleaseKind, 'page'> }) {
  const Chosen = DIALOGS[kind]
  return <Chosen {...props} />
}
