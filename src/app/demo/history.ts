import type { Config } from '#platform/config.ts'
import type { App } from '../app.ts'
import type { Founded } from './found.ts'

/** What has happened in the demo before anybody looks: orders, enrolments, progress and certificates, dated relative to today. */
export const loadHistory = async (
  _app: App,
  _config: Config,
  _founded: Founded,
  _courses: ReadonlyMap<string, { id: number; slug: string }>,
): Promise<void> => {}
