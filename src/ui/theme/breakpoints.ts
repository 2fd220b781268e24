/** Widths in pixels from which each layout begins (UIX-013). Below `xl` the mobile layout is used (UIX-014). */
export const BREAKPOINTS = { xs: 0, sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1536 } as const
