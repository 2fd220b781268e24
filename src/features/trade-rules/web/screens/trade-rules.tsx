import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconPlus } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { LockedCourses } from '../components/locked-courses.tsx'
import { RuleList } from '../components/rule-list.tsx'
import { tradeRuleQueries } from '../queries.ts'
import styles from './trade-rules.module.css'

const RuleDialog = lazy(() => import('../components/rule-dialog.tsx').then((file) => ({ default: file.RuleDialog })))

/** The rules of the trade with their versions; a dialog adds and changes them (TRD-016). */
export function TradeRulesScreen() {
  const { data } = useQuery(tradeRuleQueries(useApi()).rules())
  const asksQuestions = data?.data.some(({ kind }) => kind === 'identity_questions') ?? false
  const [openId, setOpenId] = useState<number | 'new' | null>(null)
  const rules = data?.data ?? []
  const opened = rules.find(({ id }) => id === openId) ?? null
  const add = (
    <Button icon={IconPlus} aria-haspopup="dialog" onClick={() => setOpenId('new')}>
      Add rule
    </Button>
  )
  return (
    <div className={styles.page}>
      <PageHeader
        title="Rules of the trade"
        text="Limit training hours a day, and require time, hands-on sign-offs, proctored exams and identity questions in courses, as regulators and customers ask."
        actions={rules.length > 0 && add}
      />
      {rules.length === 0 ? (
        <EmptyState
          title="No rules yet"
          text="Add a rule with its source and dates. A dry run shows which learners it affects before you save it."
          action={add}
        />
      ) : (
        <RuleList rules={rules} onChange={setOpenId} />
      )}
      {asksQuestions && <LockedCourses />}
      {(openId === 'new' || opened) && (
        <Suspense fallback={<LoadingNote text="Loading the form" />}>
          <RuleDialog rule={opened} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </div>
  )
}
