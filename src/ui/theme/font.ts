import url from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/** Address of the one font file, for the preload link in the head. */
export const FONT_URL: string = url
