/** What other slices may call of signing keys. */
export { KEYS_PATH, keyDocument } from './key-document.ts'
export { keysTag, publicKeysOf, type SigningKey, signingKeyOf } from './store.ts'
