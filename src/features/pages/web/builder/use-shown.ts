import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { showNamedRecords } from '../../contract.ts'
import { type AnyBlock, allBlocks } from '../../rules/blocks.ts'
import { type NamedRecords, namedIds, resolveBlocks } from '../../rules/resolve.ts'
import type { BlockData } from '../blocks/types.ts'
import { loadBlocks } from '../load-page.ts'
import { BuilderPlaceContext } from './builder-place.ts'

const NONE: NamedRecords = { widgets: {}, buttons: {} }
const PAUSE = 400
const LONGEST = 2000

/** What decides which records the collections of a page show; their titles do not. */
const wanted = (blocks: readonly AnyBlock[]): string =>
  JSON.stringify(
    [...allBlocks(blocks)]
      .filter(({ type }) => type.endsWith('Collection') || type === 'Faqs' || type === 'States')
      .map(({ type, props: { title: _, text: __, layout: ___, ...props } }) => [type, props]),
  )

/**
 * The blocks as visitors would see them if they were saved now: with widgets, promo buttons, and what collections find,
 * all read with the calls of the public page. A block that was not touched stays the same object.
 */
export const useShown = (blocks: readonly AnyBlock[]): { shown: AnyBlock[]; data: BlockData } => {
  const api = useApi()
  const session = useSession()
  const ids = useMemo(() => namedIds(blocks), [blocks])
  // Records that a place does not offer are not for those who build there to read.
  const { without } = useContext(BuilderPlaceContext)
  const hasNamed = !without.includes('PromoButtons') && ids.widget_ids.length + ids.promo_button_ids.length > 0
  const named = useQuery({
    ...api.query(showNamedRecords, {
      query: { widget_ids: ids.widget_ids.join(','), promo_button_ids: ids.promo_button_ids.join(',') },
    }),
    enabled: hasNamed,
    placeholderData: keepPreviousData,
  }).data?.data as NamedRecords | undefined

  const records = (hasNamed && named) || NONE
  const known = useMemo(() => ({ records, blocks: new WeakMap<AnyBlock, AnyBlock[]>() }), [records])
  const shown = useMemo(
    () =>
      blocks.flatMap((block) => {
        const before = known.blocks.get(block)
        if (before) return before
        const now = resolveBlocks([block], known.records)
        known.blocks.set(block, now)
        return now
      }),
    [blocks, known],
  )

  const [data, setData] = useState<BlockData>({})
  const key = wanted(shown)
  const newest = useRef(shown)
  useEffect(() => {
    newest.current = shown
  })
  const { call: loadSoon } = useDebounced(
    () => {
      const latest = newest.current
      // What cannot be read now is shown as nothing; the next change tries again.
      loadBlocks(api, session, latest).then(setData, () => {})
    },
    PAUSE,
    LONGEST,
  )
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the collections differ
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      void loadBlocks(api, session, newest.current).then(setData, () => {})
    } else loadSoon()
  }, [key])
  return { shown, data }
}
