import type { PageKind } from '#platform/pages/page-kinds.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** The kinds of public pages of records, for which share pictures are drawn. */
    pageKinds: readonly PageKind[]
  }
}
