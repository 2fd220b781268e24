export { LockBanner } from './components/lock-banner.tsx'
export { type Plan, PlanCards } from './components/plan-cards.tsx'
export { useChoosePlan } from './use-choose-plan.ts'
