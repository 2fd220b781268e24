import { createContext, type ReactNode } from 'react'
import { takeBlocks, uploadPicture } from '../../contract.ts'
import type { AnyBlock } from '../../rules/blocks.ts'

/** Calls of the same form stand wherever blocks are built; they differ by whose permission they ask for. */
export type BuilderCalls = { uploadPicture: typeof uploadPicture; takeBlocks: typeof takeBlocks }

/** Where blocks are built, as far as that decides what the builder offers and what it calls (PGB-060, PGB-061). */
export type BuilderPlace = {
  calls: BuilderCalls
  /** The query that these calls carry, such as whose page it is. */
  query?: object
  /** Kinds of blocks that are not offered. */
  without: readonly string[]
  /** Whether the portal's own templates are offered (PGB-062). */
  hasTemplates?: boolean
  /** Further choices in the dialog that adds blocks. */
  more?: (props: { onAdd: (blocks: readonly AnyBlock[]) => void }) => ReactNode
}

export const OnPages: BuilderPlace = { calls: { uploadPicture, takeBlocks }, without: [], hasTemplates: true }
export const BuilderPlaceContext = createContext<BuilderPlace>(OnPages)
