import { useMemo } from 'react'
import { errorText } from '#kernel/errors.ts'
import { FormContext } from '#ui/app/form/form-context.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { kindOf, VISIBILITY } from '../../rules/block-kinds.ts'
import type { AnyBlock } from '../../rules/blocks.ts'
import { blockFaults } from '../../rules/faults.ts'
import { change } from '../../rules/operations.ts'
import { BlockFieldInput } from './block-fields.tsx'
import styles from './builder.module.css'
import { wiringOf } from './form-wiring.ts'
import { convertText } from './text-modes.ts'
import type { Builder } from './use-builder.ts'

type BlockFormProps = { block: AnyBlock; editBlocks: Builder['editBlocks']; isReadOnly: boolean }

/** The settings of one block, made from its description. */
export function BlockForm({ block, editBlocks, isReadOnly }: BlockFormProps) {
  const { props, type } = block
  const { id } = props
  const kind = kindOf(type)
  const wiring = useMemo(() => {
    const errors = Object.fromEntries(blockFaults(block).map(({ path, code }) => [path, errorText(code)]))
    const onChange = (path: string, value: unknown) =>
      editBlocks((blocks) => {
        const changed = change(blocks, id, path, value)
        if (type !== 'EditorText' || path !== 'mode') return changed
        const html = convertText(String(props['html'] ?? ''), String(props['mode'] ?? 'full'), String(value))
        return change(changed, id, 'html', html)
      }, `${id} ${path}`)
    return wiringOf({ values: props, errors, isReadOnly, onChange })
  }, [block, props, id, type, editBlocks, isReadOnly])
  if (!kind) return <Alert tone="warning">This builder does not know the block “{type}”.</Alert>
  return (
    <FormContext value={wiring}>
      <div className={styles.fields}>
        {kind.fields.map((field) => (
          <BlockFieldInput key={field.name} field={field} path={field.name} />
        ))}
        <BlockFieldInput field={VISIBILITY} path={VISIBILITY.name} />
      </div>
    </FormContext>
  )
}
