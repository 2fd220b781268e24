/** The attribute of the html element that marks a portal which asks first (UIX-031). */
export const OPT_IN_ATTRIBUTE = 'data-consent-opt-in'
