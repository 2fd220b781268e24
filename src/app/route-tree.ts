/**
 * The routes of all pages, as the server and development know them: each with everything its file says. The browser's
 * build has another tree in place of this one, which knows only the addresses (scripts/vite/route-tree.ts).
 */
export { routeTree } from './routeTree.gen.ts'
