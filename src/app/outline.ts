import type { QueryClient } from '@tanstack/react-query'
import { assignmentItems, listAssignmentResponses, listCourseAssignments } from '#features/assignments/contract.ts'
import { showCourse } from '#features/courses/contract.ts'
import { examItems, surveyItems } from '#features/exams/contract-admin.ts'
import { cloudScormModules, listOutline, modules, scormModules } from '#features/outline/contract.ts'
import type { OutlineContextValue } from '#features/outline/web/public.ts'
import {
  listLearnerCourses,
  listLearnerModules,
  showLearnerCourse,
  showLearnerModuleItem,
} from '#features/progress/contract.ts'
import { listTaughtLearners, listTeachingQueue, showTaughtLearner } from '#features/teaching/contract.ts'
import {
  listCourseVersions,
  listRemovedItems,
  listReplacedPackages,
  listVersionChanges,
  listVersionLearners,
} from '#features/versions/contract.ts'

/** The calls of every type of outline item. */
export const ITEM_CALLS: OutlineContextValue['calls'] = {
  Module: modules,
  Exam: examItems,
  Survey: surveyItems,
  Assignment: assignmentItems,
  ScormModule: scormModules,
  CloudScormModule: cloudScormModules,
}

/** Loaded when somebody uploads a package. */
export const takePackage: OutlineContextValue['takePackage'] = async (...call) => {
  const scorm = await import('#features/scorm/web/take-package.ts')
  return scorm.takePackage(...call)
}

const OF_OUTLINE = new Set<unknown>(
  [
    listOutline,
    // What it lacks for being published.
    showCourse,
    listCourseVersions,
    listVersionChanges,
    listVersionLearners,
    listReplacedPackages,
    listRemovedItems,
    listCourseAssignments,
    listAssignmentResponses,
    listTaughtLearners,
    showTaughtLearner,
    listTeachingQueue,
    listLearnerCourses,
    listLearnerModules,
    showLearnerCourse,
    showLearnerModuleItem,
  ].map(({ path }) => path),
)

/** The contents of a single item. An open form keeps its values, which come from its own save. */
const isItem = (path: unknown): boolean => /^\/admin\/(courses\/:courseId\/items\/|module-items\/)/.test(String(path))

/**
 * Drops what this browser has read about courses and what a change of an outline makes stale: the lists of assignments
 * and exams (BLD-012), the work that waits for teachers, learners' outlines. Whatever is on the screen is read again
 * and stays visible until then.
 */
export const dropOutlines = async (client: QueryClient): Promise<void> => {
  client.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey: [path] }) => OF_OUTLINE.has(path) || isItem(path),
  })
  await client.invalidateQueries({ predicate: ({ queryKey: [path] }) => OF_OUTLINE.has(path) })
}
