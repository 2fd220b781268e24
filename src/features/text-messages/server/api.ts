/** What other slices may call of text messages. */
export { removeNumber, setNumber } from './actions/set-number.ts'
export { textLimitChanged } from './notify-limit.ts'
export { hasTexts } from './service.ts'
export { loadNumbers } from './store.ts'
