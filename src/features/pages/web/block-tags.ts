const KINDS = ['pages', 'courses', 'bundles', 'terms', 'faq', 'articles']

/** The tags of a page of blocks: the page itself, and everything that its collections may show. */
export const blockTags = (portalId: number, pageId?: number | undefined): string =>
  [...(pageId === undefined ? [] : [`page:${pageId}`]), ...KINDS.map((kind) => `${kind}:${portalId}`)].join(' ')
