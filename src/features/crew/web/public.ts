export { HandsOnRecord } from './components/hands-on.tsx'
