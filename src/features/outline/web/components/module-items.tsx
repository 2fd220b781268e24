import { useMemo } from 'react'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { Sortable } from '#ui/app/sortable.tsx'
import { IconArrowRight, IconPencil, IconTag, IconTrash } from '#ui/icons.tsx'
import { MODULE_ITEM_TYPES } from '../../rules/item-types.ts'
import { itemPath } from '../kinds.ts'
import styles from '../outline.module.css'
import type { Course, OutlineItem, OutlineModuleItem } from '../queries.ts'
import { focusRow } from '../row-focus.ts'
import type { OutlineEditor } from '../use-outline-editor.ts'
import { AddButtons } from './add-item.tsx'
import type { Opened } from './outline-dialogs.tsx'
import { OutlineRow, rowKey } from './outline-row.tsx'

type ModuleItemsProps = {
  course: Course
  module: OutlineItem
  /** Whether there is another module to move an item to. */
  canMove: boolean
  editor: OutlineEditor
  onOpen: (opened: Opened) => void
}

/** The items of a module, in order, with a button to add one (BLD-011, BLD-017). */
export function ModuleItems({ course, module, canMove, editor, onOpen }: ModuleItemsProps) {
  const { module_items: items, title } = module
  const mayEdit = course.abilities.update_content
  // Drawn once for a state of the module: lifting and dragging an item redraws only the handles.
  const contents = useMemo(() => {
    const remove = async (item: OutlineModuleItem, index: number) => {
      const next = items[index + 1] ?? items[index - 1]
      if (await editor.removeModuleItem(item)) focusRow(rowKey(next ?? module))
    }
    const actionsOf = (item: OutlineModuleItem, index: number): RowAction[] => [
      { label: 'Edit', icon: IconPencil, href: itemPath(course.slug, item.itemable_type, item.id) },
      { label: 'Rename', icon: IconTag, run: () => onOpen({ what: 'rename-module-item', item }) },
      ...(canMove
        ? [{ label: 'Move to another module', icon: IconArrowRight, run: () => onOpen({ what: 'move', item }) }]
        : []),
      { label: 'Delete', icon: IconTrash, isDanger: true, run: () => void remove(item, index) },
    ]
    const drawn = items.map((item, index) => (
      <OutlineRow
        key={item.id}
        kind={item.itemable_type}
        title={item.title}
        href={itemPath(course.slug, item.itemable_type, item.id)}
        actions={mayEdit ? actionsOf(item, index) : []}
      />
    ))
    return new Map(items.map((item, index) => [item.id, drawn[index]]))
  }, [items, module, course.slug, editor, onOpen, canMove, mayEdit])
  return (
    <div className={styles.inner}>
      {items.length === 0 && <p className={styles.nothing}>{mayEdit ? 'Nothing in this module yet.' : 'Empty.'}</p>}
      <Sortable
        label={`Items of ${title}`}
        items={items}
        itemKey={(item) => item.id}
        itemName={(item) => item.title}
        isFixed={!mayEdit || items.length < 2}
        className={styles.innerList}
        onMove={(from, to) => items[from] && void editor.sortModuleItem(items[from], to)}
      >
        {(item, { handle }) => (
          <div className={styles.row} data-row={rowKey(item)}>
            {handle}
            {contents.get(item.id)}
          </div>
        )}
      </Sortable>
      {mayEdit && (
        <AddButtons
          label={`Add to ${title}`}
          kinds={MODULE_ITEM_TYPES}
          onChoose={(type) => onOpen({ what: 'add', module_id: module.itemable_id, type })}
        />
      )}
    </div>
  )
}
