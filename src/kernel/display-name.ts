/** The parts of a person's name, in either spelling of USR-004. */
export interface NameParts {
  first_name?: string | null
  middle_name?: string | null
  last_name?: string | null
  firstName?: string | null
  middleName?: string | null
  lastName?: string | null
  username?: string | null
  email?: string | null
}

/** First, middle and last name, else the username, else the e-mail, else empty (USR-003). */
export function displayName(person: NameParts): string {
  const name = [
    person.first_name || person.firstName,
    person.middle_name || person.middleName,
    person.last_name || person.lastName,
  ]
    .map((part) => (part ?? '').trim())
    .filter((part) => part !== '')
    .join(' ')
  return name || person.username?.trim() || person.email?.trim() || ''
}
