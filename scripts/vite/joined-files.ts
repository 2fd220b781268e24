import type { Plugin, Rolldown } from 'vite'
import { isLaterPart } from './public-style.ts'

/** What one more file costs a page, in bytes of script: about four milliseconds of browser and server. */
const FILE_COST = 3_000
/** Learners are on phones: a byte that they do not need counts this many times. */
const LEARNER_WEIGHT = 40

/** A page by the files of its layouts and its own; `kind` says who may load more for it. */
export type PageFiles = { kind: 'public' | 'learner' | 'desk'; files: readonly string[] }

type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'moduleIds' | 'imports' | 'dynamicImports' | 'isDynamicEntry' | 'code'
>
type Group = { users: Map<number, number>; size: number; modules: string[] }

/** Bytes saved by joining two groups; what both are loaded by saves a file, everybody else loads more than before. */
const gainOf = (a: Group, b: Group): number => {
  let gain = 0
  for (const [user, weight] of a.users) gain += b.users.has(user) ? FILE_COST : -b.size * weight
  for (const [user, weight] of b.users) if (!a.users.has(user)) gain -= a.size * weight
  return gain
}

/**
 * Which modules of a build belong into one file, by the name of that file. The bundler makes a file for every set of pages
 * that share modules, most of them smaller than what it costs to ask for them. Those are joined as long as fewer files are
 * worth more than the bytes that some pages would load without need. Nothing that a public page loads is joined.
 */
export const joinedModules = (chunks: readonly Chunk[], pages: readonly PageFiles[]): Map<string, string> => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)))
  const pageChunks = pages.map(({ kind, files }) => ({ kind, starts: files.map((file) => byModule.get(file)) }))
  const isOfPage = new Set(pageChunks.flatMap(({ starts }) => starts))
  /** What comes with these, and for public pages what comes later as well. */
  const loadedBy = (starts: readonly (Chunk | undefined)[], kind: PageFiles['kind']): Set<Chunk> => {
    const loaded = new Set<Chunk>()
    const add = (chunk: Chunk | undefined) => {
      if (!chunk || loaded.has(chunk)) return
      loaded.add(chunk)
      for (const file of chunk.imports) add(byFile.get(file))
      if (kind !== 'public') return
      for (const file of chunk.dynamicImports) if (byFile.get(file)?.moduleIds.some(isLaterPart)) add(byFile.get(file))
    }
    for (const start of starts) add(start)
    return loaded
  }
  const parts = chunks.filter((chunk) => chunk.isDynamicEntry && !isOfPage.has(chunk))
  const users = [
    ...pageChunks.map(({ kind, starts }) => ({ kind, loaded: loadedBy(starts, kind) })),
    ...parts.map((part) => ({ kind: 'desk' as const, loaded: loadedBy([part], 'desk') })),
  ]
  const kept = new Set(users.flatMap(({ kind, loaded }) => (kind === 'public' ? [...loaded] : [])))
  const groups = chunks
    .filter((chunk) => !kept.has(chunk) && !chunk.isDynamicEntry)
    .map((chunk): Group => {
      const weights = users.flatMap(({ kind, loaded }, user) =>
        loaded.has(chunk) ? [[user, kind === 'learner' ? LEARNER_WEIGHT : 1] as const] : [],
      )
      return { users: new Map(weights), size: chunk.code.length, modules: chunk.moduleIds }
    })
    // What most pages load comes first, and the rest joins it.
    .toSorted((a, b) => b.users.size - a.users.size || b.size - a.size)
  const joined: Group[] = []
  for (const group of groups) {
    const [best] = joined
      .map((other) => ({ other, gain: gainOf(other, group) }))
      .filter(({ gain }) => gain > 0)
      .toSorted((a, b) => b.gain - a.gain)
    if (!best) joined.push({ ...group, modules: [...group.modules] })
    else {
      best.other.users = new Map([...best.other.users, ...group.users])
      best.other.size += group.size
      best.other.modules.push(...group.modules)
    }
  }
  return new Map(joined.flatMap(({ modules }, at) => modules.map((id) => [id, `desk-${at}`] as const)))
}

/**
 * Joins small files of pages behind the sign-in. What pages load is known when a build is done: the first is looked at,
 * and the second has the groups that follow from it (`fileOf`).
 */
export const joinedFiles = (pages: readonly PageFiles[]) => {
  let files = new Map<string, string>()
  let isPlanned = false
  const plugin: Plugin = {
    name: 'portico-joined-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      if (isPlanned) return
      isPlanned = true
      files = joinedModules(
        Object.values(bundle).filter((file) => file.type === 'chunk'),
        pages,
      )
    },
  }
  return { plugin, fileOf: (id: string): string | null => files.get(id) ?? null }
}
