import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { answerRequest, textRequest } from './actions/request-sign-in.ts'
import { deliverText, giveUpText } from './deliver.ts'
import { textSend } from './queue-text.ts'

/** The jobs that send texts, and that answer who asked for one by a badge number. */
export const jobs = (services: Services): JobHandler[] => [
  handle(textSend, (data, context) => deliverText(services, data, context), { giveUp: giveUpText }),
  handle(textRequest, (data, context) => answerRequest(services, data, context)),
]
