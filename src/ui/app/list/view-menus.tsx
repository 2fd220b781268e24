import { Menu } from '@mantine/core'
import { useState } from 'react'
import { rule, z } from '#kernel/schema.ts'
import { IconFilter, IconPlus, IconTable, IconTrash } from '../../icons.tsx'
import { Button } from '../../public/parts/button.tsx'
import { FormDialog, Wide } from '../form/detail-form.tsx'
import { TextField } from '../form/fields.tsx'
import styles from './list-screen.module.css'
import { isNarrowed } from './list-state.ts'
import type { Column } from './list-types.ts'
import {
  currentSaved,
  savedQueryOf,
  shownColumns,
  stateOfSaved,
  withColumn,
  withoutSaved,
  withSaved,
} from './list-views.ts'
import type { ListAddress } from './use-list-state.ts'
import type { OwnView } from './use-list-view.ts'

/** Which of the optional columns a list shows; the choice is kept for the reader alone. */
export function ColumnsMenu<Row>({ columns, own }: { columns: readonly Column<Row>[]; own: OwnView }) {
  const optional = columns.filter((column) => column.optional)
  if (optional.length === 0) return null
  const shown = new Set(shownColumns(optional, own.view).map(({ key }) => key))
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="outline" icon={IconTable} className={styles.onlyWide}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {optional.map(({ key, title }) => (
          <Menu.CheckboxItem
            key={key}
            checked={shown.has(key)}
            closeMenuOnClick={false}
            onChange={() => void own.save(withColumn(columns, own.view, key))}
          >
            {title}
          </Menu.CheckboxItem>
        ))}
        {own.view.columns && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => void own.save({ ...own.view, columns: null })}>Reset columns</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const NAME = z.object({ name: rule.plainText(60, { is_required: true }) })

/** Searches and filters that the reader keeps under names of their own. */
export function SavedFiltersMenu({ address, own }: { address: ListAddress; own: OwnView }) {
  const [isNaming, setNaming] = useState(false)
  const { state, spec, change } = address
  const { view } = own
  const current = currentSaved(view, state, spec)
  const canSave = (isNarrowed(state) || state.sort !== (spec.sort ?? '')) && !current
  if (view.saved.length === 0 && !canSave) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="outline" icon={IconFilter}>
            {current ? current.name : 'Saved filters'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {view.saved.map((saved) => (
            <Menu.RadioItem
              key={saved.name}
              value={saved.name}
              checked={saved === current}
              closeMenuOnClick
              onChange={() => change(stateOfSaved(saved, spec))}
            >
              {saved.name}
            </Menu.RadioItem>
          ))}
          {view.saved.length > 0 && (canSave || current) && <Menu.Divider />}
          {canSave && (
            <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setNaming(true)}>
              Save these filters
            </Menu.Item>
          )}
          {current && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => void own.save(withoutSaved(view, current.name))}
            >
              Remove “{current.name}”
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <FormDialog
          isOpen
          size="sm"
          title="Save these filters"
          text="Only you see them, wherever you sign in."
          onClose={() => setNaming(false)}
          defaults={{ name: '' }}
          schema={NAME}
          savedText={false}
          save={(_, { name }) => own.save(withSaved(view, { name: name.trim(), query: savedQueryOf(state, spec) }))}
        >
          <Wide>
            <TextField name="name" label="Name" placeholder="Managers who joined this year" required maxLength={60} />
          </Wide>
        </FormDialog>
      )}
    </>
  )
}
