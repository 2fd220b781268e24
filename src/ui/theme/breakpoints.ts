/** Widths in pixels from which each layout begins (UIX-013). */
export const BREAKPOINTS = { xs: 0, sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1536 } as const
/** Below this width the mobile layout is used (UIX-014). */
export const MOBILE_BELOW = BREAKPOINTS.xl
