import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '#kernel/errors.ts'
import { toastText } from '#kernel/product/texts.ts'
import { versioned } from '#ui/app/form/edits.ts'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { updatePage } from '../../contract.ts'
import type { AnyBlock } from '../../rules/blocks.ts'
import { faultyBlock } from '../../rules/faults.ts'
import { mergePages } from '../../rules/merge.ts'
import { findBlock } from '../../rules/operations.ts'
import { type EditedPage, isOfPages } from '../queries.ts'
import { packComponents, unpackComponents } from './packed-components.ts'
import { useEditHistory } from './use-edit-history.ts'

/** Everything of a page that its builder edits. */
export const PAGE_DEFAULTS = {
  title: '',
  slug: '',
  custom_page_title: '',
  button_name: '',
  show_header: true,
  show_footer: true,
  meta_title: '',
  meta_description: '',
  seo_keywords: '',
  seo_image: '',
  components: [] as readonly AnyBlock[],
}
export type PageValues = typeof PAGE_DEFAULTS
export type BuilderTab = 0 | 1 | 2 | 3

const isSameShallow = (one: PageValues, other: PageValues) =>
  (Object.keys(PAGE_DEFAULTS) as (keyof PageValues)[]).every((name) => one[name] === other[name])

/** The page that is edited: its values, what can be undone, the tab and the block that are open, and saving (PGB-008). */
export const useBuilder = (page: EditedPage, onSaved: () => void) => {
  const api = useApi()
  const client = useQueryClient()
  const [tab, setTab] = useState<BuilderTab>(0)
  const [selected, setSelected] = useState<string | null>(null)
  const start = useMemo(
    () => ({ ...versioned(page), ...page, components: unpackComponents(page.components) }),
    [page],
  ) as unknown as Partial<PageValues>

  const imported = useRef(false)
  const isSaved = useRef(false)
  const record = useRecordForm<PageValues>({
    defaults: PAGE_DEFAULTS,
    record: start,
    maySave: async (values) => {
      const missing = (['title', 'meta_title', 'meta_description'] as const).filter((name) => !values[name].trim())
      const faulty = faultyBlock(values.components)
      if (missing.length === 0 && !faulty) return true
      setAsked((count) => count + 1)
      if (missing.length === 0 && faulty) {
        setTab(0)
        setSelected(faulty.props.id)
        toast.error(toastText('required_fields'))
        return false
      }
      setTab(missing.some((name) => name !== 'title') ? 2 : 1)
      record.form.setErrors(Object.fromEntries(missing.map((name) => [name, errorText('required')])))
      toast.error(toastText('required_fields'))
      return false
    },
    save: (payload, values, options) => {
      const { components, ...rest } = payload
      const body: Record<string, unknown> = {
        ...rest,
        ...(components !== undefined && { components: packComponents(values.components) }),
      }
      // An emptied page has no blocks to send, which is not the same as leaving them out.
      if (components === null) body['components'] = []
      if (imported.current) body['made_by'] = 'import'
      return api.call(updatePage, { params: { id: page.id }, body: body as never }, options)
    },
    onSaved: () => {
      imported.current = false
      isSaved.current = true
      onSaved()
      void client.invalidateQueries({ predicate: isOfPages })
    },
    merge: mergePages,
    onMerged: (base, theirs) => steps.rebase((values) => mergePages(base, values, theirs)),
    words: { components: (blocks) => (blocks.length === 1 ? '1 entry' : `${blocks.length} entries`) },
  })
  const { values } = record

  const { edit, editBlocks, setField, ...steps } = useEditHistory(record, isSameShallow)

  // The fields of another tab have to stand on the screen before the focus can go to the first that is missing.
  const [asked, setAsked] = useState(0)
  const { root } = record
  useEffect(() => {
    if (asked > 0) root.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [asked, root])

  const { submit } = record
  return {
    record,
    /** Saves what is not saved; false where it could not be. What is published next is read again by then. */
    save: async () => {
      isSaved.current = false
      await submit()
      if (isSaved.current) await client.refetchQueries({ predicate: isOfPages })
      return isSaved.current
    },
    /** The next save says that it came from a file. */
    markImported: () => {
      imported.current = true
    },
    values,
    tab,
    setTab,
    selected: selected !== null && findBlock(values.components, selected) ? selected : null,
    select: setSelected,
    edit,
    editBlocks,
    setField,
    ...steps,
  }
}
export type Builder = ReturnType<typeof useBuilder>
