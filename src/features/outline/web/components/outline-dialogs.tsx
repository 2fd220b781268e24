import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { IdSelectField, TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import type { ModuleItemType } from '../../rules/item-types.ts'
import { kindWord } from '../kinds.ts'
import { MODULE_ITEM_CALLS, type OutlineItem, type OutlineModuleItem } from '../queries.ts'
import type { OutlineEditor } from '../use-outline-editor.ts'
import { ModuleItemFields, moduleItemDefaults } from './module-item-fields.tsx'

export type Opened =
  | { what: 'rename'; item: OutlineItem }
  | { what: 'rename-module-item'; item: OutlineModuleItem }
  | { what: 'move'; item: OutlineModuleItem }
  | { what: 'add'; module_id: number; type: ModuleItemType }

type DialogsProps = { opened: Opened | null; items: readonly OutlineItem[]; editor: OutlineEditor; onClose: () => void }

/** The dialog that is open over an outline, if any. */
export function OutlineDialogs({ opened, items, editor, onClose }: DialogsProps) {
  const api = useApi()
  const common = { isOpen: true, onClose, onSaved: () => void editor.changed() }
  if (!opened) return null
  if (opened.what === 'add') {
    const { type, module_id } = opened
    return (
      <FormDialog
        {...common}
        size={type === 'Text' ? 'lg' : 'md'}
        title={`New ${kindWord(type)}`}
        saveLabel="Add"
        keepAs={`new ${type} in module ${module_id}`}
        defaults={moduleItemDefaults(type)}
        save={(payload) => api.call(MODULE_ITEM_CALLS[type].create, { body: { module_id, ...payload } as never })}
      >
        <ModuleItemFields type={type} />
      </FormDialog>
    )
  }
  if (opened.what === 'move') {
    const { item } = opened
    const modules = items.filter((each) => each.itemable_type === 'Module' && each.itemable_id !== item.module_id)
    return (
      <FormDialog
        {...common}
        size="sm"
        title={`Move “${item.title}”`}
        saveLabel="Move"
        defaults={{ module_id: modules[0]?.itemable_id ?? null }}
        save={(_, { module_id }) => editor.moveTo(item, module_id as number)}
      >
        <IdSelectField
          name="module_id"
          label="Module"
          description="It becomes the last item there."
          allowDeselect={false}
          searchable
          data={modules.map(({ itemable_id, title }) => ({ value: itemable_id, label: title }))}
        />
      </FormDialog>
    )
  }
  const { title, itemable_type: type } = opened.item
  return (
    <FormDialog
      {...common}
      size="sm"
      title={`Rename the ${kindWord(type)}`}
      defaults={{ title: '' }}
      record={{ title }}
      save={(_, values) =>
        opened.what === 'rename'
          ? editor.rename(opened.item, values.title)
          : editor.renameModuleItem(opened.item, values.title)
      }
    >
      <TextField name="title" label="Title" maxLength={200} required />
    </FormDialog>
  )
}
