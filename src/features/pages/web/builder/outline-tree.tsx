import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { IconGripVertical } from '#ui/icons.tsx'
import { blockName } from '../../rules/block-kinds.ts'
import type { AnyBlock } from '../../rules/blocks.ts'
import { type Blocks, columnOf, countOf, findBlock, isSection } from '../../rules/operations.ts'
import styles from './builder.module.css'
import type { Builder } from './use-builder.ts'
import type { Commands } from './use-commands.ts'
import { useRowDrag } from './use-row-drag.ts'

type RowProps = {
  block: AnyBlock
  level: number
  /** The block that is selected, or that Tab leads to, if it is this one or within it. */
  selected: string | null
  stop: string | null
  onSelect: (id: string) => void
}

const holds = (block: AnyBlock, id: string | null): boolean =>
  id !== null && (block.props.id === id || (isSection(block) && findBlock([block], id) !== null))

/** A row and those within it; drawn again only when something in it changes. */
const Row = memo(function Row({ block, level, selected, stop, onSelect }: RowProps) {
  const { id } = block.props
  const name = blockName(block)
  const columns = isSection(block) ? countOf(block) : 0
  return (
    <div role="none">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it hears the keys */}
      <div
        role="treeitem"
        aria-level={level}
        aria-selected={selected === id}
        tabIndex={stop === id ? 0 : -1}
        data-block={id}
        data-line={id}
        className={styles.row}
        onClick={() => onSelect(id)}
      >
        <span className={styles.grip} data-grip={id} aria-hidden="true">
          <IconGripVertical size={16} />
        </span>
        <span className={styles.rowName}>{name}</span>
      </div>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number
        // biome-ignore lint/a11y/useSemanticElements: a part of a tree
        <div key={column} role="group" aria-label={`Column ${column + 1}`} className={styles.column}>
          {columns > 1 && (
            <div role="none" className={styles.columnName} data-column={`${id} ${column}`}>
              Column {column + 1}
            </div>
          )}
          {columnOf(block, column).map((inside) => (
            <Row
              key={inside.props.id}
              block={inside}
              level={level + 1}
              selected={selected === inside.props.id ? selected : null}
              stop={stop === inside.props.id ? stop : null}
              onSelect={onSelect}
            />
          ))}
          {columnOf(block, column).length === 0 && (
            <div role="none" className={styles.nothing} data-column={`${id} ${column}`}>
              Nothing in it yet
            </div>
          )}
        </div>
      ))}
    </div>
  )
})

const orderOf = (blocks: Blocks): string[] =>
  blocks.flatMap((block) => [
    block.props.id,
    ...(isSection(block)
      ? Array.from({ length: countOf(block) }, (_, column) =>
          columnOf(block, column).map(({ props }) => props.id),
        ).flat()
      : []),
  ])

type TreeProps = { builder: Builder; commands: Commands; isReadOnly: boolean; onAdd: () => void; onOpen: () => void }

/**
 * The blocks of the page as a tree, by which everything can be done with the keyboard: the arrows go through it, with Alt
 * they move the block; Insert adds, Delete deletes, Ctrl+D duplicates, Enter opens the settings.
 */
export function OutlineTree({ builder, commands, isReadOnly, onAdd, onOpen }: TreeProps) {
  const { values, selected, select } = builder
  const blocks = values.components
  const root = useRef<HTMLDivElement>(null)
  const drag = useRowDrag(root, blocks, commands.moveTo)
  const stop = selected ?? blocks[0]?.props.id ?? null

  // What was added, moved or is next to a deleted block keeps the focus if the tree had it.
  const hadFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the tree
  useEffect(() => {
    const tree = root.current
    if (!tree || !hadFocus.current || tree.contains(document.activeElement)) return
    if (document.activeElement !== document.body) return
    focusRow(tree, stop)
  }, [blocks, stop])

  const focusRow = (tree: HTMLElement, id: string | null) => {
    if (id) tree.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"]`)?.focus()
  }
  const go = (id: string | undefined) => {
    if (!id || !root.current) return
    select(id)
    focusRow(root.current, id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const order = orderOf(blocks)
    const at = stop === null ? -1 : order.indexOf(stop)
    const ctrl = event.ctrlKey || event.metaKey
    const key = `${ctrl ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${event.key}`
    const changes: Record<string, () => void> = {
      'Alt+ArrowUp': () => commands.moveBy(-1, stop),
      'Alt+ArrowDown': () => commands.moveBy(1, stop),
      Delete: commands.erase,
      Backspace: commands.erase,
      'Ctrl+d': commands.copyOf,
      Insert: onAdd,
    }
    const steps: Record<string, () => void> = {
      ArrowDown: () => go(order[at + 1]),
      ArrowUp: () => go(order[Math.max(0, at - 1)]),
      Home: () => go(order[0]),
      End: () => go(order.at(-1)),
      Enter: onOpen,
      ' ': () => go(stop ?? undefined),
      Escape: () => select(null),
    }
    const act = steps[key] ?? (isReadOnly ? undefined : changes[key])
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div
      ref={root}
      role="tree"
      aria-label="Blocks of the page"
      className={styles.tree}
      data-dragging={drag.isDragging || undefined}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        hadFocus.current = true
        const id = (event.target as HTMLElement).dataset['block']
        if (id && id !== selected) select(id)
      }}
      onBlur={(event) => {
        // A row that moves loses the focus to nothing, and gets it back.
        if (event.relatedTarget) hadFocus.current = false
      }}
      {...(!isReadOnly && drag.handlers)}
    >
      {blocks.map((block) => (
        <Row
          key={block.props.id}
          block={block}
          level={1}
          selected={holds(block, selected) ? selected : null}
          stop={holds(block, stop) ? stop : null}
          onSelect={select}
        />
      ))}
      {drag.mark !== null && <div role="none" className={styles.mark} style={{ top: drag.mark }} />}
    </div>
  )
}
