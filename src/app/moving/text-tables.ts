import { goes, stays, type TableRule } from './table-rule.ts'

const UNDER_WAY = 'opens something at the old address only'

/** Mobile numbers, and what was texted to them. */
export const TEXT_TABLES: Readonly<Record<string, TableRule>> = {
  // A number of an account that was here before is somebody else's word, and would receive its links (decision 070).
  mobile_numbers: goes({}, { adapt: (row, { isKnown }) => !isKnown(Number(row['user_id'])) }),
  text_messages: goes(
    { provider_id: 'omit', leased_until: 'omit' },
    {
      adapt: (row) => {
        // What has not left says an address of the old installation.
        if (row['status'] === 'queued') {
          row['status'] = 'failed'
          row['error'] = 'The portal moved before it was sent.'
          row['settled_at'] = row['created_at'] ?? null
        }
        return true
      },
    },
  ),
  text_opt_outs: goes(),
  text_links: stays(UNDER_WAY),
  mobile_number_codes: stays(UNDER_WAY),
  text_requests: stays('counts requests of an hour'),
  text_days: stays('counts texts of one day'),
  texts_to_numbers: stays('counts texts of the last day over all portals'),
}
