import { createHash } from 'node:crypto'
import path from 'node:path'

/** 62^5 names for some thousand classes. */
const LENGTH = 5

const names = new Map<string, string>()

/**
 * Names of classes in the built pages: short, since they stand in every page many times over, and the same in both builds.
 * A name depends on its file and its word alone, so that a change elsewhere leaves it.
 */
export const classNames =
  (root: string) =>
  (word: string, file: string): string => {
    const source = `${path.relative(root, file.split('?', 1)[0] ?? '').replaceAll('\\', '/')} ${word}`
    const text = createHash('sha256').update(source).digest('base64').replace(/[+/]/g, '')
    const name = text.slice(text.search(/[A-Za-z]/)).slice(0, LENGTH)
    const other = names.get(name)
    if (other && other !== source)
      throw new Error(`${source} and ${other} get the same class: call one of them otherwise`)
    names.set(name, source)
    return name
  }
