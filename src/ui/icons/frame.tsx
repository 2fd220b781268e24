import { __iconNode as chevronDownNodes } from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { __iconNode as menu2Nodes } from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import { __iconNode as searchNodes } from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { __iconNode as shoppingCartNodes } from '@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs'
import { __iconNode as xNodes } from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { icon } from './icon.tsx'

// Icons of the frame around every public page.
export const IconX = /* @__PURE__ */ icon(xNodes)
export const IconMenu2 = /* @__PURE__ */ icon(menu2Nodes)
export const IconSearch = /* @__PURE__ */ icon(searchNodes)
export const IconShoppingCart = /* @__PURE__ */ icon(shoppingCartNodes)
export const IconChevronDown = /* @__PURE__ */ icon(chevronDownNodes)
