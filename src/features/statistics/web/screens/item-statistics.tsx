import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { formatNumber } from '#kernel/format.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi } from '#ui/calls/api.tsx'
import type { showItemStatistics } from '../../contract.ts'
import { percentOf, timeText } from '../../rules/fold.ts'
import { VersionSelect } from '../components/version-select.tsx'
import { statisticsQueries } from '../queries.ts'
import styles from '../statistics.module.css'
import { plural } from './exam-statistics.tsx'

type Item = Wire<typeof showItemStatistics>['data']['items'][number]

const KIND_NAMES: Record<string, string> = {
  Survey: 'Knowledge check',
  ScormModule: 'SCORM',
  CloudScormModule: 'Cloud SCORM',
}

/** How many learners started and finished each item of a course, and how long they took (QPL-033). */
export function ItemStatisticsScreen({ slug }: { slug: string }) {
  const [version, setVersion] = useState<number | null>(null)
  const address = useListState({})
  const query = statisticsQueries(useApi()).items(slug, version)
  const result = useQuery({ ...query, placeholderData: keepPreviousData })
  const shown = result.data?.data
  return (
    <div className={styles.parts}>
      <h2>Statistics</h2>
      {shown && (
        <VersionSelect
          versions={shown.versions.map((one) => ({ version: one.version, label: plural(one.learners, 'learner') }))}
          value={version}
          onChange={setVersion}
        />
      )}
      <p className={styles.note}>
        {plural(shown?.learners ?? 0, 'learner')} started the course. The time of an item runs from its first step to
        its end, pauses included. Texts and files have none, because opening them is not recorded.
      </p>
      <ListScreen<Item>
        label="Items"
        address={address}
        result={{ ...result, data: shown && { data: shown.items } }}
        searchLabel={null}
        rowKey={({ item_type: type, item_id: id }) => `${type}/${id}`}
        rowName={({ title }) => title}
        columns={[
          {
            key: 'title',
            title: 'Item',
            role: 'main',
            cell: ({ title, module_title: module }) => (module ? `${module}: ${title}` : title),
          },
          { key: 'item_type', title: 'Type', cell: ({ item_type: type }) => KIND_NAMES[type] ?? type },
          { key: 'started', title: 'Started', align: 'right', cell: ({ started }) => formatNumber(started) },
          {
            key: 'finished',
            title: 'Finished',
            align: 'right',
            cell: ({ started, finished }) => {
              const percent = percentOf(finished, started)
              return `${formatNumber(finished)}${percent === null ? '' : ` (${percent}%)`}`
            },
          },
          {
            key: 'median_seconds',
            title: 'Median time',
            align: 'right',
            cell: ({ median_seconds: median }) => timeText(median),
          },
        ]}
        empty={{ title: 'No items yet', text: 'The items of the outline will be listed here with how learners do.' }}
      />
    </div>
  )
}
