import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { answerRequest, textRequest } from './actions/request-sign-in.ts'
import { deliverText, giveUpText } from './deliver.ts'
import { mailSuperAdmins, textLimitMail } from './notify-limit.ts'
import { textSend } from './queue-text.ts'

/** The jobs that send texts, answer requests by badge number, and mail super admins about a portal's limit. */
export const jobs = (services: Services): JobHandler[] => [
  handle(textSend, (data, context) => deliverText(services, data, context), { giveUp: giveUpText }),
  handle(textRequest, (data, context) => answerRequest(services, data, context)),
  handle(textLimitMail, (data, context) => mailSuperAdmins(services, data, context)),
]
