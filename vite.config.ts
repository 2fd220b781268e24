import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contracts } from './scripts/vite-contracts.ts'
import { routes } from './src/app/routes.ts'

const root = import.meta.dirname

export default defineConfig({
  root,
  plugins: [
    contracts(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A page's loader travels with its screen; what all pages load is only where they are and who may open them.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']] },
      virtualRouteConfig: routes,
      routesDirectory: `${root}/src`,
      generatedRouteTree: `${root}/src/app/routeTree.gen.ts`,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
  ],
  builder: {
    buildApp: async (builder) => {
      for (const name of ['client', 'ssr']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        cssCodeSplit: true,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'src/app/entry-client.tsx',
          // What every page loads comes as one file: in a dozen small ones it is 6 KB (gzip) more.
          output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } },
          // Each icon's file also makes a component that nobody uses.
          treeshake: { manualPureFunctions: ['createReactComponent'] },
        },
      },
    },
    ssr: { build: { outDir: 'dist/server', ssr: true, rollupOptions: { input: 'src/app/entry-server.tsx' } } },
  },
})
