import { finishModuleItem, showLearnerCourse, startModuleItem } from '#features/progress/contract.ts'
import type { TestApp } from './api.ts'
import { learning } from './learning.ts'

type Item = { type: string; id: number }

/** Learners in courses with modules, and the steps they take. */
export const ownCourse = (t: Pick<TestApp, 'platform' | 'make' | 'as'>) => {
  const make = learning(t)
  type Learner = Awaited<ReturnType<typeof make.learner>>

  const args = ({ related_id }: Pick<Learner, 'related_id'>, item: Item) => ({
    params: { itemType: item.type, itemId: item.id },
    body: { related_id },
  })
  return {
    make,
    args,
    /** An item by its position in a module and the module's position. */
    itemAt: (course: Learner['course'], entry: number, index: number) => {
      const item = course.outline[entry]?.items[index]
      if (!item) throw new Error('no such item')
      return item
    },
    entryAt: (course: Learner['course'], entry: number) => {
      const item = course.outline[entry]
      if (!item) throw new Error('no such entry')
      return item
    },
    start: (who: Learner, item: Item) => t.as(who.person).call(startModuleItem, args(who, item)),
    finish: (who: Learner, item: Item) => t.as(who.person).call(finishModuleItem, args(who, item)),
    show: ({ person, course, related_id }: Learner) =>
      t.as(person).call(showLearnerCourse, { params: { slug: course.slug }, query: { related_id } }),
  }
}
