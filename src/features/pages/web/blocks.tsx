import { useMemo } from 'react'
import { displayName } from '#kernel/text.ts'
import { useSession } from '#ui/calls/api.tsx'
import { later } from '#ui/page/later.tsx'
import type { AnyBlock } from '../rules/blocks.ts'
import { type Words, wordsOf } from '../rules/words.ts'
import type { Around, BlockData } from './blocks/types.ts'

const BlockList = later(() => import('./blocks/block-list-part.tsx').then((file) => file.BlockList))

type BlocksProps = {
  blocks: readonly AnyBlock[]
  data: BlockData
  /** Further words that the page knows (PGB-032). */
  words?: Words
  /** The day as people read it, when the page was made. */
  date?: string
  /** What stands around every block, in the page builder. */
  around?: Around | undefined
}

/** Blocks with their collections and dynamic words. */
export function Blocks({ blocks, data, words, date, around }: BlocksProps) {
  const { portal, viewer } = useSession()
  const showing = useMemo(() => {
    const user_name = viewer && displayName(viewer)
    const known = wordsOf({ portal, user_name, ...(date && { date }) })
    const list = portal.setting.has_course_catalog ? '/course-catalog' : '/course'
    return { words: { ...known, ...words }, data, list, around }
  }, [portal, viewer, words, data, date, around])
  return <BlockList blocks={blocks} showing={showing} />
}
