/** Size in pixels of the pictures that we draw for pages without one of their own (SEO-006). */
export const SHARE_PICTURE = { width: 1123, height: 794 } as const

/** What a drawn picture shows, and so all that its address depends on. */
export type ShareWords = { title: string; portal_name: string; primary_color: string | null }

/** Counts up when pictures are drawn in another way, so that the old ones are not shown any longer. */
const DESIGN = '2'

/** A short fingerprint of what a picture shows (FNV-1a over two seeds, 16 digits): the same words, the same address. */
export const shareVersion = ({ title, portal_name: portalName, primary_color: color }: ShareWords): string => {
  const text = [DESIGN, title, portalName, color ?? ''].join('\n')
  const half = (seed: number) => {
    let hash = seed
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    return (hash >>> 0).toString(16).padStart(8, '0')
  }
  return half(0x811c9dc5) + half(0x9747b28c)
}

/** The address below the portal's origin of the picture drawn for a record; `portal` pictures belong to no record. */
export const sharePath = (kind: string, id: number, words: ShareWords): string =>
  `/api/v1/main/share-pictures/${kind}/${id}?version=${shareVersion(words)}`
