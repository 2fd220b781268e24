/** The widths at which a page is shown, as a visitor's window has them (PGB-042). */
export const WIDTHS = { desktop: 1280, tablet: 768, phone: 375 } as const
export type WidthName = keyof typeof WIDTHS
