export { TeachingQueue } from './components/teaching-queue.tsx'
export { certificatesPath, progressPath } from './paths.ts'
export { teachingQueries } from './queries.ts'
