import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { Sortable } from '#ui/app/sortable.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconList, IconPencil, IconTag, IconTrash, IconUpload } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { AddItem } from '../components/add-item.tsx'
import { ModuleItems } from '../components/module-items.tsx'
import { type Opened, OutlineDialogs } from '../components/outline-dialogs.tsx'
import { OutlineRow, rowKey } from '../components/outline-row.tsx'
import { UploadFiles } from '../components/upload-files.tsx'
import { itemPath } from '../kinds.ts'
import styles from '../outline.module.css'
import { type OutlineItem, outlineQueries } from '../queries.ts'
import { focusRow } from '../row-focus.ts'
import { useFileDrop } from '../use-file-drop.ts'
import { useFileItems } from '../use-file-items.ts'
import { useOutlineEditor } from '../use-outline-editor.ts'

const countText = (count: number) => (count === 1 ? '1 item' : `${count} items`)

/** The items of a course: reorder, add and remove them (ROU-082, BLD-010 to BLD-015). */
export function OutlineScreen({ slug }: { slug: string }) {
  const queries = outlineQueries(useApi())
  const { data: course } = useSuspenseQuery(queries.course(slug)).data
  const { data: items } = useSuspenseQuery(queries.outline(course.id)).data
  const editor = useOutlineEditor(course)
  const [opened, setOpened] = useState<Opened | null>(null)
  const modules = items.filter((item) => item.itemable_type === 'Module')
  const uploads = useFileItems(course, items)
  const [isUploading, setUploading] = useState(false)
  const upload = useRef<HTMLButtonElement>(null)
  const mayEdit = course.abilities.update_content

  // Drawn once for a state of the outline: lifting and dragging an item redraws only the handles.
  const contents = useMemo(() => {
    const canMove = items.filter((item) => item.itemable_type === 'Module').length > 1
    const remove = async (item: OutlineItem, index: number) => {
      const next = items[index + 1] ?? items[index - 1]
      if (!(await editor.remove(item))) return
      if (next) focusRow(rowKey(next))
      else requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-adds="Module"]')?.focus())
    }
    const actionsOf = (item: OutlineItem, index: number): RowAction[] => [
      { label: 'Edit', icon: IconPencil, href: itemPath(slug, item.itemable_type, item.id) },
      { label: 'Rename', icon: IconTag, run: () => setOpened({ what: 'rename', item }) },
      { label: 'Delete', icon: IconTrash, isDanger: true, run: () => void remove(item, index) },
    ]
    const drawn = items.map((item, index) => {
      const isModule = item.itemable_type === 'Module'
      const row = (
        <OutlineRow
          key={item.id}
          kind={item.itemable_type}
          title={item.title}
          href={itemPath(slug, item.itemable_type, item.id)}
          note={isModule ? countText(item.module_items.length) : undefined}
          actions={mayEdit ? actionsOf(item, index) : []}
        />
      )
      const inner = isModule && (
        <ModuleItems course={course} module={item} canMove={canMove} editor={editor} onOpen={setOpened} />
      )
      return [item.id, { row, inner }] as const
    })
    return new Map(drawn)
  }, [items, slug, course, editor, mayEdit])
  const drop = useFileDrop(mayEdit, (files, moduleId) => {
    setUploading(true)
    uploads.add(files, moduleId)
  })
  const target = modules.find(({ itemable_id: id }) => id === drop.over?.module_id) ?? modules.at(-1)
  return (
    <div className={styles.outline} data-receives={drop.over ? true : undefined} {...drop.events}>
      <div className={styles.head}>
        <div>
          <h2>Outline</h2>
          {items.length > 0 && <p>{countText(items.length)}, in the order in which learners see them.</p>}
        </div>
        {mayEdit && (
          <Button
            ref={upload}
            variant="outline"
            icon={IconUpload}
            aria-expanded={isUploading}
            onClick={() => setUploading(true)}
          >
            Upload files
          </Button>
        )}
      </div>
      {drop.over && (
        <p className={styles.dropHint}>
          {target ? `Drop files to add them to ${target.title}.` : 'Drop files to add them to the course.'}
        </p>
      )}
      {isUploading && (
        <UploadFiles
          modules={modules}
          uploads={uploads}
          onClose={() => {
            setUploading(false)
            upload.current?.focus()
          }}
        />
      )}
      {items.length === 0 && (
        <div className={styles.empty}>
          <EmptyState
            icon={IconList}
            title="Nothing in this course yet"
            text={
              mayEdit
                ? 'Start with a module for text, documents, audio and video. Add exams, assignments and SCORM modules next to it.'
                : 'The author of this course has not added anything yet.'
            }
          />
        </div>
      )}
      <Sortable
        label="Outline"
        items={items}
        itemKey={(item) => item.id}
        itemName={(item) => item.title}
        isFixed={!mayEdit || items.length < 2}
        onMove={(from, to) => items[from] && void editor.sort(items[from], to)}
      >
        {(item, { handle }) => (
          <div
            className={styles.card}
            data-module={item.itemable_type === 'Module' ? item.itemable_id : undefined}
            data-target={
              drop.over && item.itemable_type === 'Module' && item.itemable_id === target?.itemable_id
                ? true
                : undefined
            }
          >
            <div className={styles.row} data-row={rowKey(item)}>
              {handle}
              {contents.get(item.id)?.row}
            </div>
            {contents.get(item.id)?.inner}
          </div>
        )}
      </Sortable>
      {mayEdit && <AddItem onAdd={editor.add} onAdded={editor.changed} />}
      <OutlineDialogs opened={opened} items={items} editor={editor} onClose={() => setOpened(null)} />
    </div>
  )
}
