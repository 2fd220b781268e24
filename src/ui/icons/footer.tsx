import { __iconNode as deviceDesktopNodes } from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import { __iconNode as externalLinkNodes } from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { __iconNode as logoutNodes } from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import { __iconNode as mailNodes } from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { __iconNode as mapPinNodes } from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import { __iconNode as moonNodes } from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import { __iconNode as phoneNodes } from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import { __iconNode as sunNodes } from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { icon } from './icon.tsx'

// Icons of ways to people and elsewhere, of the foot of public pages and of the account menu.
export const IconSun = /* @__PURE__ */ icon(sunNodes)
export const IconMoon = /* @__PURE__ */ icon(moonNodes)
export const IconDeviceDesktop = /* @__PURE__ */ icon(deviceDesktopNodes)
export const IconLogout = /* @__PURE__ */ icon(logoutNodes)
export const IconPhone = /* @__PURE__ */ icon(phoneNodes)
export const IconMail = /* @__PURE__ */ icon(mailNodes)
export const IconMapPin = /* @__PURE__ */ icon(mapPinNodes)
export const IconExternalLink = /* @__PURE__ */ icon(externalLinkNodes)
