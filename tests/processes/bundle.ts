// Writes the processes of tests that are the whole product into a folder, with its packages. Started by `bundledProcess`.
import fs from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { sourcePlaces } from '../../scripts/vite/source-places.ts'

const root = path.resolve(import.meta.dirname, '../..')
const outDir = process.argv[2] ?? ''
fs.mkdirSync(outDir, { recursive: true })
// Node takes the files for modules because of it.
fs.writeFileSync(path.join(outDir, 'package.json'), '{"type":"module"}')
await build({
  configFile: false,
  root,
  logLevel: 'error',
  publicDir: false,
  plugins: [sourcePlaces(outDir)],
  // As in vite.config.ts: packages that look for files of their own stay where they are.
  ssr: { noExternal: true, external: ['vite', '@fastify/middie', '@react-pdf/renderer', 'png-js', 'harfbuzzjs'] },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: {
        ...Object.fromEntries(
          ['app', 'export', 'job', 'serve-api'].map((name) => [
            name,
            path.join(root, `tests/processes/${name}-child.ts`),
          ]),
        ),
        main: path.join(root, 'src/app/main.ts'),
      },
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
})
