import path from 'node:path'
import type { Plugin } from 'vite'

/** What runs on the server only, and the processes of tests. */
const SERVER_SOURCE = /\/(src\/(app|platform|standins|features\/[^/]+\/server)|tests\/processes)\/[^?]*\.ts$/

/**
 * Files that lie beside a source of the server (migrations, fonts, the demo's pictures) stay there: in the built server
 * as well `import.meta.dirname` and `import.meta.url` mean the place of the source, as seen from `outDir`, in which all
 * built files stand side by side.
 */
export const sourcePlaces = (outDir: string): Plugin => ({
  name: 'source-places',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform: {
    filter: { id: SERVER_SOURCE, code: /import\.meta\.(dirname|url)/ },
    handler: (code, id) => {
      const source = path.relative(outDir, id).replaceAll('\\', '/')
      return {
        code: code
          .replaceAll('import.meta.url', `new URL('${source}', import.meta.url).href`)
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${path.posix.dirname(source)}')`),
        map: null,
      }
    },
  },
})
