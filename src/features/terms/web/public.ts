export { signOf } from './sign.ts'
