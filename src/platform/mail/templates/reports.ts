import { formatNumber } from '#kernel/format.ts'
import { action, facts, greeting, note, paragraph, strong, type Templates } from '../parts.ts'

/** The mail of a scheduled report. */
export const reportTemplates: Pick<Templates, 'report'> = {
  report: (data, portal, brand) => ({
    subject: `${data.title}: ${formatNumber(data.figures[0]?.value ?? 0)} (${data.period})`,
    preview: data.figures.map(({ label, value }) => `${label} ${formatNumber(value)}`).join(', '),
    heading: data.title,
    body: [
      greeting(data.first_name),
      paragraph('Here is your report ', strong(data.title), ` for ${data.period}.`),
      facts(data.figures.map(({ label, value }): [string, string] => [label, formatNumber(value)])),
      data.file ? paragraph('The rows are in the attached file ', strong(data.file), '.') : null,
      data.is_too_large
        ? paragraph('There are too many rows for an attachment. Open the report and export it there.')
        : null,
      action('Open the report', data.link, brand),
      note('You need to sign in to open it.'),
    ],
    reason: `You get this e-mail because this report is sent to you at ${portal.name}: ${data.rhythm.charAt(0).toLowerCase()}${data.rhythm.slice(1)}.`,
  }),
}
