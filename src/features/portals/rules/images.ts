import { SEO_EXTENSIONS, UPLOAD_TYPES } from '#kernel/uploads/uploads.ts'

/** The images of a portal by the field of the settings they are kept in, with the extensions each takes (PRT-047). */
export const PORTAL_IMAGES = {
  logo: { extensions: UPLOAD_TYPES.img },
  secondary_logo: { extensions: UPLOAD_TYPES.img },
  favicon: { extensions: [...UPLOAD_TYPES.icon, 'png'] },
  // Printed on PDF documents, which take these two kinds.
  default_certificate_logo: { extensions: ['jpg', 'jpeg', 'png'] },
  social_logo: { extensions: SEO_EXTENSIONS },
} as const satisfies Record<string, { extensions: readonly string[] }>

export type PortalImage = keyof typeof PORTAL_IMAGES
