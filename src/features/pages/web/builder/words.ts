/** The dynamic words that an editor offers to insert (PGB-032). */
export const WORDS = [
  ['{portal_name}', 'Name of the portal'],
  ['{support_phone}', 'Support phone'],
  ['{support_email}', 'Support e-mail'],
  ['{user_name}', 'Name of the person'],
  ['{date}', 'Today’s date'],
  ['{course_title}', 'Title of the course'],
  ['{state_name}', 'Name of the state'],
] as const
