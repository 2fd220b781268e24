import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)]
const COMPRESSIBLE = /\.(js|css|svg|json)$/
/** Smaller files are not worth a second file. */
const LEAST_BYTES = 1024

/** Compresses static files at the highest level during the build instead of at every request. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle: async ({ dir }, bundle) => {
    if (!dir) return
    const files = Object.keys(bundle).filter((file) => COMPRESSIBLE.test(file))
    await Promise.all(
      files.map(async (file) => {
        const target = path.join(dir, file)
        const bytes = await fs.readFile(target)
        if (bytes.length < LEAST_BYTES) return
        const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        await fs.writeFile(`${target}.br`, await asBrotli(bytes, { params }))
        await fs.writeFile(`${target}.gz`, await asGzip(bytes, { level: 9 }))
      }),
    )
  },
})
