import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'

// What is above this feature, given to it by the composition.
declare module '#platform/services.ts' {
  interface Services {
    /** Puts another picture in place of one, by their uuids, in a page and in what visitors read of it. */
    replacePagePicture: (tx: Tx, ctx: SignedIn, id: number, change: { from: string; to: string }) => Promise<void>
  }
}
