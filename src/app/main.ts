import { enableCompileCache } from 'node:module'
import path from 'node:path'

// Some two thousand files are read and compiled at each start; what that came to is kept, which saves most of it. Before
// anything else is imported.
enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/portico'))
const { serve } = await import('./serve.ts')
await serve()
