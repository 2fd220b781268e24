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
        rollupOptions: { input: 'src/app/entry-client.tsx' },
      },
    },
    ssr: { build: { outDir: 'dist/server', ssr: true, rollupOptions: { input: 'src/app/entry-server.tsx' } } },
  },
})
