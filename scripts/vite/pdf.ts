import fs from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const NAME = 'virtual:pdf-data'

/** Decoders of scanned pictures (in script, for which the pages' policy needs no exception), and tables of scripts. */
const isWanted = (file: string) => file.endsWith('_nowasm_fallback.js') || file.endsWith('.bcmap')

/**
 * Serves what pdf.js loads by name while it reads a document: as files of the build, under an address that changes with
 * its version. `virtual:pdf-data` exports that address, which ends with a slash.
 */
export const pdfData = (root: string): Plugin => {
  const folder = path.join(root, 'node_modules/pdfjs-dist')
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  let base = `/assets/pdf-${version}/`
  return {
    name: 'pdf-data',
    configResolved: ({ command }) => {
      if (command === 'serve') base = '/node_modules/pdfjs-dist/'
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(base)}` : null),
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const part of ['wasm', 'cmaps'])
        for (const file of fs.readdirSync(path.join(folder, part)).filter(isWanted))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdf-${version}/${part}/${file}`,
            source: fs.readFileSync(path.join(folder, part, file)),
          })
    },
  }
}
