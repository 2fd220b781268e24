export { signOf } from '../rules/sign.ts'
