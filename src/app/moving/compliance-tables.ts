import { goes, stays, type TableRule } from './table-rule.ts'

/** Requirements, and the facts that say who held what. A team is its manager, an account that has another id here. */
export const COMPLIANCE_TABLES: Readonly<Record<string, TableRule>> = {
  training_requirements: goes(),
  training_requirement_terms: goes(
    { team_ids: 'keep' },
    {
      adapt: (row, { move }) => {
        const ids = (row['team_ids'] ?? '{}').match(/\d+/g) ?? []
        row['team_ids'] = `{${ids.flatMap((id) => move.userOf(Number(id)) ?? []).join(',')}}`
        return true
      },
    },
  ),
  training_requirement_refreshers: goes(),
  compliance_documents: goes({ file_key: 'file' }),
  compliance_facts: goes(
    {},
    {
      adapt: (row, { move }) => {
        if (row['kind'] === 'team' && row['value']) row['value'] = move.userOf(Number(row['value']))?.toString() ?? null
        return true
      },
    },
  ),
  compliance_records: goes({ course_id: 'id', requirement_id: 'id' }),
  trade_rules: goes(),
  trade_rule_versions: goes({ item_ids: 'ids' }),
  trade_rule_courses: goes(),
  identity_answers: goes(),
  identity_questions: goes({ item_id: 'id', counted_milliseconds: 'keep' }),
  identity_locks: goes(),
  exam_proctor_requests: stays('says who waits at this hour'),
  exam_openings: goes(),
  exam_incidents: goes(),
  crew_sessions: goes(),
  crew_entries: goes(),
  recertification_steps: goes(),
  recertification_settings: goes(),
  recertification_runs: goes(),
}
