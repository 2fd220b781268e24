import { __iconNode as chevronDownNodes } from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { __iconNode as deviceDesktopNodes } from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import { __iconNode as logoutNodes } from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import { __iconNode as mailNodes } from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { __iconNode as mapPinNodes } from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import { __iconNode as menu2Nodes } from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import { __iconNode as moonNodes } from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import { __iconNode as phoneNodes } from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import { __iconNode as searchNodes } from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { __iconNode as shoppingCartNodes } from '@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs'
import { __iconNode as sunNodes } from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { __iconNode as xNodes } from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { icon } from './icon.tsx'

// Icons of the frame around every public page.
export const IconX = /* @__PURE__ */ icon(xNodes)
export const IconMenu2 = /* @__PURE__ */ icon(menu2Nodes)
export const IconSearch = /* @__PURE__ */ icon(searchNodes)
export const IconShoppingCart = /* @__PURE__ */ icon(shoppingCartNodes)
export const IconChevronDown = /* @__PURE__ */ icon(chevronDownNodes)
export const IconSun = /* @__PURE__ */ icon(sunNodes)
export const IconMoon = /* @__PURE__ */ icon(moonNodes)
export const IconDeviceDesktop = /* @__PURE__ */ icon(deviceDesktopNodes)
export const IconLogout = /* @__PURE__ */ icon(logoutNodes)
export const IconPhone = /* @__PURE__ */ icon(phoneNodes)
export const IconMail = /* @__PURE__ */ icon(mailNodes)
export const IconMapPin = /* @__PURE__ */ icon(mapPinNodes)
