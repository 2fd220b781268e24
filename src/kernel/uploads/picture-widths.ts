/** Where public files are found; an address there takes the width that is wanted of a picture (UPL-042). */
export const PUBLIC_MEDIA = '/api/v1/media/'
/** Where pictures of texts are found, for those who may read the text (UPL-046). */
export const TEXT_PICTURES = '/api/v1/pictures/'

/** The widths, in pixels, that the server makes of a stored picture. */
export const PICTURE_WIDTHS = [96, 320, 640, 960, 1280, 1920] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

const isOurs = (src: string) => src.startsWith(PUBLIC_MEDIA) || src.startsWith(TEXT_PICTURES)
/** Avatars carry the time of their change in their address. */
const narrowed = (src: string, width: PictureWidth) => `${src}${src.includes('?') ? '&' : '?'}w=${width}`

/** The address of a picture that is shown `pixels` wide and no wider: sharp on a screen of double density. */
export const pictureFor = (src: string, pixels: number): string => {
  const width = PICTURE_WIDTHS.find((width) => width >= 2 * pixels)
  return width && isOurs(src) ? narrowed(src, width) : src
}

/**
 * The attributes of a picture whose breadth depends on the screen; `sizes` says how (as in HTML), `most` is the largest width
 * that is offered. A picture from elsewhere has one size.
 */
export const responsivePicture = (
  src: string,
  sizes: string,
  most: PictureWidth = 1920,
  own: number = most,
): { src: string; srcSet?: string; sizes?: string } => {
  if (!isOurs(src)) return { src }
  const offered = PICTURE_WIDTHS.filter((width) => width >= 320 && width <= most)
  // The first width that reaches the picture's own brings it whole.
  const widths = offered.filter((_, at) => at === 0 || (offered[at - 1] as number) < own)
  const srcSet = widths.map((width) => `${narrowed(src, width)} ${Math.min(width, own)}w`)
  return { src: narrowed(src, Math.min(960, widths.at(-1) ?? 960) as PictureWidth), srcSet: srcSet.join(', '), sizes }
}
