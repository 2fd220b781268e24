import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { sectionTemplates } from '../../contract-templates.ts'
import { blockName } from '../../rules/block-kinds.ts'
import { type AnyBlock, allBlocks } from '../../rules/blocks.ts'
import { packComponents } from '../builder/packed-components.ts'
import { isOfTemplates } from './template-queries.ts'
import styles from './templates.module.css'

const NAME = { title: '' }

type SaveTemplateProps = {
  /** The blocks of the page. */
  blocks: readonly AnyBlock[]
  /** The selected block, which is chosen to begin with, with the section that it stands in. */
  selected: string | null
  onClose: () => void
}

/** Saves a section or several blocks of a page for other pages (PGB-062). */
export function SaveTemplateDialog({ blocks, selected, onClose }: SaveTemplateProps) {
  const api = useApi()
  const client = useQueryClient()
  const holds = (block: AnyBlock) => [...allBlocks([block])].some(({ props }) => props.id === selected)
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    blocks.filter((block) => blocks.length === 1 || holds(block)).map(({ props }) => props.id),
  )
  const taken = blocks.filter(({ props }) => chosen.includes(props.id))
  return (
    <FormDialog<typeof NAME>
      isOpen
      onClose={onClose}
      title="Save as a template"
      text="You find it under “Your templates” when you add a block to any page. Later changes to this page do not change it."
      saveLabel="Save template"
      savedText={false}
      defaults={NAME}
      maySave={async () => {
        if (taken.length > 0) return true
        toast.error('Choose at least one block.')
        return false
      }}
      save={(_, { title }) => api.call(sectionTemplates.create, { body: { title, components: packComponents(taken) } })}
      onSaved={() => {
        void client.invalidateQueries({ predicate: isOfTemplates })
        toast.success('Saved as a template.')
      }}
    >
      <Wide>
        <TextField name="title" label="Name" required maxLength={80} data-autofocus />
      </Wide>
      <Wide>
        <Checkbox.Group label="Blocks" value={[...chosen]} onChange={setChosen}>
          <div className={styles.blocks}>
            {blocks.map((block) => (
              <Checkbox key={block.props.id} value={block.props.id} label={blockName(block)} />
            ))}
          </div>
        </Checkbox.Group>
      </Wide>
    </FormDialog>
  )
}
