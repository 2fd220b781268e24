export { LeftLetters } from './components/left-letters.tsx'
