import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { FormValues, RecordForm } from '#ui/app/form/use-record-form.ts'
import { WIDTHS, type WidthName } from '#ui/app/page-frame/use-page-frame.ts'
import { useSession } from '#ui/calls/api.tsx'
import { IconArrowBackUp, IconArrowForwardUp, IconEye, IconPencil } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { type Blocks, findBlock } from '../../rules/operations.ts'
import { BlocksTab } from './blocks-tab.tsx'
import styles from './builder.module.css'
import { type BuilderPlace, BuilderPlaceContext } from './builder-place.ts'
import { Canvas } from './canvas.tsx'
import { type Builder, PAGE_DEFAULTS } from './use-builder.ts'
import { useBuilderKeys } from './use-builder-keys.ts'
import { useCommands } from './use-commands.ts'
import { useEditHistory } from './use-edit-history.ts'
import { useInlineText } from './use-inline-text.ts'

const WIDTH_NAMES: { value: WidthName; label: string }[] = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'tablet', label: 'Tablet' },
  { value: 'phone', label: 'Phone' },
]

type WithBlocks = FormValues & { components: Blocks }

const isSame = (one: WithBlocks, other: WithBlocks) => Object.keys(one).every((name) => one[name] === other[name])

/** The builder over the blocks of a form that saves, guards and keeps edits by itself. */
const useFormBuilder = (record: RecordForm<WithBlocks>): Builder => {
  const [selected, select] = useState<string | null>(null)
  const { values } = record
  // The parts of the builder that a form has none of are those of the page alone: its tabs and what search engines read.
  return {
    ...useEditHistory(record, isSame),
    record,
    values: { ...PAGE_DEFAULTS, ...values },
    selected: selected !== null && findBlock(values.components, selected) ? selected : null,
    select,
  } as unknown as Builder
}

type BlocksFieldProps = {
  record: unknown
  place: BuilderPlace
  /** Whose permission `resource.update` changes the blocks. */
  resource: 'site-content' | 'partner-content'
  top?: ReactNode
}

/** The page builder as a part of a form, over its field `components` (PGB-035). */
export function BlocksField({ place, ...props }: BlocksFieldProps) {
  return (
    <BuilderPlaceContext value={place}>
      <Field {...props} />
    </BuilderPlaceContext>
  )
}

function Field({ record, resource, top = null }: Omit<BlocksFieldProps, 'place'>) {
  const isReadOnly = !can(useSession(), `${resource}.update`)
  const builder = useFormBuilder(record as RecordForm<WithBlocks>)
  const commands = useCommands(builder)
  const inline = useInlineText(builder)
  const keys = useBuilderKeys({ builder, commands, isReadOnly })
  const [width, setWidth] = useState<WidthName>('desktop')
  const [isPreview, setPreview] = useState(false)
  const settings = useRef<HTMLElement>(null)
  return (
    <section className={styles.builder} aria-label="Page builder">
      <div className={styles.bar}>
        {!isReadOnly && (
          <span className={styles.barGroup}>
            <IconButton
              icon={IconArrowBackUp}
              label="Undo"
              title="Ctrl+Z"
              size="sm"
              disabled={!builder.canUndo}
              onClick={builder.undo}
            />
            <IconButton
              icon={IconArrowForwardUp}
              label="Redo"
              title="Ctrl+Shift+Z"
              size="sm"
              disabled={!builder.canRedo}
              onClick={builder.redo}
            />
          </span>
        )}
        <SegmentedControl
          size="xs"
          aria-label="Width of the page"
          data={WIDTH_NAMES}
          value={width}
          onChange={(next) => setWidth(next as WidthName)}
        />
        <Button
          size="sm"
          variant="outline"
          icon={isPreview ? IconPencil : IconEye}
          onClick={() => setPreview(!isPreview)}
        >
          {isPreview ? 'Edit' : 'Preview'}
        </Button>
      </div>
      <div className={styles.work} data-preview={isPreview || undefined}>
        {!isPreview && (
          <div className={styles.side}>
            <BlocksTab
              builder={builder}
              commands={commands}
              isReadOnly={isReadOnly}
              settings={settings}
              onPaste={() => void keys.pasteFromClipboard()}
            />
          </div>
        )}
        <Canvas
          values={builder.values}
          width={WIDTHS[width]}
          isPreview={isPreview}
          selected={builder.selected}
          onSelect={(id) => builder.select(keys.ownId(id))}
          onEditText={(id, element) => !isReadOnly && inline.open(id, element)}
          frozen={inline.frozen}
          onKeyDown={keys.onKeyDown}
          onPaste={keys.onPaste}
          onCopy={keys.onCopy}
          top={top}
        />
      </div>
    </section>
  )
}
