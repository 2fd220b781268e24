import fs from 'node:fs'
import path from 'node:path'

/** The version of the program in this folder. */
export const versionOf = (root: string): string =>
  (JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version
