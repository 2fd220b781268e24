import fs from 'node:fs'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { classNames } from './scripts/vite/class-names.ts'
import { contracts } from './scripts/vite/contracts.ts'
import { gatePage } from './scripts/vite/gate.ts'
import { joinedFiles } from './scripts/vite/joined-files.ts'
import { pdfData } from './scripts/vite/pdf.ts'
import { precompress } from './scripts/vite/precompress.ts'
import { onePublicStyle } from './scripts/vite/public-style.ts'
import { addressesOnly, pageFiles, publicFiles } from './scripts/vite/route-tree.ts'
import { sourcePlaces } from './scripts/vite/source-places.ts'
import { routes } from './src/app/routes.ts'

const root = import.meta.dirname
const SERVER = 'dist/server'
// Packages that look for files of their own beside their code, and what has to be the same for them and for us.
const WITH_FILES = ['@react-pdf/renderer', 'png-js', 'harfbuzzjs']
// The frame around public pages.
const SITE_MODULE =
  /\/src\/(app\/layouts\/(use-header|person-links)|kernel\/(access\/super-admins|product\/(portal-visibility|prices|portal-pages)|display-name|format\/(number|phone))|ui\/page\/(found|moved|later|page-head)|ui\/(icons\/(frame|store|icon|loader)|theme\/breakpoints)|ui\/hooks\/use-(hydrated|width)|ui\/cx|ui\/calls\/last-error|ui\/public\/(parts\/(anchor|button|layout|badge|breadcrumbs)|site\/(header|header-parts|logo)|products\/(cover|price|rating)|lists\/(skeleton|state))|features\/announcements\/web\/components\/portal-banner|features\/sessions\/web\/(sign-out|role-key|components\/(impersonation-banner|ended-notice))|features\/catalog\/(contract|rules\/collections|web\/(continue-href|listed-course))|features\/cart\/(rules\/cart|web\/(cart-store|items|components\/buy-button)))\.(ts|tsx|module\.css)$/
// The list of courses with its address.
const LIST_MODULE =
  /\/src\/(ui\/hooks\/use-min-loading|ui\/public\/products\/course-card-skeleton|features\/catalog\/(rules\/(address|sorts)|web\/screens\/catalog))\.tsx?$|\/react-router\/dist\/esm\/useRouterState\.js$/
// The pages of a course and of a bundle.
const PRODUCT_MODULE =
  /\/src\/(ui\/public\/products\/product-(columns|page)|features\/cart\/web\/components\/(purchase-box|quantity-field|seats-note|tier-list))\.(tsx|module\.css)$/
// Small things that several pages are made of: as files of their own they would be a dozen more requests for each page.
const KIT_MODULE =
  /\/src\/(ui\/public\/(products\/card|lists\/(empty-state|pagination)|site\/page-top|parts\/prose)|kernel\/text|features\/catalog\/web\/components\/course-grid|features\/pages\/web\/block-tags)\.(ts|tsx|module\.css)$/
const DATE_MODULE = /\/src\/(kernel\/format\/date|ui\/public\/parts\/time)\.tsx?$/
// What a page knows of itself before its blocks.
const WORDS_MODULE =
  /\/src\/features\/pages\/(contract-site|rules\/words|web\/(blocks|load-page|screens\/site-page))\.tsx?$/
// What comes to life on every public page when it stands (`src/ui/page/later.tsx`), and what opens over it.
const LATER_MODULE =
  /\/src\/(app\/error-pages-part|ui\/(page\/analytics|theme\/scheme|hooks\/(use-debounced|scroll-to-anchor))|ui\/public\/(dialogs\/(confirm|dialog|dialog-stack|toasts)|lists\/error-view|site\/(consent|consent-link|footer|footer-of|footer-part|header-menus-part|menu|outlets|page-focus|scheme-toggle|suggest-input|suggest-input-part))|kernel\/(format\/year|product\/(consent|third-parties))|features\/announcements\/web\/components\/banners)\.(ts|tsx|module\.css)$|\/src\/ui\/public\/site\/social\.svg/
// Everything that a page of blocks may show.
const BLOCKS_MODULE =
  /\/src\/(features\/pages\/(rules\/blocks|web\/blocks\/(?!block-icon\.)[\w-]+)|kernel\/uploads\/video|ui\/theme\/(color|contrast))\.(ts|tsx|module\.css)$/
const GRID_MODULE =
  /\/src\/(ui\/public\/products\/course-card|features\/catalog\/web\/components\/course-grid-part)\.tsx$/
// A page takes the icons of the frame and of the shop as one.
const SITE_ICONS = new Set(
  ['frame', 'store', 'loader'].flatMap((name) => {
    const text = fs.readFileSync(`${root}/src/ui/icons/${name}.tsx`, 'utf8')
    return [...text.matchAll(/icons\/(Icon\w+)\.mjs/g)].map(([, icon]) => icon)
  }),
)
const isSiteIcon = (id: string) => SITE_ICONS.has(/\/icons\/(Icon\w+)\.mjs$/.exec(id)?.[1])
const OWN_MODULE = /\/src\/(?!app\/entry-)[^?]*\.tsx?$/

const KINDS = { site: 'public', learn: 'learner' } as const
const joined = joinedFiles(
  pageFiles(routes).map(({ area, files }) => ({
    kind: area in KINDS ? KINDS[area as keyof typeof KINDS] : 'desk',
    files: [`${root}/src/app/entry-client.tsx`, ...files.map((file) => `${root}/src/${file}`)],
  })),
)

/** How long plugins take is no warning to somebody who starts the program. */
const QUIET = { pluginTimings: false }

export default defineConfig(({ command }) => ({
  root,
  resolve: {
    alias: [
      // React has these itself; the stand-ins for older ones need not travel.
      {
        find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
    ],
  },
  plugins: [
    contracts(),
    addressesOnly(routes, `${root}/src`),
    pdfData(root),
    gatePage(root),
    tanstackRouter({
      target: 'react',
      // The server loads screens and loaders when they are first asked for. The browser's build has one file for a page
      // (`addressesOnly`); in development it is as on the server, so that a changed screen takes its place at once.
      autoCodeSplitting: true,
      // A split error component would put a boundary around its page on the server that the browser's build lacks.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['notFoundComponent']] },
      ...(command === 'build' && { plugin: { vite: { environmentName: 'ssr' } } }),
      virtualRouteConfig: routes,
      routesDirectory: `${root}/src`,
      generatedRouteTree: `${root}/src/app/routeTree.gen.ts`,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    onePublicStyle(publicFiles(routes).map((file) => `${root}/src/${file}`)),
    precompress(),
    joined.plugin,
    sourcePlaces(`${root}/${SERVER}`),
  ],
  ...(command === 'build' && { css: { modules: { generateScopedName: classNames(root) } } }),
  builder: {
    buildApp: async (builder) => {
      const { client, ssr } = builder.environments
      if (!client || !ssr) return
      // The first build tells which files to join (decision 039).
      client.config.build.write = false
      await builder.build(client)
      client.config.build.write = true
      await builder.build(client)
      await builder.build(ssr)
    },
  },
  // Workers load what they need as modules, as the pages do.
  worker: { format: 'es' },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        cssCodeSplit: true,
        // What a chunk imports is asked for when it arrives, and before that when somebody points at the link. Naming it
        // for every chunk in the file that all pages load costs more than that. Styles are always named.
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        assetsInlineLimit: 0,
        // What visitors load is weighed by scripts/page-weights.ts; editors and players may be large.
        chunkSizeWarningLimit: 2000,
        rolldownOptions: {
          checks: QUIET,
          input: 'src/app/entry-client.tsx',
          // What every page loads comes as one file: in a dozen small ones it is 6 KB (gzip) more.
          output: {
            codeSplitting: {
              groups: [
                { name: 'frame', tags: ['$initial'], priority: 1 },
                { name: 'date', test: DATE_MODULE, includeDependenciesRecursively: false },
                { name: 'list', test: LIST_MODULE, includeDependenciesRecursively: false },
                { name: 'product', test: PRODUCT_MODULE, includeDependenciesRecursively: false },
                {
                  name: 'site',
                  test: (id) => SITE_MODULE.test(id) || isSiteIcon(id),
                  includeDependenciesRecursively: false,
                },
                { name: 'kit', test: KIT_MODULE, includeDependenciesRecursively: false },
                { name: 'words', test: WORDS_MODULE, includeDependenciesRecursively: false },
                { name: 'parts', test: LATER_MODULE, includeDependenciesRecursively: false },
                { name: 'blocks', test: BLOCKS_MODULE, includeDependenciesRecursively: false },
                { name: 'grid', test: GRID_MODULE, includeDependenciesRecursively: false },
                { name: joined.fileOf, priority: -1, includeDependenciesRecursively: false },
              ],
            },
          },
          treeshake: {
            // Each icon's file also makes a component that nobody uses.
            manualPureFunctions: ['createReactComponent'],
            // Our modules are there for what they export: a part that nobody takes from a `public.ts` stays out.
            moduleSideEffects: (id) => !OWN_MODULE.test(id),
          },
        },
      },
    },
    // The server, and what it renders pages with, with their packages: Node reads a hundred and some files at a start in
    // place of three thousand (decision 019). In development it runs from the sources.
    ssr: {
      ...(command === 'build' && {
        resolve: { noExternal: true, external: ['vite', '@fastify/middie', ...WITH_FILES] },
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }),
      build: {
        outDir: SERVER,
        ssr: true,
        // An address in the server's HTML is the one in the browser's script.
        assetsInlineLimit: 0,
        rolldownOptions: {
          checks: QUIET,
          input: ['src/app/main.ts', 'src/app/entry-server.tsx'],
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
}))
