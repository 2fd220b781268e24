const KINDS = ['pages', 'courses', 'bundles', 'terms', 'faq', 'articles']

/** The tags of a page of blocks: everything that its collections may show. */
export const blockTags = (portalId: number): string => KINDS.map((kind) => `${kind}:${portalId}`).join(' ')
