export { AddressSection, addressAmong, StateField } from './components/address-section.tsx'
export { AvatarSection } from './components/avatar-section.tsx'
export { PeopleField, PersonField } from './components/people-field.tsx'
export { ProfileFrame } from './components/profile-frame.tsx'
export { emailShown } from './former-email.ts'
export { personPath } from './paths.ts'
export { ownProfile } from './queries.ts'
export { SettingsScreen } from './screens/settings.tsx'
export {
  type ListedPerson,
  MISSING_SECOND_FACTOR,
  USERS_SPEC,
  USERS_VIEW,
  UsersScreen,
  usersQuery,
} from './screens/users.tsx'
