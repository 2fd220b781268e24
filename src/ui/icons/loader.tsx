import { __iconNode as loader2Nodes } from '@tabler/icons-react/dist/esm/icons/IconLoader2.mjs'
import { icon } from './icon.tsx'

// The icon of buttons that are at work, which stand on every page.
export const IconLoader2 = /* @__PURE__ */ icon(loader2Nodes)
