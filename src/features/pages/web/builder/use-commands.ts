import { useContext, useState } from 'react'
import type { Input, Wire } from '#kernel/endpoint.ts'
import { toastText } from '#kernel/product/texts.ts'
import { useApi } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import type { takeBlocks } from '../../contract.ts'
import { blockName, kindOf } from '../../rules/block-kinds.ts'
import type { AnyBlock } from '../../rules/blocks.ts'
import {
  type Blocks,
  columnOf,
  duplicate,
  findBlock,
  insert,
  move,
  nextPlace,
  type Place,
  placeAfter,
  placeOf,
  remove,
  withNewIds,
} from '../../rules/operations.ts'
import {
  clipboardText,
  MOST_FILE_BYTES,
  pageFile,
  pageFileName,
  readClipboard,
  readPageFile,
} from '../../rules/page-file.ts'
import type { EditedPage } from '../queries.ts'
import { BuilderPlaceContext } from './builder-place.ts'
import { newBlockId } from './new-block-id.ts'
import type { Builder, PageValues } from './use-builder.ts'

const FULL = 'There is no room for more blocks here. Put it into another section or onto a page of its own.'

/** Where a block stands, in words. */
const placeText = (blocks: Blocks, id: string): string => {
  const place = placeOf(blocks, id)
  if (!place) return ''
  const at = place.section === null ? place.index : blocks.findIndex(({ props }) => props.id === place.section)
  if (place.section === null) return `position ${place.index + 1} of ${blocks.length} on the page`
  const section = blocks[at] as AnyBlock
  const count = columnOf(section, place.column).length
  return `position ${place.index + 1} of ${count} in column ${place.column + 1} of section ${at + 1}`
}

/** What the author can do to the blocks, by mouse and by keyboard alike; each says aloud what it did. */
export const useCommands = (builder: Builder, page?: EditedPage) => {
  const api = useApi()
  const { calls, query } = useContext(BuilderPlaceContext)
  const take = (body: Input<typeof takeBlocks>['body']) =>
    api.call(calls.takeBlocks, { ...(query && { query }), body } as never) as Promise<Wire<typeof takeBlocks>>
  const [announced, setAnnounced] = useState('')
  const { values, selected, select, editBlocks, edit } = builder
  const blocks = values.components
  const block = selected === null ? null : findBlock(blocks, selected)

  const put = (added: readonly AnyBlock[], after: string | null = selected): boolean => {
    let last = after
    const isDone = editBlocks((current) => {
      let next = current
      for (const each of added) {
        const place = placeAfter(next, last, each)
        const more = insert(next, place, each)
        if (more === next) return current
        next = more
        // Blocks that come together stay together, in their order.
        last = each.props.id
      }
      return next
    })
    if (!isDone) {
      toast.error(FULL)
      return false
    }
    const first = added[0]
    if (first) {
      select(first.props.id)
      setAnnounced(`${blockName(first)} added.`)
    }
    return true
  }
  const add = (type: string, props: Record<string, unknown> = {}) => {
    const fresh = { ...kindOf(type)?.fresh, visibility: 'all' as const, ...props }
    return put([{ type, props: { ...fresh, id: newBlockId() } }])
  }
  const addTemplate = (template: readonly AnyBlock[]) => put(template.map((each) => withNewIds(each, newBlockId)))

  const moveTo = (id: string, place: Place | null) => {
    const target = findBlock(blocks, id)
    if (!target || !place) return
    const next = move(blocks, id, place)
    if (!editBlocks(() => next)) return
    select(id)
    setAnnounced(`${blockName(target)} moved to ${placeText(next, id)}.`)
  }
  const moveBy = (direction: 1 | -1, id = selected) => id !== null && moveTo(id, nextPlace(blocks, id, direction))

  const copyOf = () => {
    if (!selected || !block) return
    const next = duplicate(blocks, selected, newBlockId)
    if (!editBlocks(() => next)) return void toast.error(FULL)
    const place = placeOf(next, selected) as Place
    const beside = place.section === null ? next : columnOf(findBlock(next, place.section) as AnyBlock, place.column)
    select(beside[place.index + 1]?.props.id ?? selected)
    setAnnounced(`${blockName(block)} duplicated.`)
  }
  /** What is selected after a block is gone: the next one, else the one before it, else its section. */
  const heir = (id: string): string | null => {
    const place = placeOf(blocks, id)
    if (!place) return null
    const beside =
      place.section === null ? blocks : columnOf(findBlock(blocks, place.section) as AnyBlock, place.column)
    return (beside[place.index + 1] ?? beside[place.index - 1])?.props.id ?? place.section
  }
  const erase = () => {
    if (!selected || !block) return
    const next = heir(selected)
    editBlocks((current) => remove(current, selected))
    select(next)
    setAnnounced(`${blockName(block)} deleted. Undo brings it back.`)
  }

  const copiedText = () => (block ? clipboardText([block]) : null)
  const copy = async () => {
    const text = copiedText()
    if (!text) return
    await navigator.clipboard.writeText(text)
    toast.success('Copied. You can paste it into any page, also of another portal.')
  }
  /** Blocks of any page and portal; the server cleans them first, because they are shown before anything is saved. */
  const paste = async (text: string): Promise<boolean> => {
    const components = readClipboard(text)
    if (!components) return false
    try {
      const { data } = await take({ components })
      put((data.components as AnyBlock[]).map((each) => withNewIds(each, newBlockId)))
    } catch (error) {
      toast.error(error)
    }
    return true
  }

  const exportFile = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(
      new Blob([pageFile({ ...values, publication_status: page?.publication_status })], { type: 'application/json' }),
    )
    link.download = pageFileName(values.slug)
    link.click()
    URL.revokeObjectURL(link.href)
  }
  /** Fills the page from a file; nothing is saved before the author saves (PGB-017 to PGB-019). */
  const importFile = async (file: File) => {
    const read = file.size > MOST_FILE_BYTES ? null : readPageFile(await file.text())
    if (!read) return void toast.error(toastText('invalid_file_import'))
    try {
      const body = { components: read['components'] as unknown[], seo_image: (read['seo_image'] as string) || null }
      const { data } = await take(body)
      // Whether visitors see the page is not for a file to say.
      const { publication_status: _, ...said } = read
      const taken = { ...said, components: data.components, seo_image: data.seo_image ?? '' } as Partial<PageValues>
      edit((current) => ({ ...current, ...taken }))
      builder.markImported()
      select(null)
      toast.success('Imported. Nothing is saved until you save.')
    } catch (error) {
      // What the server does not take as blocks of a page is no page file.
      const isInvalid = (error as { status?: number }).status === 422
      toast.error(isInvalid ? toastText('invalid_file_import') : error)
    }
  }
  return {
    announced,
    block,
    add,
    addTemplate,
    moveTo,
    moveBy,
    copyOf,
    erase,
    copy,
    copiedText,
    paste,
    exportFile,
    importFile,
    canMove: (direction: 1 | -1) => selected !== null && nextPlace(blocks, selected, direction) !== null,
  }
}
export type Commands = ReturnType<typeof useCommands>
