import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { PUBLIC_STYLE } from '../../src/app/rendering/route-assets.ts'

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

/** What comes to life later than its page (`src/ui/page/later.tsx`), and stands in the server's HTML before that. */
export const isLaterPart = (module: string) => /-part\.tsx$/.test(module)

/**
 * The style files that public pages stand with, each behind those of what its chunk builds on: of their own chunks, and of
 * the parts whose script they do not wait for.
 */
const stylesOf = (chunks: ReadonlyMap<string, Chunk>, starts: readonly Chunk[]): Set<string> => {
  const styles = new Set<string>()
  const seen = new Set<Chunk>()
  const collect = (chunk: Chunk | undefined) => {
    if (!chunk || seen.has(chunk)) return
    seen.add(chunk)
    for (const file of chunk.imports) collect(chunks.get(file))
    for (const file of chunk.dynamicImports) {
      const part = chunks.get(file)
      if (part?.moduleIds.some(isLaterPart)) collect(part)
    }
    for (const file of chunk.viteMetadata?.importedCss ?? []) styles.add(file)
  }
  for (const chunk of starts) collect(chunk)
  return styles
}

/**
 * One style file for all public pages, named in the head of every page, in place of a dozen small ones that a first
 * view waits for. Anyone who goes on to another public page has its styles already, in the same order. No chunk asks for any
 * of them again; the small files stay where they are for tabs that were opened before a new version came.
 */
export const onePublicStyle = (pages: readonly string[]): Plugin => ({
  name: 'portico-public-style',
  apply: 'build',
  // Behind the making of style files, before the listing of who needs which.
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const chunks = new Map(
      Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file as Chunk]] : [])),
    )
    const all = [...chunks.values()]
    const entry = all.find(({ isEntry }) => isEntry)
    const pageChunks = pages.map((page) => all.find(({ moduleIds }) => moduleIds.includes(page)))
    if (!entry || pageChunks.includes(undefined)) throw new Error('A public page has no chunk of its own')
    const styles = stylesOf(chunks, [entry, ...(pageChunks as Chunk[])])
    const text = [...styles].map((file) => {
      const asset = bundle[file]
      if (asset?.type !== 'asset') throw new Error(`${file} is no style file`)
      return Buffer.from(asset.source).toString('utf8').trim()
    })
    const source = text.join('\n')
    if (source.includes('@import') || source.includes('@charset'))
      throw new Error('These stand only at the top of a file')
    const folder = path.posix.dirname([...styles][0] ?? '')
    const reference = this.emitFile({ type: 'asset', name: PUBLIC_STYLE, originalFileName: PUBLIC_STYLE, source })
    if (path.posix.dirname(this.getFileName(reference)) !== folder)
      throw new Error('Addresses in styles are relative to their folder')
    // Not even of the entry: the name would stand in files that keep their own when it changes.
    for (const { viteMetadata } of all) for (const file of styles) viteMetadata?.importedCss.delete(file)
  },
})
