import { LRUCache } from 'lru-cache'
import type { PortalContext } from '#kernel/context.ts'
import { brandOf } from '#platform/brand.ts'
import { drawPng } from '#platform/files/pictures/pictures.ts'

/** Sizes that home screens ask for: iOS takes 180, Android 192 and 512. */
export const ICON_SIZES = [180, 192, 512] as const
export type IconSize = (typeof ICON_SIZES)[number]

export const iconPath = (size: IconSize): string => `/gate/icon-${size}.png`

/** The frame of a scanner around a check mark. It fills its square, because phones cut the corners themselves. */
const iconSvg = (color: string, onColor: string, size: IconSize): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64"><rect width="64" height="64" fill="${color}"/><path d="M16 24v-5a3 3 0 0 1 3-3h5M40 16h5a3 3 0 0 1 3 3v5M48 40v5a3 3 0 0 1-3 3h-5M24 48h-5a3 3 0 0 1-3-3v-5M24 33l6 6l11-13" fill="none" stroke="${onColor}" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** Drawing takes a moment, and a portal's color hardly ever changes. */
const drawn = new LRUCache<string, Buffer>({ max: 300 })

/** The icon of the installed gate page in a portal's color (EVD-018): PNG, because iOS takes nothing else. */
export const gateIcon = async ({ setting }: Pick<PortalContext, 'setting'>, size: IconSize): Promise<Buffer> => {
  const { color, on_color: onColor } = brandOf(setting.primary_color)
  const key = `${color} ${onColor} ${size}`
  const known = drawn.get(key)
  if (known) return known
  const png = await drawPng(iconSvg(color, onColor, size))
  drawn.set(key, png)
  return png
}
