import { createHash } from 'node:crypto'
import path from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

/**
 * Builds the script of the gate page as one file that needs no other: `assets/gate-page-<hash>.js`. The page is kept in
 * phones and works without a network, so it cannot load a chunk later.
 */
export const gatePage = (root: string): Plugin => ({
  name: 'gate-page',
  apply: 'build',
  async generateBundle() {
    if (this.environment.name !== 'client') return
    const bundle = await rolldown({
      input: path.join(root, 'src/features/gate/web/page/main.ts'),
      platform: 'browser',
      cwd: root,
    })
    const { output } = await bundle.generate({ format: 'es', minify: true, codeSplitting: false })
    await bundle.close()
    const source = output[0].code
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
    this.emitFile({ type: 'asset', fileName: `assets/gate-page-${hash}.js`, source })
  },
})
