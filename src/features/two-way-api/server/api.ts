/** What other slices may call of the two-way API. */
export { isPortalToken, requireLiveToken, viewerOfToken } from './tokens.ts'
