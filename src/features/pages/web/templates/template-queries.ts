import type { Wire } from '#kernel/endpoint.ts'
import { sectionTemplates } from '../../contract-templates.ts'

export type TemplateRow = Wire<typeof sectionTemplates.list>['data'][number]

export const isOfTemplates = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  String(queryKey[0]).startsWith(sectionTemplates.list.path)
