import { useState } from 'react'
import { promoButtonForm, widgetForm } from '#features/widgets/web/public.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { ColorField } from '#ui/app/form/fields.tsx'
import { Sortable } from '#ui/app/sortable.tsx'
import { moved } from '#ui/app/sortable-order.ts'
import { IconPlus, IconTrash } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import type { ReleaseKind } from '../../rules/releases.ts'
import styles from '../releases.module.css'

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

const COLORS = [
  ['primary_color', 'Main color'],
  ['secondary_color', 'Second color'],
  ['background', 'Background'],
  ['footer_header_color', 'Header'],
  ['footer_color', 'Footer'],
] as const

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

type Group = { button_name: string; title: string; slug: string }
let lastKey = 0
const keyed = (group: Group) => ({ ...group, key: ++lastKey })

function NavigationDialog({ value, save, onClose }: Props) {
  const [groups, setGroups] = useState(() => ((value['groups'] as Group[] | undefined) ?? []).map(keyed))
  const [isSaving, setSaving] = useState(false)
  const change = (at: number, part: Partial<Group>) =>
    setGroups((all) => all.map((group, each) => (each === at ? { ...group, ...part } : group)))
  const isWhole = groups.every(({ button_name: name, slug }) => name.trim() && slug.trim())
  const submit = async () => {
    setSaving(true)
    const kept = groups.map(({ button_name, title, slug }) => ({
      button_name,
      title: title || button_name,
      slug: slug.trim().replace(/^\/+/, ''),
    }))
    if (
      await save({ groups: kept }).then(
        () => true,
        () => false,
      )
    )
      onClose()
    setSaving(false)
  }
  return (
    <Dialog
      isOpen
      isStrict
      onClose={onClose}
      size="lg"
      title="Navigation in this release"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!isWhole} isLoading={isSaving} onClick={() => void submit()}>
            Save to release
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>{TEXT} Links to pages that do not exist for this portal are left out.</p>
        <Sortable
          label="Links of the navigation"
          className={styles.groups}
          items={groups}
          itemKey={({ key }) => key}
          itemName={({ button_name: name }, at) => name || `Link ${at + 1}`}
          onMove={(from, to) => setGroups((all) => moved(all, from, to))}
        >
          {(group, { handle, index }) => (
            <div className={styles.group}>
              {handle}
              <Field label="Label">
                <Input
                  value={group.button_name}
                  maxLength={60}
                  onChange={(event) => change(index, { button_name: event.target.value, title: event.target.value })}
                />
              </Field>
              <Field label="Address">
                <Input
                  value={group.slug}
                  maxLength={200}
                  onChange={(event) => change(index, { slug: event.target.value })}
                />
              </Field>
              <IconButton
                icon={IconTrash}
                label={`Remove ${group.button_name || `link ${index + 1}`}`}
                onClick={() => setGroups((all) => all.filter((_, each) => each !== index))}
              />
            </div>
          )}
        </Sortable>
        {groups.length < 20 && (
          <div>
            <Button
              size="sm"
              variant="outline"
              icon={IconPlus}
              onClick={() => setGroups((all) => [...all, keyed({ button_name: '', title: '', slug: '' })])}
            >
              Add link
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

const DIALOGS = { widget: WidgetDialog, promo_button: ButtonDialog, navigation: NavigationDialog, theme: ThemeDialog }

/** What a record will be with the release, in the form in which it is edited elsewhere. */
export function ValueDialog({ kind, ...props }: Props & { kind: Exclude<ReleaseKind, 'page'> }) {
  const Chosen = DIALOGS[kind]
  return <Chosen {...props} />
}
