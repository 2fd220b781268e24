import { type RefObject, useContext, useState } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import {
  IconArrowDown,
  IconArrowUp,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconDeviceFloppy,
  IconPlus,
  IconTrash,
} from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { later } from '#ui/page/later.tsx'
import { Button, IconButton } from '#ui/public/parts/button.tsx'
import { blockName } from '../../rules/block-kinds.ts'
import { AddDialog } from './add-dialog.tsx'
import { BlockForm } from './block-form.tsx'
import styles from './builder.module.css'
import { BuilderPlaceContext } from './builder-place.ts'
import { OutlineTree } from './outline-tree.tsx'
import type { Builder } from './use-builder.ts'
import type { Commands } from './use-commands.ts'

const SaveTemplateDialog = later(
  () => import('../templates/save-template-dialog.tsx').then((file) => file.SaveTemplateDialog),
  { isRare: true },
)

type BlocksTabProps = {
  builder: Builder
  commands: Commands
  isReadOnly: boolean
  settings: RefObject<HTMLElement | null>
  onPaste: () => void
}

const FIELD = 'input:not([type=file]), select, textarea, [role=textbox], button'

/** The blocks of the page as a tree, and below it the settings of the one that is selected (PGB-011). */
export function BlocksTab({ builder, commands, isReadOnly, settings, onPaste }: BlocksTabProps) {
  const [isAdding, setAdding] = useState(false)
  const [isKeeping, setKeeping] = useState(false)
  const place = useContext(BuilderPlaceContext)
  const mayKeep = can(useSession(), 'site-content.create') && place.hasTemplates === true
  const { block } = commands
  const isEmpty = builder.values.components.length === 0
  const openSettings = () =>
    // A block that was only just selected has its settings on the screen one frame later.
    requestAnimationFrame(() => settings.current?.querySelector<HTMLElement>(FIELD)?.focus())
  return (
    <div className={styles.tab}>
      {!isReadOnly && (
        <div className={styles.tools} role="toolbar" aria-label="Blocks">
          <Button size="sm" icon={IconPlus} onClick={() => setAdding(true)} title="Insert">
            Add
          </Button>
          <IconButton
            icon={IconArrowUp}
            label="Move up"
            size="sm"
            title="Alt+Up"
            disabled={!commands.canMove(-1)}
            onClick={() => commands.moveBy(-1)}
          />
          <IconButton
            icon={IconArrowDown}
            label="Move down"
            size="sm"
            title="Alt+Down"
            disabled={!commands.canMove(1)}
            onClick={() => commands.moveBy(1)}
          />
          <IconButton
            icon={IconCopyPlus}
            label="Duplicate"
            size="sm"
            title="Ctrl+D"
            disabled={!block}
            onClick={commands.copyOf}
          />
          <IconButton
            icon={IconCopy}
            label="Copy"
            size="sm"
            title="Ctrl+C"
            disabled={!block}
            onClick={() => void commands.copy()}
          />
          <IconButton icon={IconClipboard} label="Paste" size="sm" title="Ctrl+V" onClick={onPaste} />
          <IconButton
            icon={IconTrash}
            label="Delete"
            size="sm"
            title="Delete"
            disabled={!block}
            onClick={commands.erase}
          />
        </div>
      )}
      {isEmpty ? (
        <p className={styles.empty}>
          This page has no blocks yet.{!isReadOnly && ' Add a section or a block, or paste one from another page.'}
        </p>
      ) : (
        <OutlineTree
          builder={builder}
          commands={commands}
          isReadOnly={isReadOnly}
          onAdd={() => setAdding(true)}
          onOpen={openSettings}
        />
      )}
      {block && (
        <section ref={settings} className={styles.settings} aria-label={`Settings: ${blockName(block)}`}>
          <h2>{blockName(block)}</h2>
          <BlockForm key={block.props.id} block={block} editBlocks={builder.editBlocks} isReadOnly={isReadOnly} />
          {mayKeep && !isReadOnly && (
            <p className={styles.keep}>
              <Button size="sm" variant="outline" icon={IconDeviceFloppy} onClick={() => setKeeping(true)}>
                Save as template
              </Button>
            </p>
          )}
        </section>
      )}
      <span className="only-read" role="status">
        {commands.announced}
      </span>
      {isKeeping && (
        <SaveTemplateDialog
          blocks={builder.values.components}
          selected={builder.selected}
          onClose={() => setKeeping(false)}
        />
      )}
      {isAdding && <AddDialog commands={commands} isEmpty={isEmpty} onClose={() => setAdding(false)} />}
    </div>
  )
}
