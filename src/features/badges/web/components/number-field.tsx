import { TextField } from '#ui/app/form/fields.tsx'

/** Asks for the number of a badge; one is drawn where it is left empty (BDG-002). */
export const BadgeNumberField = () => (
  <TextField
    name="badge_number"
    label="Badge number"
    description="For example the employee number. Leave it empty for a number that we draw."
    maxLength={40}
    autoComplete="off"
  />
)
