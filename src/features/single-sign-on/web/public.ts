export { SignOnButtons } from './components/sign-on-buttons.tsx'
