import { newUuid } from '#ui/kept/new-uuid.ts'

/** The id of a new block. */
export const newBlockId = (): string => `b-${newUuid()}`
