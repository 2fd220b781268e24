export { UnsentQuestions } from './components/unsent-questions.tsx'
