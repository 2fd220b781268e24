import { useQuery } from '@tanstack/react-query'
import { ServiceError } from '#features/integrations/web/public.ts'
import { SelectField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { listShippingCarriers, listShippingCategories } from '../../contract.ts'

type ChoiceFieldProps = {
  kind: 'categories' | 'carriers'
  name: string
  label: string
  description: string
  /** The current choice; it stays in the list when the service no longer offers it. */
  value: string | null
  isRequired?: boolean
}

/** A category or a carrier of the shipping service (SHP-005); where it cannot be asked, the field says why (ERR-069). */
export function ChoiceField({ kind, name, label, description, value, isRequired = false }: ChoiceFieldProps) {
  const api = useApi()
  const call = kind === 'categories' ? listShippingCategories : listShippingCarriers
  const { data, error, isPending } = useQuery({ ...api.query(call), retry: false })
  const offered = data?.data ?? []
  const isKnown = !value || offered.some((choice) => choice.value === value)
  return (
    <SelectField
      name={name}
      label={label}
      description={error ? <ServiceError text={error.message} /> : description}
      placeholder={isPending ? 'Asking the shipping service…' : isRequired ? 'Choose one' : 'No preference'}
      withAsterisk={isRequired}
      clearable={!isRequired}
      searchable
      nothingFoundMessage="Nothing found"
      data={isKnown ? offered : [...offered, { value, label: value }]}
    />
  )
}
