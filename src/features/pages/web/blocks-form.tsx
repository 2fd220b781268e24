import { lazy, Suspense } from 'react'
import { toastText } from '#kernel/product/texts.ts'
import { whenOnline } from '#ui/calls/when-online.ts'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import type { AnyBlock } from '../rules/blocks.ts'
import { faultyBlock } from '../rules/faults.ts'

/** The builder with its editor of texts is loaded when a form shows it. */
const Field = lazy(() =>
  whenOnline(() => import('./builder/blocks-field.tsx').then(({ BlocksField }) => ({ default: BlocksField }))),
)

/** The page builder as a part of a form, over its field `components` (PGB-035). */
export function BlocksField(props: Parameters<typeof Field>[0]) {
  // The canvas is drawn in the browser alone.
  if (!useHydrated()) return null
  return (
    <Suspense fallback={null}>
      <Field {...props} />
    </Suspense>
  )
}

/** Whether blocks can be saved; says so where a link or a picture has an address that cannot (PGB-045). */
export const mayKeepBlocks = ({ components }: { components: readonly AnyBlock[] }): boolean => {
  if (!faultyBlock(components)) return true
  toast.error(toastText('required_fields'))
  return false
}
