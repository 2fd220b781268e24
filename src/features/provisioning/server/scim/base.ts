/** Where providers call a portal, below its host. */
export const SCIM_BASE = '/scim/v2'
