import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { modules as calls } from '../../contract.ts'
import { ItemForm } from '../components/item-page.tsx'
import { ModuleItems } from '../components/module-items.tsx'
import { type Opened, OutlineDialogs } from '../components/outline-dialogs.tsx'
import styles from '../outline.module.css'
import { outlineQueries } from '../queries.ts'
import { useOutlineEditor } from '../use-outline-editor.ts'

/** A module: its title and its items (BLD-010, BLD-011). */
export function ModuleScreen({ slug, id }: { slug: string; id: number }) {
  const api = useApi()
  const queries = outlineQueries(api)
  const { data: course } = useSuspenseQuery(queries.course(slug)).data
  const { data: items } = useSuspenseQuery(queries.outline(course.id)).data
  const { data: module } = useSuspenseQuery(api.query(calls.show, { params: { courseId: course.id, id } })).data
  const editor = useOutlineEditor(course)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { title } = module
  const record = useMemo(() => ({ title }), [title])
  const modules = items.filter((item) => item.itemable_type === 'Module')
  const shown = modules.find((item) => item.id === id)
  return (
    <>
      <ItemForm course={course} item={module} calls={calls} defaults={{ title: '' }} record={record}>
        <FormSection title="Module" text="Learners see the title above its items.">
          <Wide>
            <TextField name="title" label="Title" maxLength={200} required />
          </Wide>
        </FormSection>
      </ItemForm>
      {shown && (
        <section className={styles.moduleItems} aria-labelledby="module-items">
          <h2 id="module-items">Items of this module</h2>
          <ModuleItems course={course} module={shown} canMove={modules.length > 1} editor={editor} onOpen={setOpened} />
        </section>
      )}
      <OutlineDialogs opened={opened} items={items} editor={editor} onClose={() => setOpened(null)} />
    </>
  )
}
