export { forgetTypedNamesOf, readHandsOn } from './hands-on.ts'
