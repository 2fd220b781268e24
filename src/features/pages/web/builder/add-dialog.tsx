import { useContext } from 'react'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import type { BlockKind } from '../../rules/block-fields.ts'
import { BLOCK_KINDS, LAYOUT_NAMES } from '../../rules/block-kinds.ts'
import { type AnyBlock, allBlocks, LAYOUTS } from '../../rules/blocks.ts'
import { SECTION_TEMPLATES } from '../../rules/templates.ts'
import { OwnTemplates } from '../templates/own-templates.tsx'
import styles from './builder.module.css'
import { BuilderPlaceContext } from './builder-place.ts'
import type { Commands } from './use-commands.ts'

const GROUPS = [...new Set(BLOCK_KINDS.map(({ group }) => group))]

type ChoicesProps = {
  title: string
  choices: readonly { key: string; label: string; text?: string; choose: () => void }[]
}

function Choices({ title, choices }: ChoicesProps) {
  return (
    <section className={styles.choices} aria-label={title}>
      <h3>{title}</h3>
      <div className={styles.choiceGrid}>
        {choices.map(({ key, label, text, choose }) => (
          <button key={key} type="button" className={styles.choice} onClick={choose}>
            <strong>{label}</strong>
            {text && <span>{text}</span>}
          </button>
        ))}
      </div>
    </section>
  )
}

type AddDialogProps = { commands: Commands; isEmpty: boolean; onClose: (isAdded: boolean) => void }

/** Everything that can be put on a page: sections, ready-made sections, and the blocks in their groups (PGB-020, PGB-021). */
export function AddDialog({ commands, isEmpty, onClose }: AddDialogProps) {
  const { without, hasTemplates, more: More } = useContext(BuilderPlaceContext)
  const isOffered = (blocks: readonly AnyBlock[]) => ![...allBlocks(blocks)].some(({ type }) => without.includes(type))
  const of = (group: BlockKind['group']) =>
    BLOCK_KINDS.filter((kind) => kind.group === group && !without.includes(kind.type)).map(({ type, label, text }) => ({
      key: type,
      label,
      text,
      choose: () => onClose(commands.add(type)),
    }))
  const sections = LAYOUTS.map((layout) => ({
    key: layout,
    label: LAYOUT_NAMES[layout],
    choose: () => onClose(commands.add('Section', { layout })),
  }))
  const templates = SECTION_TEMPLATES.filter(({ blocks }) => isOffered(blocks)).map(({ key, label, text, blocks }) => ({
    key,
    label,
    text,
    choose: () => onClose(commands.addTemplate(blocks)),
  }))
  return (
    <Dialog isOpen size="xl" title={isEmpty ? 'Add the first block' : 'Add a block'} onClose={() => onClose(false)}>
      <Choices title="Empty sections" choices={sections} />
      {GROUPS.filter((group) => of(group).length > 0).map((group) => (
        <Choices key={group} title={group} choices={of(group)} />
      ))}
      <Choices title="Ready-made sections" choices={templates} />
      {hasTemplates && <OwnTemplates without={without} onAdd={(blocks) => onClose(commands.addTemplate(blocks))} />}
      {More && <More onAdd={(blocks) => onClose(commands.addTemplate(blocks))} />}
    </Dialog>
  )
}
